import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { listProjectAuditLog, type ProjectAuditEntry } from '@questp/messages/quests';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository, type ProjectAuditRow } from './project-audit.repository.js';

@Injectable()
export class AuditHandlers {
  constructor(private readonly audit: ProjectAuditRepository) {}

  @Rpc(listProjectAuditLog)
  async list(request: RequestOf<typeof listProjectAuditLog>) {
    return toPage(await this.audit.list(request), request.limit, ({ id }) => [id], toEntry);
  }
}

const toEntry = ({ at, actorType, actorId, username, displayName, ...row }: ProjectAuditRow): ProjectAuditEntry => ({
  ...row,
  at: at.toISOString(),
  // Teams are not told which operator it was.
  actor: { type: actorType, userId: actorType === 'user' ? actorId : null, username, displayName },
});
