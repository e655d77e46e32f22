import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';

@Injectable()
export class MisconfiguredQuestsRepository {
  /**
   * Admits one report of a quest until the quest or a connection of its project changes, or a week has passed. Returns
   * the members of the team; undefined if the quest was reported. The first condition avoids waiting for the lock of a
   * concurrent report.
   */
  async report(tx: Tx, questId: string): Promise<string[] | undefined> {
    const isKnown = sql`m.reported_at > now() - interval '7 days' AND m.reported_at >= q.updated_at`;
    const row = await tx.row<{ userIds: string[] }>(sql`
      WITH reported AS (
        INSERT INTO misconfigured_quest AS m (quest_id, reported_at)
        SELECT q.id, now() FROM quest q WHERE q.id = ${questId}
          AND NOT EXISTS (SELECT FROM misconfigured_quest m WHERE m.quest_id = q.id AND ${isKnown})
        ON CONFLICT (quest_id) DO UPDATE SET reported_at = now()
        WHERE NOT EXISTS (SELECT FROM quest q WHERE q.id = m.quest_id AND ${isKnown})
        RETURNING quest_id
      )
      SELECT ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids
      FROM reported JOIN quest q ON q.id = reported.quest_id`);
    return row?.userIds;
  }

  /** Lets the quests of the project be reported again, after a change of its integrations. */
  async forget(tx: Tx, projectId: string): Promise<void> {
    await tx.execute(sql`
      DELETE FROM misconfigured_quest m USING quest q WHERE q.id = m.quest_id AND q.project_id = ${projectId}`);
  }
}
