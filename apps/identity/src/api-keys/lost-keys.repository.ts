import { Injectable } from '@nestjs/common';
import type { ApiKeyRevokedReason } from '@questp/messages/identity';
import { sql, type Sql, type Tx } from '@questp/postgres';
import { keysLock } from '../access/access-locks.js';

/** Keys revoked within this time may still be cached by a gateway. */
const ANNOUNCED = sql`interval '1 minute'`;

/** Keys of a project that end together. */
export interface KeysToRevoke {
  projectId: string;
  reason: ApiKeyRevokedReason;
  /** Null: keys of all members. */
  createdBy: string | null;
}

@Injectable()
export class LostKeysRepository {
  /** Locks the keys of a project. */
  async lock(tx: Tx, projectId: string): Promise<void> {
    await tx.execute(sql`SELECT ${keysLock(projectId)}`);
  }

  async addFormerMember(tx: Tx, projectId: string, userId: string): Promise<void> {
    await tx.execute(sql`
      INSERT INTO former_member (project_id, user_id) VALUES (${projectId}, ${userId}) ON CONFLICT DO NOTHING`);
  }

  async dropFormerMember(tx: Tx, projectId: string, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM former_member WHERE project_id = ${projectId} AND user_id = ${userId}`);
  }

  async addArchivedProject(tx: Tx, projectId: string): Promise<void> {
    await tx.execute(sql`INSERT INTO archived_project (project_id) VALUES (${projectId}) ON CONFLICT DO NOTHING`);
  }

  /** Returns the keys that it revoked. */
  revoke(tx: Tx, { projectId, reason, createdBy }: KeysToRevoke): Promise<{ id: string; name: string }[]> {
    return tx.rows(sql`
      UPDATE api_key SET revoked_at = now(), revoked_reason = ${reason}
      WHERE project_id = ${projectId} AND revoked_at IS NULL ${madeBy(createdBy)}
      RETURNING id, name`);
  }

  async justRevoked(
    tx: Tx,
    { projectId, createdBy }: Pick<KeysToRevoke, 'projectId' | 'createdBy'>,
  ): Promise<string[]> {
    const keys = await tx.rows<{ id: string }>(sql`
      SELECT id FROM api_key
      WHERE project_id = ${projectId} AND revoked_at > now() - ${ANNOUNCED} ${madeBy(createdBy)}`);
    return keys.map(({ id }) => id);
  }
}

const madeBy = (userId: string | null): Sql => (userId === null ? sql`` : sql`AND created_by = ${userId}`);
