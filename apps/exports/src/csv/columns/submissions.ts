import { empty, join, sql, type Sql } from '@questp/postgres';
import type { exportSubmissions } from '@questp/messages/exports';
import type { RequestOf } from '@questp/messages/language';
import { SUBMISSION_STATUSES } from '@questp/messages/shared';
import { lookUp, text, time } from './cells.js';

/**
 * Oldest first: the index range of each status is in that order, and the ranges are merged, so that the first row is
 * available at once.
 */
export function submissionRows({ campaignId, status, questId }: RequestOf<typeof exportSubmissions>): Sql {
  const ofQuest = questId === undefined ? empty : sql`AND quest_id = ${questId}::uuid`;
  const ranges = (status === undefined ? SUBMISSION_STATUSES : [status]).map(
    (one) => sql`
      (SELECT * FROM quests.published_submission_v1
      WHERE campaign_id = ${campaignId}::uuid AND status = ${one} ${ofQuest} ORDER BY sort_key)`,
  );
  return sql`
    SELECT s.id AS submission_id, ${time('s.created_at')} AS created_at, ${time('s.updated_at')} AS updated_at,
      ${time('s.verified_at')} AS verified_at, ${time('s.claimed_at')} AS claimed_at, s.status, s.quest_id,
      ${text('q.slug')} AS quest_slug, ${text('q.title')} AS quest_title, s.task_type_id AS task_type,
      s.method AS verification_method, s.user_id AS user_public_id, ${text('e.username')} AS username,
      ${text('e.display_name')} AS display_name, ${text('e.primary_wallet')} AS wallet_address, s.points_awarded,
      s.xp_awarded, ${text('s.period_key')} AS period_key, ${text('s.reject_reason')} AS reject_reason,
      ${text('s.inputs')} AS inputs_json
    FROM (${join(ranges, ' UNION ALL ')}) s
    ${lookUp('published_earner_v1', 'user_id', 's.user_id', 'e')}
    ${lookUp('published_quest_v1', 'id', 's.quest_id', 'q')}
    ORDER BY s.sort_key`;
}
