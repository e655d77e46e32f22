import { Injectable } from '@nestjs/common';
import { MAX_WAITING_COUNTED } from '@questp/messages/shared';
import type { EventTypes } from '@questp/messages/tables';
import { sql, type Tx } from '@questp/postgres';

/** Seconds for which submissions are collected before the team is notified. */
const WINDOW_S = 60;

@Injectable()
export class ReviewCallsRepository {
  /**
   * Takes the calls of up to `limit` projects whose first call is a window old. Returns the number of submissions in
   * review, if any, and the recipients.
   */
  take(tx: Tx, limit: number): Promise<EventTypes['review.waiting'][]> {
    return tx.rows<EventTypes['review.waiting']>(sql`
      WITH taken AS (
        DELETE FROM review_call WHERE project_id IN (
          SELECT project_id FROM review_call GROUP BY project_id
          HAVING min(called_at) <= now() - make_interval(secs => ${WINDOW_S}) LIMIT ${limit})
        RETURNING project_id
      )
      SELECT p.id AS project_id, p.name AS project_name, queue.waiting,
        ARRAY(SELECT user_id FROM project_member WHERE project_id = p.id ORDER BY user_id) AS user_ids
      FROM project p CROSS JOIN LATERAL (
        SELECT count(*)::int AS waiting FROM (
          SELECT FROM submission WHERE project_id = p.id AND status = 'in_review'
          LIMIT ${MAX_WAITING_COUNTED}) AS counted) AS queue
      WHERE p.id IN (SELECT project_id FROM taken)`);
  }
}
