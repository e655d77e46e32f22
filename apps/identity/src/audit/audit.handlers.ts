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
    private readonly auditRepository: AuditRepository,
    private readonly auditChainRepository: AuditChainRepository,
  ) {}

  @Rpc(getAuditChainHead)
  async head() {
    return { head: writeHead(await this.auditChainRepository.head()) };
  }

  @Rpc(listAuditLog)
  async list(request: RequestOf<typeof listAuditLog>) {
    return toPage(
      await this.auditRepository.list(request),
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
