import { Module } from '@nestjs/common';
import { AuditHandlers } from './audit.handlers.js';
import { IntegrationEvents } from './integration-events.js';
import { ProjectAuditRepository } from './project-audit.repository.js';

@Module({
  controllers: [AuditHandlers],
  providers: [ProjectAuditRepository, IntegrationEvents],
  exports: [ProjectAuditRepository],
})
export class AuditModule {}
