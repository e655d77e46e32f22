import { Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { ExportModule } from './csv/export.module.js';
import { ManifestsModule } from './manifests/manifests.module.js';
import { PlatformModule } from './shared/platform.module.js';

@Module({ imports: [PlatformModule, ExportModule, ManifestsModule, AccountModule] })
export class AppModule {}
