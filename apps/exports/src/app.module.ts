import { Module } from '@nestjs/common';
import { ExportModule } from './export/export.module.js';
import { PlatformModule } from './platform/platform.module.js';

@Module({ imports: [PlatformModule, ExportModule] })
export class AppModule {}
