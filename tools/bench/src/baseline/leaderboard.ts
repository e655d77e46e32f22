import type { Pool } from 'pg';
import { statement } from './statement.js';

// The statements of the leaderboard as quests-verify sends them (its folder leaderboard).
const scope = statement(`
  SELECT FROM campaign c JOIN project p ON p.id = c.project_id
  WHERE c.id = $1 AND c.status IN ('active', 'ended') AND p.status = 'active' AND ($2::uuid IS NULL OR p.id = $3)`);

const COLUMNS = 'user_id, points, xp, completions, last_credit_at';
const ORDER = 'ORDER BY points DESC, last_credit_at, user_id';

const page = (from: string, limit: string) =>
  statement<RankedRow>(`
  SELECT s.*, e.username, e.display_name, (extract(epoch FROM s.last_credit_at) * 1000000)::bigint AS last_credit_us
  FROM (${from}) s
  LEFT JOIN earner e ON e.user_id = s.user_id
  ORDER BY s.points DESC, s.last_credit_at, s.user_id LIMIT ${limit}`);

interface RankedRow {
  user_id: string;
  username: string | null;
  display_name: string | null;
  points: string;
  xp: string;
  completions: number;
  last_credit_at: Date;
  last_credit_us: string;
}

const firstPage = page(
  `SELECT ${COLUMNS} FROM standing WHERE scope_id = $1 AND visible AND completions > 0 AND true ${ORDER} LIMIT $2`,
  '$2',
);

const pageAfter = page(
  `(SELECT ${COLUMNS} FROM standing WHERE scope_id = $1 AND visible AND completions > 0 AND points = $3::bigint
      AND (last_credit_at, user_id) > ('epoch'::timestamptz + $4::double precision * interval '1 microsecond', $5)
    ${ORDER} LIMIT $2)
   UNION ALL
   (SELECT ${COLUMNS} FROM standing WHERE scope_id = $1 AND visible AND completions > 0 AND points < $3::bigint
    ${ORDER} LIMIT $2)`,
  '$2',
);

const standing = statement<{
  participants: number;
  rank: number | null;
  points: string;
  xp: string;
  completions: number;
  last_credit_at: Date | null;
}>(`
  WITH own AS MATERIALIZED (SELECT * FROM standing WHERE scope_id = $1 AND user_id = $2),
  place AS (
    SELECT count(*)::integer AS participants, (count(*) FILTER (
      WHERE s.points > own.points
        OR (s.points = own.points AND (s.last_credit_at, s.user_id) < (own.last_credit_at, own.user_id))
    ))::integer AS ahead
    FROM standing s LEFT JOIN own ON true
    WHERE s.scope_id = $3 AND s.visible AND s.completions > 0
  )
  SELECT place.participants, CASE WHEN own.visible AND own.completions > 0 THEN place.ahead + 1 END AS rank,
    own.points, own.xp, own.completions, own.last_credit_at
  FROM place LEFT JOIN own ON true`);

/** A cursor as the page's parameters: points, microseconds of the last credit, user id, rank. */
export type After = [points: string, lastCreditUs: string, userId: string, rank: number];

export async function leaderboard(pool: Pool, campaignId: string, limit: number, after?: After): Promise<object> {
  await scope(pool, [campaignId, null, null]);
  const rows = after
    ? await pageAfter(pool, [campaignId, limit + 1, after[0], after[1], after[2]])
    : await firstPage(pool, [campaignId, limit + 1]);
  const items = rows.slice(0, limit).map((row, index) => ({
    rank: (after?.[3] ?? 0) + index + 1,
    userId: row.user_id,
    username: row.username,
    displayName: row.display_name,
    points: row.points,
    xp: row.xp,
    completions: row.completions,
    lastVerifiedAt: row.last_credit_at.toISOString(),
  }));
  const last = rows[limit - 1];
  const next: After | null =
    rows.length > limit && last ? [last.points, last.last_credit_us, last.user_id, (after?.[3] ?? 0) + limit] : null;
  return { items, nextCursor: next && Buffer.from(JSON.stringify(next)).toString('base64url') };
}

export async function ownStanding(pool: Pool, campaignId: string, userId: string): Promise<object> {
  await scope(pool, [campaignId, null, null]);
  const [row] = await standing(pool, [campaignId, userId, campaignId]);
  return {
    rank: row?.rank ?? null,
    points: row?.points ?? '0',
    xp: row?.xp ?? '0',
    completions: row?.completions ?? 0,
    participants: row?.participants ?? 0,
    lastVerifiedAt: row?.last_credit_at?.toISOString() ?? null,
  };
}
