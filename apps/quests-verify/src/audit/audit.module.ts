import { Module } from '@nestjs/common';
import { AuditHandlers } from './audit.handlers.js';
import { ProjectAuditRepository } from './project-audit.repository.js';

@Module({ controllers: [AuditHandlers], providers: [ProjectAuditRepository], exports: [ProjectAuditRepository] })
export class AuditModule {}
