import { Module } from '@nestjs/common';
import { AuditHandlers } from './audit.handlers.js';
import { AuditRepository } from './audit.repository.js';

@Module({ controllers: [AuditHandlers], providers: [AuditRepository], exports: [AuditRepository] })
export class AuditModule {}
