import { Injectable } from '@nestjs/common';
import { getAuditChainHead, listAuditLog, type AuditEntry } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditChainRepository } from './audit-chain.repository.js';
import { writeHead } from './audit-link.js';
import { AuditRepository } from './audit.repository.js';

@Injectable()
export class AuditHandlers {
  constructor(
    private readonly audit: AuditRepository,
    private readonly chain: AuditChainRepository,
  ) {}

  @Rpc(getAuditChainHead)
  async head() {
    return { head: writeHead(await this.chain.head()) };
  }

  @Rpc(listAuditLog)
  async list(request: RequestOf<typeof listAuditLog>) {
    return toPage(
      await this.audit.list(request),
      request.limit,
      ({ id }) => [id],
      (row): AuditEntry => ({
        ...row,
        at: row.at.toISOString(),
        actorType: row.actorType as AuditEntry['actorType'],
        details: row.details as AuditEntry['details'],
      }),
    );
  }
}
