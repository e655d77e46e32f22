import { Module } from '@nestjs/common';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditEvents } from './audit-events.js';
import { AuditHandlers } from './audit.handlers.js';
import { AuditRepository } from './audit.repository.js';
import { ChainEntries } from './chain-entries.js';

@Module({
  controllers: [AuditHandlers],
  providers: [AuditRepository, AuditChainRepository, AuditEvents, ChainEntries],
  exports: [AuditRepository],
})
export class AuditModule {}
