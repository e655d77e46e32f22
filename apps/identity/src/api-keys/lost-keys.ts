import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { sql, type Sql, type Tx } from '@questp/postgres';
import { keysLock } from '../access/access-locks.js';
import { AuditRepository } from '../audit/audit.repository.js';

/** Ends the API keys of a member that left, and of an archived project, and lets no more be made. */
@Injectable()
export class LostKeys {
  constructor(private readonly audit: AuditRepository) {}

  async memberRemoved(tx: Tx, projectId: string, userId: string): Promise<void> {
    await tx.execute(sql`SELECT ${keysLock(projectId)}`);
    await tx.execute(sql`
      INSERT INTO former_member (project_id, user_id) VALUES (${projectId}, ${userId}) ON CONFLICT DO NOTHING`);
    await this.revoke(tx, projectId, sql`AND created_by = ${userId}`);
  }

  /** May make keys again; the old ones stay revoked. */
  async memberAdded(tx: Tx, projectId: string, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM former_member WHERE project_id = ${projectId} AND user_id = ${userId}`);
  }

  async projectArchived(tx: Tx, projectId: string): Promise<void> {
    await tx.execute(sql`SELECT ${keysLock(projectId)}`);
    await tx.execute(sql`INSERT INTO archived_project (project_id) VALUES (${projectId}) ON CONFLICT DO NOTHING`);
    await this.revoke(tx, projectId, sql``);
  }

  private async revoke(tx: Tx, projectId: string, which: Sql): Promise<void> {
    const keys = await tx.rows<{ id: string; name: string }>(sql`
      UPDATE api_key SET revoked_at = now() WHERE project_id = ${projectId} AND revoked_at IS NULL ${which}
      RETURNING id, name`);
    const actor = { type: 'system', id: null } as const;
    for (const { id, name } of keys) {
      const details = { projectId, name };
      await this.audit.add(tx, { action: 'api_key.revoked', actor, subjectId: id, client: undefined, details });
      await emit(tx, 'principal.revoked', id, { family: 'api_key', id });
    }
  }
}
