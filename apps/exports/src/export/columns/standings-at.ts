import { sql, type Sql } from '@questp/postgres';

/** The sums of each earner at a moment: of the credits that stood then. A reversal takes its credit back as it was. */
export const standingsAt = (campaigns: Sql, asOf: string): Sql => sql`
  SELECT c.user_id, sum(c.points) AS points, -sum(c.points) AS minus_points, sum(c.xp) AS xp, count(*) AS completions,
    count(DISTINCT c.quest_id) AS quests_completed, max(c.created_at) AS last_credit_at
  FROM quests.published_ledger_v1 c
  WHERE c.kind = 'credit' AND c.campaign_id IN (${campaigns}) AND c.created_at <= ${asOf}::timestamptz
    AND NOT EXISTS (
      SELECT FROM quests.published_ledger_v1 u
      WHERE u.submission_id = c.submission_id AND u.credit_no = c.credit_no AND u.kind = 'reversal'
        AND u.created_at <= ${asOf}::timestamptz
    )
  GROUP BY c.user_id`;
