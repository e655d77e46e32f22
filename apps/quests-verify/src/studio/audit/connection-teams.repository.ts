import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';

@Injectable()
export class ConnectionTeamsRepository {
  /** The members of a project, without the one who changed its connection. Undefined for an archived project. */
  toNotify(
    tx: Tx,
    projectId: string,
    changedBy: string | null,
  ): Promise<{ projectName: string; userIds: string[] } | undefined> {
    return tx.row(sql`
      SELECT p.name AS project_name, ARRAY(
        SELECT user_id FROM project_member WHERE project_id = p.id AND user_id IS DISTINCT FROM ${changedBy}::text
        ORDER BY user_id) AS user_ids
      FROM project p WHERE p.id = ${projectId} AND p.status <> 'archived'`);
  }
}
