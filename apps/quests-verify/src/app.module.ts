import { Module } from '@nestjs/common';
import { PlatformModule } from './platform/platform.module.js';
import { StudioModule } from './studio.module.js';
import { VerificationModule } from './verification.module.js';

@Module({ imports: [PlatformModule, StudioModule, VerificationModule] })
export class AppModule {}
