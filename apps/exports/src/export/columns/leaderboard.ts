import { sql, type Sql } from '@questp/postgres';
import { lookUp, text, time } from './cells.js';

/**
 * Points descending, then the earlier last credit, then the public id; with the suspended, who leave the public board.
 * Two ranges of indexes in that order are merged, so that the first row is there at once.
 */
export const leaderboardRows = (campaignId: string): Sql => sql`
  SELECT row_number() OVER (ORDER BY s.minus_points, s.last_credit_at, s.user_id) AS rank, s.user_id AS user_public_id, ${text('e.username')} AS username,
    ${text('e.display_name')} AS display_name, e.status AS account_status, ${text('e.primary_wallet')} AS primary_wallet,
    s.points, s.xp, s.completions,
    (SELECT count(DISTINCT o.quest_id) FROM quests.published_submission_v1 o
      WHERE o.campaign_id = ${campaignId}::uuid AND o.user_id = s.user_id AND o.status = 'claimed') AS quests_completed,
    CASE total.points WHEN 0 THEN 0 ELSE round(100 * s.points / total.points, 6) END AS share_pct,
    ${time('s.last_credit_at')} AS last_verified_at
  FROM (
    (SELECT *, -points AS minus_points FROM quests.published_standing_v1
      WHERE scope_id = ${campaignId}::uuid AND visible AND completions > 0
      ORDER BY minus_points, last_credit_at, user_id)
    UNION ALL
    (SELECT *, -points AS minus_points FROM quests.published_standing_v1
      WHERE scope_id = ${campaignId}::uuid AND NOT visible AND completions > 0
      ORDER BY minus_points, last_credit_at, user_id)
  ) s
  ${lookUp('published_earner_v1', 'user_id', 's.user_id', 'e')}
  CROSS JOIN (
    SELECT sum(points) AS points FROM quests.published_standing_v1
    WHERE scope_id = ${campaignId}::uuid AND completions > 0
  ) total
  ORDER BY s.minus_points, s.last_credit_at, s.user_id`;
