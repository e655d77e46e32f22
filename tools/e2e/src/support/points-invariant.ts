import type { Pool } from 'pg';

/** Rules of the points. Each query returns the rows that break its rule. */
const RULES: Record<string, string> = {
  'the ledger of an earner and campaign sums up to what the claimed submissions awarded': `
    SELECT coalesce(l.user_id, s.user_id) AS user_id, coalesce(l.campaign_id, s.campaign_id) AS campaign_id,
      l.points AS ledger, s.points AS submissions
    FROM (SELECT user_id, campaign_id, sum(points) AS points, sum(xp) AS xp FROM quests.points_ledger GROUP BY 1, 2) l
    FULL JOIN (
      SELECT user_id, campaign_id, sum(points_awarded) AS points, sum(xp_awarded) AS xp
      FROM quests.submission WHERE status = 'claimed' GROUP BY 1, 2
    ) s USING (user_id, campaign_id)
    WHERE coalesce(l.points, 0) <> coalesce(s.points, 0) OR coalesce(l.xp, 0) <> coalesce(s.xp, 0)`,
  'a claimed submission has one credit that was not taken back, any other none': `
    SELECT s.id, s.status, l.open FROM quests.submission s
    LEFT JOIN (
      SELECT submission_id,
        count(*) FILTER (WHERE kind = 'credit') - count(*) FILTER (WHERE kind = 'reversal') AS open
      FROM quests.points_ledger GROUP BY 1
    ) l ON l.submission_id = s.id
    WHERE coalesce(l.open, 0) <> CASE s.status WHEN 'claimed' THEN 1 ELSE 0 END`,
  'the open credit of a claimed submission is worth what the submission says': `
    SELECT s.id FROM quests.submission s
    JOIN quests.points_ledger l ON l.submission_id = s.id AND l.kind = 'credit' AND l.credit_no = s.credit_no
    WHERE s.status = 'claimed' AND (l.points <> s.points_awarded OR l.xp <> s.xp_awarded)`,
  'verified_at equals claimed_at, and both stand with a claimed submission alone': `
    SELECT id FROM quests.submission
    WHERE verified_at IS DISTINCT FROM claimed_at OR (status = 'claimed') <> (claimed_at IS NOT NULL)`,
  'nobody has two submissions in one period of a quest': `
    SELECT quest_id, user_id, period_key FROM quests.submission GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  'the standings are the sums of the ledger': `
    SELECT coalesce(t.scope_id, l.scope_id) AS scope_id, coalesce(t.user_id, l.user_id) AS user_id,
      t.points AS standing, l.points AS ledger
    FROM quests.standing t
    FULL JOIN (
      SELECT scope.id AS scope_id, user_id, sum(points) AS points, sum(xp) AS xp,
        count(*) FILTER (WHERE kind = 'credit') - count(*) FILTER (WHERE kind = 'reversal') AS completions
      FROM quests.points_ledger CROSS JOIN LATERAL (VALUES (campaign_id), (project_id)) AS scope (id)
      GROUP BY 1, 2
    ) l USING (scope_id, user_id)
    WHERE coalesce(t.points, 0) <> coalesce(l.points, 0) OR coalesce(t.xp, 0) <> coalesce(l.xp, 0)
      OR coalesce(t.completions, 0) <> coalesce(l.completions, 0)`,
  'a limited quest counts its claimed submissions and never passes its limit': `
    SELECT q.id, q.completions, q.max_completions FROM quests.quest q
    WHERE q.max_completions IS NOT NULL AND (q.completions > q.max_completions
      OR q.completions <> (SELECT count(*) FROM quests.submission s WHERE s.quest_id = q.id AND s.status = 'claimed'))`,
};

/**
 * Checks the rules over the whole database (schema quests), while nothing is being credited.
 * @throws Error with each broken rule and its first rows
 */
export async function assertPointsInvariant(db: Pool): Promise<void> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows, rowCount } = await db.query(`${query} LIMIT 5`);
    if (rowCount) broken.push(`not true that ${rule}:\n    ${rows.map((row) => JSON.stringify(row)).join('\n    ')}`);
  }
  if (broken.length > 0) throw new Error(`Points invariant:\n  ${broken.join('\n  ')}`);
}
