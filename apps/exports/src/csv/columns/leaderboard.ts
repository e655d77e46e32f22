import { sql, type Sql } from '@questp/postgres';
import { accountStatus, lookUp, text, time } from './cells.js';
import { standingAt, standingsAt } from './standings-at.js';

/**
 * Points descending, then earlier last credit, then public id. Includes suspended earners, which the public board leaves
 * out.
 */
export const leaderboardRows = (campaignId: string, asOf?: string): Sql =>
  rowsOf(asOf === undefined ? today(campaignId) : atMoment(campaignId, asOf));

interface Board {
  ranked: Sql;
  questsCompleted: Sql;
  /** Ranks by all points. */
  total: Sql;
}

/** Merges two index ranges in the order of ranks, so that the first row is available at once. */
const today = (campaignId: string): Board => ({
  ranked: sql`
    (SELECT *, -points AS minus_points FROM quests.published_standing_v1
      WHERE scope_id = ${campaignId}::uuid AND visible AND completions > 0
      ORDER BY minus_points, last_credit_at, user_id)
    UNION ALL
    (SELECT *, -points AS minus_points FROM quests.published_standing_v1
      WHERE scope_id = ${campaignId}::uuid AND NOT visible AND completions > 0
      ORDER BY minus_points, last_credit_at, user_id)`,
  questsCompleted: sql`
    (SELECT count(DISTINCT quest_id) FILTER (WHERE status = 'claimed') FROM (
      SELECT quest_id, status FROM quests.published_submission_v1 o
      WHERE o.campaign_id = ${campaignId}::uuid AND o.user_id = s.user_id OFFSET 0
    ) own)`,
  total: sql`
    (SELECT sum(points) FROM quests.published_standing_v1 WHERE scope_id = ${campaignId}::uuid AND completions > 0)`,
});

/** Ranks narrow rows; the other columns of a row are looked up when it is written. */
const atMoment = (campaignId: string, asOf: string): Board => ({
  ranked: sql`
    SELECT *, sum(points) OVER () AS total FROM (${standingsAt(campaignId, asOf)}) sums
    ORDER BY minus_points, last_credit_at, user_id OFFSET 0`,
  questsCompleted: sql`
    (SELECT quests_completed FROM (
      ${standingAt(sql`s.user_id`, sql`l.campaign_id = ${campaignId}::uuid`, asOf)}
    ) standing)`,
  total: sql`s.total`,
});

const rowsOf = ({ ranked, questsCompleted, total }: Board): Sql => sql`
  SELECT row_number() OVER (ORDER BY s.minus_points, s.last_credit_at, s.user_id) AS rank, s.user_id AS user_public_id,
    ${text('e.username')} AS username, ${text('e.display_name')} AS display_name, ${accountStatus('e.status')} AS account_status,
    ${text('e.primary_wallet')} AS primary_wallet, s.points, s.xp, s.completions,
    ${questsCompleted} AS quests_completed, coalesce(round(100 * s.points / nullif(${total}, 0), 6), 0) AS share_pct,
    ${time('s.last_credit_at')} AS last_verified_at
  FROM (${ranked}) s
  ${lookUp('published_earner_v1', 'user_id', 's.user_id', 'e')}
  ORDER BY s.minus_points, s.last_credit_at, s.user_id`;
