import { sql, type Sql } from '@questp/postgres';

/**
 * The sums of each earner at a moment, of the credits that stood then: a reversal takes its credit back as it was. Made
 * in one pass over the entries of the campaigns, whatever else the ledger has: OFFSET keeps the planner from reading all
 * of it in the order of earners. `quests` has the quest of each credit, which are told apart row by row.
 */
export const standingsAt = (campaigns: Sql, asOf: string): Sql => sql`
  SELECT user_id, sum(points) AS points, -sum(points) AS minus_points, sum(xp) AS xp, count(*) AS completions,
    array_agg(quest_id) AS quests, max(created_at) AS last_credit_at
  FROM (
    SELECT c.user_id, c.points, c.xp, c.quest_id, c.created_at FROM quests.published_ledger_v1 c
    WHERE c.kind = 'credit' AND c.campaign_id IN (${campaigns}) AND c.created_at <= ${asOf}::timestamptz
      AND NOT EXISTS (
        SELECT FROM quests.published_ledger_v1 u
        WHERE u.submission_id = c.submission_id AND u.credit_no = c.credit_no AND u.kind = 'reversal'
          AND u.campaign_id IN (${campaigns}) AND u.created_at <= ${asOf}::timestamptz
      )
    OFFSET 0
  ) credits
  GROUP BY user_id`;

/** How many quests `quests` of a standing has. */
export const questsOf = (standing: Sql): Sql =>
  sql`(SELECT count(DISTINCT quest) FROM unnest(${standing}.quests) quest)`;
