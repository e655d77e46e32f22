import { sql, type Queries } from '@questp/postgres';
import { PLATFORM_SCOPE } from '../standings/aggregates/aggregates.repository.js';

/** Where a kept sum is not what the folded part of the ledger adds up to; always expected to be empty. */
export function wrongSums(on: Queries): Promise<{ rule: string; subject: string }[]> {
  return on.rows<{ rule: string; subject: string }>(sql`
    WITH folded AS (
      SELECT l.* FROM points_ledger l WHERE NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = l.id)
    ),
    live AS (
      SELECT c.* FROM folded c WHERE c.kind = 'credit' AND NOT EXISTS (
        SELECT FROM folded r
        WHERE r.kind = 'reversal' AND r.submission_id = c.submission_id AND r.credit_no = c.credit_no
      )
    ),
    board AS (
      SELECT scope.id AS scope_id, w.days, l.user_id, sum(l.points) AS points, sum(l.xp) AS xp,
        count(*) AS completions, max(coalesce(l.counted_at, l.created_at)) AS last_credit_at
      FROM live l
      JOIN board_window w ON coalesce(l.counted_at, l.created_at) >= w.since
      CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id), (${PLATFORM_SCOPE}::uuid)) AS scope (id)
      WHERE w.days > 0 OR scope.id = ${PLATFORM_SCOPE}
      GROUP BY scope.id, w.days, l.user_id
    ),
    ranked AS (
      SELECT scope_id, 0::smallint AS days, points, last_credit_at, user_id FROM standing WHERE visible AND completions > 0
      UNION ALL
      SELECT scope_id, days, points, last_credit_at, user_id FROM board_standing WHERE visible AND completions > 0
    )
    SELECT 'a quest has the completions that stand' AS rule, quest_id::text AS subject
    FROM quest_tally t FULL JOIN (SELECT quest_id, count(*) AS completions FROM live GROUP BY quest_id) l USING (quest_id)
    WHERE coalesce(t.completions, 0) <> coalesce(l.completions, 0)
    UNION ALL
    SELECT 'a campaign has the participants that stand', campaign_id::text
    FROM campaign_tally t FULL JOIN (
      SELECT campaign_id, count(DISTINCT user_id) AS participants FROM live GROUP BY campaign_id
    ) l USING (campaign_id)
    WHERE coalesce(t.participants, 0) <> coalesce(l.participants, 0)
    UNION ALL
    SELECT 'a board has the sums of its window', coalesce(b.scope_id, l.scope_id) || ' ' || coalesce(b.days, l.days)
    FROM (SELECT * FROM board_standing WHERE (points, xp, completions) <> (0, 0, 0)) b
    FULL JOIN board l ON l.scope_id = b.scope_id AND l.days = b.days AND l.user_id = b.user_id
    WHERE (b.points, b.xp, b.completions, b.last_credit_at) IS DISTINCT FROM (l.points, l.xp, l.completions, l.last_credit_at)
    UNION ALL
    SELECT 'a board shows who is not suspended', b.scope_id || ' ' || b.days || ' ' || b.user_id
    FROM board_standing b JOIN earner e USING (user_id) WHERE b.visible <> (e.status = 'active')
    UNION ALL
    SELECT 'a bucket of ranks has the rows of its part of the board, but for what waits', b.scope_id || ' ' || b.days
    FROM (
      SELECT *, lead(ROW (minus_points, last_credit_at, user_id)) OVER (
        PARTITION BY scope_id, days ORDER BY minus_points, last_credit_at, user_id) AS next
      FROM rank_bucket
    ) b
    WHERE b.ranked <> (
      SELECT coalesce(sum(change), 0) FROM (
        SELECT r.scope_id, r.days, -r.points AS minus_points, r.last_credit_at, r.user_id, 1 AS change FROM ranked r
        UNION ALL SELECT scope_id, days, minus_points, last_credit_at, user_id, -change FROM rank_change
      ) c
      WHERE c.scope_id = b.scope_id AND c.days = b.days
        AND (c.minus_points, c.last_credit_at, c.user_id) >= (b.minus_points, b.last_credit_at, b.user_id)
        AND (b.next IS NULL OR ROW (c.minus_points, c.last_credit_at, c.user_id) < b.next)
    )`);
}
