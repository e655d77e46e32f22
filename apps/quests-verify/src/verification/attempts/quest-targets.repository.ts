import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

@Injectable()
export class QuestTargetsRepository {
  /**
   * Stores the present values of members that name the target of a quest. Returns the members of the team; undefined if
   * they are stored already.
   */
  async rename(tx: Tx, questId: string, members: JsonObject): Promise<string[] | undefined> {
    const present = sql`${JSON.stringify(members)}::jsonb`;
    const row = await tx.row<{ userIds: string[] }>(sql`
      UPDATE quest q
      SET config = q.config || ${present}, updated_at = greatest(now(), q.updated_at + interval '1 millisecond')
      WHERE q.id = ${questId} AND NOT q.config @> ${present}
      RETURNING ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids`);
    return row?.userIds;
  }
}
