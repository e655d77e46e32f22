import { sql, type Sql } from '@questp/postgres';

/**
 * The sums of each earner of a campaign at a moment: the credits up to then that were not reversed by then. One pass
 * over the ledger entries of the campaign: OFFSET keeps the planner from reading the whole ledger in the order of
 * earners.
 */
export const standingsAt = (campaignId: string, asOf: string): Sql => sql`
  SELECT user_id, sum(points) AS points, -sum(points) AS minus_points, sum(xp) AS xp, count(*) AS completions,
    max(credited_at) AS last_credit_at
  FROM (
    SELECT c.user_id, c.points, c.xp, c.credited_at FROM quests.published_ledger_v2 c
    WHERE c.kind = 'credit' AND c.campaign_id = ${campaignId}::uuid AND c.created_at <= ${asOf}::timestamptz
      AND NOT EXISTS (
        SELECT FROM quests.published_ledger_v2 u
        WHERE u.submission_id = c.submission_id AND u.credit_no = c.credit_no AND u.kind = 'reversal'
          AND u.campaign_id = ${campaignId}::uuid AND u.created_at <= ${asOf}::timestamptz
      )
    OFFSET 0
  ) credits
  GROUP BY user_id`;

/**
 * The same for one earner, with the number of quests. An index-only lookup in the earner's entries, made when the row
 * is written.
 * @param isOfScope condition on an entry `l`
 */
export const standingAt = (userId: Sql, isOfScope: Sql, asOf: string): Sql => sql`
  SELECT sum(points) AS points, sum(xp) AS xp, count(*) AS completions, count(DISTINCT quest_id) AS quests_completed
  FROM (
    SELECT quest_id, sum(points) AS points, sum(xp) AS xp FROM quests.published_ledger_v2 l
    WHERE l.user_id = ${userId} AND ${isOfScope} AND l.created_at <= ${asOf}::timestamptz
    GROUP BY submission_id, credit_no, quest_id
    HAVING bool_and(kind = 'credit')
  ) credits`;
