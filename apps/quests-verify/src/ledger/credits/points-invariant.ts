import { sql, type Queries } from '@questp/postgres';

/** A disagreement between submissions, ledger and standings. */
export interface PointsViolation {
  rule: string;
  /** Id of the submission, earner or scope. */
  subject: string;
}

/**
 * Violations of the points invariant; empty if there are none. Reads every submission and ledger entry in one
 * snapshot, so it can run beside credits.
 */
export function checkPointsInvariant(db: Queries): Promise<PointsViolation[]> {
  return db.rows<PointsViolation & Record<string, string>>(sql`
    WITH per_submission AS (
      SELECT submission_id, sum(points) AS points, sum(xp) AS xp,
        count(*) FILTER (WHERE kind = 'credit') AS credits, count(*) FILTER (WHERE kind = 'reversal') AS reversals
      FROM points_ledger GROUP BY submission_id
    ),
    live AS (
      SELECT l.project_id, l.campaign_id, l.user_id, l.counted_at, l.created_at FROM points_ledger l
      WHERE l.kind = 'credit' AND NOT EXISTS (
        SELECT FROM points_ledger u
        WHERE u.submission_id = l.submission_id AND u.credit_no = l.credit_no AND u.kind = 'reversal'
      )
    ),
    scoped AS (
      SELECT scope.id AS scope_id, l.user_id, sum(l.points) AS points, sum(l.xp) AS xp,
        count(*) FILTER (WHERE l.kind = 'credit') - count(*) FILTER (WHERE l.kind = 'reversal') AS completions
      FROM points_ledger l CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id)) AS scope (id)
      GROUP BY scope.id, l.user_id
    ),
    scoped_last AS (
      SELECT scope.id AS scope_id, l.user_id, max(coalesce(l.counted_at, l.created_at)) AS last_credit_at
      FROM live l CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id)) AS scope (id)
      GROUP BY scope.id, l.user_id
    )
    SELECT 'the ledger of a submission sums to the points it carries' AS rule, s.id::text AS subject
    FROM submission s LEFT JOIN per_submission l ON l.submission_id = s.id
    WHERE coalesce(l.points, 0) <> s.points_awarded OR coalesce(l.xp, 0) <> s.xp_awarded

    UNION ALL
    SELECT 'a claimed submission has exactly one credit that stands, another has none', s.id::text
    FROM submission s LEFT JOIN per_submission l ON l.submission_id = s.id
    WHERE coalesce(l.credits - l.reversals, 0) <> CASE s.status WHEN 'claimed' THEN 1 ELSE 0 END

    UNION ALL
    SELECT 'a claimed submission was verified and claimed at once', id::text
    FROM submission WHERE (status = 'claimed') <> (claimed_at IS NOT NULL) OR verified_at IS DISTINCT FROM claimed_at

    UNION ALL
    SELECT 'a quest is claimed once per earner and period', min(id::text)
    FROM submission WHERE status = 'claimed' GROUP BY quest_id, user_id, period_key HAVING count(*) > 1

    UNION ALL
    SELECT 'the points of an earner are those of claimed submissions', coalesce(s.user_id, l.user_id)
    FROM (SELECT user_id, sum(points_awarded) AS points FROM submission WHERE status = 'claimed' GROUP BY user_id) s
    FULL JOIN (SELECT user_id, sum(points) AS points FROM points_ledger GROUP BY user_id) l USING (user_id)
    WHERE coalesce(s.points, 0) <> coalesce(l.points, 0)

    UNION ALL
    SELECT 'a ledger entry agrees with its submission', l.id::text
    FROM points_ledger l JOIN submission s ON s.id = l.submission_id
    WHERE (l.project_id, l.campaign_id, l.quest_id, l.period_key) <> (s.project_id, s.campaign_id, s.quest_id, s.period_key)
      -- What a merge reversed was another account's.
      OR (l.user_id <> s.user_id AND (s.status = 'claimed' AND l.credit_no = s.credit_no OR NOT EXISTS (
        SELECT FROM account_merge_item i WHERE s.id IN (i.submission_id, i.exchanged_id))))

    UNION ALL
    SELECT 'a standing is the sum of the ledger', coalesce(s.scope_id, l.scope_id) || ' ' || coalesce(s.user_id, l.user_id)
    FROM standing s FULL JOIN scoped l ON l.scope_id = s.scope_id AND l.user_id = s.user_id
    WHERE (s.points, s.xp, s.completions) IS DISTINCT FROM (l.points, l.xp, l.completions)

    UNION ALL
    SELECT 'a standing has the time of the last credit that stands', s.scope_id || ' ' || s.user_id
    FROM standing s JOIN scoped_last l USING (scope_id, user_id)
    WHERE s.last_credit_at <> l.last_credit_at

    UNION ALL
    SELECT 'a claimed submission has a passing check or a reviewer', s.id::text
    FROM submission s WHERE s.status = 'claimed' AND s.reviewed_by IS NULL AND NOT EXISTS (
      SELECT FROM verification_check v WHERE v.submission_id = s.id AND v.outcome = 'pass'
    )

    UNION ALL
    SELECT 'a quest has no more completions than its limit', id::text
    FROM quest WHERE max_completions IS NOT NULL AND (completions > max_completions OR completions < (
      SELECT count(*) FROM submission s WHERE s.quest_id = quest.id AND s.status = 'claimed'
    ))`);
}
