import { empty, raw, sql, type Sql } from '@questp/postgres';
import { accountStatus, lookUp, text, time } from './cells.js';
import { standingAt } from './standings-at.js';

/** By public id. Points and XP are the sums of the ledger. */
export function participantRows(projectId: string, campaignId: string | null, asOf?: string): Sql {
  const isOfScope = (row: string) =>
    campaignId === null
      ? sql`${raw(row)}.project_id = ${projectId}::uuid`
      : sql`${raw(row)}.campaign_id = ${campaignId}::uuid`;
  const campaigns = sql`
    (SELECT string_agg(c.slug, '; ' ORDER BY c.slug) FROM quests.published_campaign_v1 c WHERE c.id = ANY (p.campaigns))
      AS campaigns,`;
  const { completed, standing } = asOf === undefined ? today(campaignId ?? projectId) : atMoment(isOfScope('l'), asOf);
  return sql`
    SELECT p.user_id AS user_public_id, ${text('e.username')} AS username, ${text('e.display_name')} AS display_name,
      ${accountStatus('e.status')} AS account_status, ${text('e.primary_wallet')} AS primary_wallet, ${text('e.wallets')} AS wallets,
      ${campaignId === null ? campaigns : empty}
      p.submissions, ${completed}, coalesce(t.points, 0) AS points, coalesce(t.xp, 0) AS xp,
      ${time('p.first_activity')} AS first_activity, ${time('p.last_activity')} AS last_activity
    FROM (
      SELECT s.user_id, count(*) AS submissions, count(*) FILTER (WHERE s.status = 'claimed') AS completions,
        count(DISTINCT s.quest_id) FILTER (WHERE s.status = 'claimed') AS quests_completed,
        min(s.created_at) AS first_activity, max(s.created_at) AS last_activity
        ${campaignId === null ? sql`, array_agg(DISTINCT s.campaign_id) AS campaigns` : empty}
      FROM quests.published_submission_v1 s
      WHERE ${isOfScope('s')} ${asOf === undefined ? empty : sql`AND s.created_at <= ${asOf}::timestamptz`}
      GROUP BY s.user_id
    ) p
    ${lookUp('published_earner_v1', 'user_id', 'p.user_id', 'e')}
    LEFT JOIN LATERAL (${standing} OFFSET 0) t ON true
    ORDER BY p.user_id`;
}

interface Sums {
  completed: Sql;
  standing: Sql;
}

/** Completions are counted from the submissions. */
const today = (scopeId: string): Sums => ({
  completed: sql`p.completions, p.quests_completed`,
  standing: sql`
    SELECT points, xp FROM quests.published_standing_v1 o WHERE o.scope_id = ${scopeId}::uuid AND o.user_id = p.user_id`,
});

const atMoment = (isOfScope: Sql, asOf: string): Sums => ({
  completed: sql`t.completions, t.quests_completed`,
  standing: standingAt(sql`p.user_id`, isOfScope, asOf),
});
