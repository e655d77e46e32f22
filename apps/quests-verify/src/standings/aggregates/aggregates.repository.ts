import { Injectable } from '@nestjs/common';
import { sql, type Sql, type Tx } from '@questp/postgres';
import { creditedAt } from '../../ledger/credits/credited-at.js';

/** The scope of boards over all projects. */
export const PLATFORM_SCOPE = '00000000-0000-0000-0000-000000000000';

/** Minutes by which a window advances at a time; one statement removes the credits of that step. */
const STEP_MINUTES = 10;

/** The aggregates that follow the ledger; see migration 007. Only for the holder of `lead`. */
@Injectable()
export class AggregatesRepository {
  /** Number of ledger entries per batch. */
  batch = 1_000;

  /** Takes the lead until the transaction ends; false: another replica has it. One worker folds at a time. */
  async lead(tx: Tx): Promise<boolean> {
    const row = await tx.row<{ leads: boolean }>(sql`
      SELECT try_lock('kept-sums') AS leads`);
    return row?.leads === true;
  }

  /** Takes unfolded entries; the caller must fold all of them in. */
  async take(tx: Tx): Promise<string[]> {
    const rows = await tx.rows<{ entryId: string }>(sql`
      DELETE FROM unfolded_entry WHERE entry_id IN (SELECT entry_id FROM unfolded_entry ORDER BY entry_id LIMIT ${this.batch})
      RETURNING entry_id`);
    return rows.map(({ entryId }) => entryId);
  }

  /** Prevents the suspension and reactivation of their earners until the transaction ends. */
  async holdEarners(tx: Tx, entryIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      SELECT FROM earner WHERE user_id IN (SELECT user_id FROM points_ledger WHERE id = ANY(${entryIds}::uuid[]))
      ORDER BY user_id FOR SHARE`);
  }

  async addToQuests(tx: Tx, entryIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      INSERT INTO quest_tally AS t (quest_id, completions)
      SELECT quest_id, sum(CASE kind WHEN 'credit' THEN 1 ELSE -1 END) FROM points_ledger
      WHERE id = ANY(${entryIds}::uuid[]) GROUP BY quest_id
      ON CONFLICT (quest_id) DO UPDATE SET completions = t.completions + excluded.completions`);
  }

  /**
   * Updates participants: earners who became one by the entries, and those who no longer are. `standing` without
   * unfolded entries is what was folded in, this batch included. OFFSET 0 makes the planner read the earner's latest
   * entries only, instead of the whole campaign for each earner.
   */
  async addToCampaigns(tx: Tx, entryIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      WITH changed AS (
        SELECT campaign_id, user_id, sum(CASE kind WHEN 'credit' THEN 1 ELSE -1 END) AS change FROM points_ledger
        WHERE id = ANY(${entryIds}::uuid[]) GROUP BY campaign_id, user_id
      ),
      waiting AS (
        SELECT c.campaign_id, c.user_id, sum(CASE l.kind WHEN 'credit' THEN 1 ELSE -1 END) AS change
        FROM changed c
        CROSS JOIN LATERAL (
          SELECT id, campaign_id, kind FROM points_ledger
          WHERE user_id = c.user_id AND id >= (SELECT entry_id FROM unfolded_entry ORDER BY entry_id LIMIT 1) OFFSET 0
        ) l
        JOIN unfolded_entry u ON u.entry_id = l.id
        WHERE l.campaign_id = c.campaign_id
        GROUP BY c.campaign_id, c.user_id
      ),
      folded AS (
        SELECT c.campaign_id, c.change, s.completions - coalesce(w.change, 0) AS completions
        FROM changed c
        JOIN standing s ON s.scope_id = c.campaign_id AND s.user_id = c.user_id
        LEFT JOIN waiting w ON w.campaign_id = c.campaign_id AND w.user_id = c.user_id
      )
      INSERT INTO campaign_tally AS t (campaign_id, participants)
      SELECT campaign_id, sum((completions > 0)::integer - (completions - change > 0)::integer) FROM folded
      GROUP BY campaign_id
      ON CONFLICT (campaign_id) DO UPDATE SET participants = t.participants + excluded.participants`);
  }

  /** Looks up the rows of each entry: a join would read all earners and credits for a few hundred entries. */
  async addToBoards(tx: Tx, entryIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      WITH entry AS MATERIALIZED (
        SELECT l.kind, l.campaign_id, l.project_id, l.user_id, l.points, l.xp,
          CASE l.kind WHEN 'credit' THEN ${creditedAt('l')} ELSE (
            SELECT ${creditedAt('c')} FROM points_ledger c
            WHERE c.submission_id = l.submission_id AND c.credit_no = l.credit_no AND c.kind = 'credit'
          ) END AS credited_at,
          (SELECT e.status = 'active' FROM earner e WHERE e.user_id = l.user_id) AS visible
        FROM points_ledger l
        WHERE l.id = ANY(${entryIds}::uuid[])
      )
      INSERT INTO board_standing AS b (scope_id, days, user_id, points, xp, completions, last_credit_at, visible)
      SELECT scope.id, w.days, e.user_id, sum(e.points), sum(e.xp), sum(CASE e.kind WHEN 'credit' THEN 1 ELSE -1 END),
        coalesce(max(e.credited_at) FILTER (WHERE e.kind = 'credit'), '-infinity'), bool_and(e.visible)
      FROM entry e
      JOIN board_window w ON e.credited_at >= w.since
      CROSS JOIN LATERAL (VALUES (e.campaign_id), (e.project_id), (${PLATFORM_SCOPE}::uuid)) AS scope (id)
      WHERE w.days > 0 OR scope.id = ${PLATFORM_SCOPE}
      GROUP BY scope.id, w.days, e.user_id
      ON CONFLICT (scope_id, days, user_id) DO UPDATE
      SET points = b.points + excluded.points, xp = b.xp + excluded.xp, completions = b.completions + excluded.completions,
        last_credit_at = greatest(b.last_credit_at, excluded.last_credit_at)`);
  }

  /** Recomputes the time of the last folded credit for the earners whose credits these entries reverse. */
  async correctTimes(tx: Tx, entryIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      UPDATE board_standing b
      SET last_credit_at = coalesce((
        SELECT max(${creditedAt('l')}) FROM points_ledger l
        WHERE l.user_id = b.user_id AND l.kind = 'credit' AND ${creditedAt('l')} >= w.since
          AND b.scope_id IN (l.campaign_id, l.project_id, ${PLATFORM_SCOPE})
          AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = l.id)
          AND NOT EXISTS (
            SELECT FROM points_ledger r
            WHERE r.submission_id = l.submission_id AND r.credit_no = l.credit_no AND r.kind = 'reversal'
              AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = r.id)
          )
      ), '-infinity')
      FROM board_window w
      WHERE w.days = b.days AND b.user_id IN (
        SELECT user_id FROM points_ledger WHERE id = ANY(${entryIds}::uuid[]) AND kind = 'reversal'
      )`);
  }

  /** The longest window that is behind its start; undefined: none. */
  late(tx: Tx): Promise<{ days: number } | undefined> {
    return tx.row<{ days: number }>(sql`
      SELECT days FROM board_window WHERE days > 0 AND since < ${beginning} ORDER BY days DESC LIMIT 1`);
  }

  /**
   * Advances the start of a window by a step and removes earlier credits. Unfolded entries, credits and reversals, are
   * compared with the new start.
   */
  async moveOn(tx: Tx, days: number): Promise<void> {
    const until = sql`least(w.since + make_interval(mins => ${STEP_MINUTES}), ${beginning})`;
    // Before their rows of boards, as a suspension does.
    await tx.execute(sql`
      SELECT FROM earner WHERE user_id IN (
        SELECT l.user_id FROM board_window w CROSS JOIN LATERAL (${creditsBetween(until)}) l WHERE w.days = ${days}
      ) ORDER BY user_id FOR SHARE`);
    await tx.execute(sql`
      WITH leaving AS (
        SELECT scope.id AS scope_id, l.user_id, sum(l.points) AS points, sum(l.xp) AS xp, count(*) AS completions
        FROM board_window w
        CROSS JOIN LATERAL (${creditsBetween(until)}) l
        CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id), (${PLATFORM_SCOPE}::uuid)) AS scope (id)
        WHERE w.days = ${days}
          AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = l.id)
          AND NOT EXISTS (
            SELECT FROM points_ledger r
            WHERE r.submission_id = l.submission_id AND r.credit_no = l.credit_no AND r.kind = 'reversal'
              AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = r.id)
          )
        GROUP BY scope.id, l.user_id
      )
      UPDATE board_standing b
      SET points = b.points - l.points, xp = b.xp - l.xp, completions = b.completions - l.completions
      FROM leaving l WHERE b.scope_id = l.scope_id AND b.days = ${days} AND b.user_id = l.user_id`);
    await tx.execute(sql`UPDATE board_window w SET since = ${until} WHERE w.days = ${days}`);
  }
}

/** Start of the window of `days` days on the database's clock. */
const beginning = sql`date_trunc('day', now(), 'UTC') - make_interval(days => days - 1)`;

const LEFT = sql`id, submission_id, credit_no, campaign_id, project_id, user_id, points, xp`;

/** Credits between the start of the window `w` and another time. */
const creditsBetween = (until: Sql): Sql => sql`
  SELECT ${LEFT} FROM points_ledger
  WHERE kind = 'credit' AND counted_at IS NULL AND created_at >= w.since AND created_at < ${until}
  UNION ALL
  SELECT ${LEFT} FROM points_ledger WHERE kind = 'credit' AND counted_at >= w.since AND counted_at < ${until}`;
