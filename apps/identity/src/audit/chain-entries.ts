import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { AuditChainRepository } from './audit-chain.repository.js';
import { nextLink } from './audit-link.js';

const IDLE_MS = 1_000;
const BATCH = 500;

/**
 * Chains entries after their commit, in one replica at a time, so that writers of entries do not wait for one another.
 */
@Injectable()
export class ChainEntries extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly auditChainRepository: AuditChainRepository,
  ) {
    super({ name: 'audit-chain', idleMs: IDLE_MS });
  }

  execute(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.auditChainRepository.lock(tx))) return false;
      const entries = await this.auditChainRepository.takeUnchained(tx, BATCH);
      if (entries.length === 0) return false;
      let head = await this.auditChainRepository.head(tx);
      const links = entries.map(({ id, canonical }) => ({ id, ...(head = nextLink(head, canonical)) }));
      await this.auditChainRepository.append(tx, links);
      return entries.length === BATCH;
    });
  }
}
