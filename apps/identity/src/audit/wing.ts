import type { Wing } from '@questp/service-kit';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditEvents } from './audit-events.js';
import { AuditHandlers } from './audit.handlers.js';
import { AuditRepository } from './audit.repository.js';
import { ChainEntries } from './chain-entries.js';

export const audit: Wing = {
  providers: [AuditHandlers, AuditRepository, AuditChainRepository, AuditEvents, ChainEntries],
};
