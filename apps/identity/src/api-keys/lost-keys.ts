import { Injectable } from '@nestjs/common';
import { endApiKeys, type ApiKeyRevokedReason } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, sql, type Sql, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { keysLock } from '../access/access-locks.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { Revocations } from '../security/sessions/revocations.js';

/** Keys revoked within this time may still be cached by a gateway. */
const ANNOUNCED = sql`interval '1 minute'`;

/** Revokes the API keys of a removed member and of an archived project, and prevents new ones. */
@Injectable()
export class LostKeys {
  constructor(
    private readonly database: Database,
    private readonly auditRepository: AuditRepository,
    private readonly revocations: Revocations,
  ) {}

  /** Revokes existing keys before the reply to the change; the event of the change prevents new ones. */
  @Rpc(endApiKeys)
  async end({ projectId, userId }: RequestOf<typeof endApiKeys>): Promise<null> {
    const [reason, which] =
      userId === null ? (['project_archived', sql``] as const) : (['maker_left', createdBy(userId)] as const);
    const ended = await this.database.transaction(async (tx) => {
      await tx.execute(sql`SELECT ${keysLock(projectId)}`);
      await this.revoke(tx, projectId, reason, which);
      // The event may have revoked them first, without a broadcast.
      return tx.rows<{ id: string }>(sql`
        SELECT id FROM api_key
        WHERE project_id = ${projectId} AND revoked_at > now() - ${ANNOUNCED} ${which}`);
    });
    for (const { id } of ended) await this.revocations.publish({ family: 'api_key', id });
    return null;
  }

  async memberRemoved(tx: Tx, projectId: string, userId: string): Promise<void> {
    await tx.execute(sql`SELECT ${keysLock(projectId)}`);
    await tx.execute(sql`
      INSERT INTO former_member (project_id, user_id) VALUES (${projectId}, ${userId}) ON CONFLICT DO NOTHING`);
    await this.revoke(tx, projectId, 'maker_left', createdBy(userId));
  }

  /** Allows new keys again; revoked ones stay revoked. */
  async memberAdded(tx: Tx, projectId: string, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM former_member WHERE project_id = ${projectId} AND user_id = ${userId}`);
  }

  async projectArchived(tx: Tx, projectId: string): Promise<void> {
    await tx.execute(sql`SELECT ${keysLock(projectId)}`);
    await tx.execute(sql`INSERT INTO archived_project (project_id) VALUES (${projectId}) ON CONFLICT DO NOTHING`);
    await this.revoke(tx, projectId, 'project_archived');
  }

  private async revoke(tx: Tx, projectId: string, reason: ApiKeyRevokedReason, which: Sql = sql``): Promise<void> {
    const keys = await tx.rows<{ id: string; name: string }>(sql`
      UPDATE api_key SET revoked_at = now(), revoked_reason = ${reason}
      WHERE project_id = ${projectId} AND revoked_at IS NULL ${which}
      RETURNING id, name`);
    const actor = { type: 'system', id: null } as const;
    for (const { id, name } of keys) {
      const details = { projectId, name, reason };
      await this.auditRepository.add(tx, {
        action: 'api_key.revoked',
        actor,
        subjectId: id,
        client: undefined,
        details,
      });
      await this.revocations.record(tx, { family: 'api_key', id });
    }
  }
}

const createdBy = (userId: string) => sql`AND created_by = ${userId}`;
