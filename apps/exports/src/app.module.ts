import { Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { ExportModule } from './export/export.module.js';
import { ManifestsModule } from './manifests/manifests.module.js';
import { PlatformModule } from './platform/platform.module.js';

@Module({ imports: [PlatformModule, ExportModule, ManifestsModule, AccountModule] })
export class AppModule {}
