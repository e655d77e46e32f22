import { Module } from '@nestjs/common';
import { AuditEvents } from './audit-events.js';
import { AuditHandlers } from './audit.handlers.js';
import { AuditRepository } from './audit.repository.js';

@Module({ controllers: [AuditHandlers], providers: [AuditRepository, AuditEvents], exports: [AuditRepository] })
export class AuditModule {}
