import { Module } from '@nestjs/common';
import { PrismaModule } from './shared/prisma.js';
import { StudioModule } from './studio.module.js';
import { VerificationModule } from './verification.module.js';

@Module({ imports: [PrismaModule, StudioModule, VerificationModule] })
export class AppModule {}
