import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@questp/messages/language';
import type { DrawEntry, DrawPrize, DrawState } from '@questp/messages/quests';
import { Database, decodeCursor, sql, type Tx } from '@questp/postgres';
import type { DrawFact } from '../../catalog/definition/facts.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { campaignLock } from '../../shared/campaign-locks.js';

export interface DrawRow {
  questId: string;
  state: DrawState;
  closesAt: Date;
  prizes: DrawPrize[];
  commitment: string;
  entryCount: number | null;
  root: string | null;
  closedAt: Date | null;
  seed: string | null;
  drawnAt: Date | null;
}

/** A draw whose list is closed. */
export interface ClosedDraw {
  seed: Buffer;
  root: Buffer;
  entryCount: number;
  prizes: DrawPrize[];
}

export interface Winner {
  sequence: number;
  prizeId: string;
}

const STATE = sql`CASE WHEN d.drawn_at IS NOT NULL THEN 'drawn' WHEN d.closed_at IS NOT NULL THEN 'closed' ELSE 'open' END`;
/** The prizes of a quest, each with its points. */
const PRIZES = sql`(
  SELECT jsonb_agg(jsonb_build_object('points', q.points) || p ORDER BY number)
  FROM jsonb_array_elements(q.config -> 'prizes') WITH ORDINALITY AS listed (p, number)
)`;
const CLOSES_AT = sql`(q.config ->> 'closesAt')::timestamptz`;

@Injectable()
export class DrawsRepository {
  constructor(private readonly database: Database) {}

  /** The seed only after the draw. */
  find(questId: string): Promise<DrawRow | undefined> {
    return this.database.row<DrawRow>(sql`
      SELECT d.quest_id, ${STATE} AS state, ${CLOSES_AT} AS closes_at, coalesce(d.prizes, ${PRIZES}) AS prizes,
        encode(sha256(d.seed), 'hex') AS commitment, d.entry_count, encode(d.root, 'hex') AS root, d.closed_at,
        CASE WHEN d.drawn_at IS NOT NULL THEN encode(d.seed, 'hex') END AS seed, d.drawn_at
      FROM draw d JOIN quest q ON q.id = d.quest_id
      WHERE d.quest_id = ${questId}`);
  }

  /** In the order of the list, one row more than the page. */
  entries(questId: string, { limit, cursor }: PageRequest): Promise<DrawEntry[]> {
    const [after = 0] = decodeCursor(cursor, ['int32']) ?? [];
    return this.database.rows<DrawEntry>(sql`
      SELECT sequence, submission_id AS entry_id, entrant_id AS user_id, prize_id
      FROM draw_entry WHERE quest_id = ${questId} AND sequence > ${after} ORDER BY sequence LIMIT ${limit + 1}`);
  }

  entry(questId: string, submissionId: string): Promise<DrawEntry | undefined> {
    return this.database.row<DrawEntry>(sql`
      SELECT sequence, submission_id AS entry_id, entrant_id AS user_id, prize_id
      FROM draw_entry WHERE quest_id = ${questId} AND submission_id = ${submissionId}`);
  }

  /** The hashes at these places of the tree, in the order of the places. */
  async nodes(questId: string, places: readonly { level: number; index: number }[]): Promise<string[]> {
    const rows = await this.database.rows<{ hash: string }>(sql`
      SELECT encode(n.hash, 'hex') AS hash
      FROM unnest(${places.map(({ level }) => level)}::integer[], ${places.map(({ index }) => index)}::integer[])
        WITH ORDINALITY AS place (level, index, number)
      JOIN draw_node n ON n.quest_id = ${questId} AND n.level = place.level AND n.index = place.index
      ORDER BY place.number`);
    return rows.map(({ hash }) => hash);
  }

  fact({ userId, questId }: EarnerAndQuest, periodKey: string): Promise<DrawFact | undefined> {
    return this.database.row<DrawFact>(sql`
      SELECT ${STATE} AS state, coalesce(s.status = 'pending', false) AS is_waiting, e.sequence IS NOT NULL AS is_listed,
        (SELECT jsonb_build_object('id', p ->> 'id', 'name', p ->> 'name', 'points', p -> 'points')
          FROM jsonb_array_elements(d.prizes) AS p WHERE p ->> 'id' = e.prize_id) AS prize
      FROM draw d
      LEFT JOIN submission s
        ON s.quest_id = d.quest_id AND s.user_id = ${userId} AND s.period_key = ${periodKey}
      LEFT JOIN draw_entry e ON e.quest_id = d.quest_id AND e.submission_id = s.id
      WHERE d.quest_id = ${questId}`);
  }

  /** Quests whose draw is due: to be closed, or closed and not drawn. */
  async due(limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ questId: string }>(sql`
      SELECT d.quest_id FROM draw d JOIN quest q ON q.id = d.quest_id
      WHERE d.drawn_at IS NULL AND ${CLOSES_AT} <= now() ORDER BY d.quest_id LIMIT ${limit}`);
    return rows.map(({ questId }) => questId);
  }

  /**
   * Lists the entries that wait, of earners who may win, in the order in which they were made. Attempts that run are
   * waited for, so that none ends after the list. Undefined: closed already, or not due any more.
   */
  async list(tx: Tx, questId: string): Promise<DrawEntry[] | undefined> {
    await tx.execute(sql`SELECT ${campaignLock(sql`campaign_id`)} FROM quest WHERE id = ${questId}`);
    const open = await tx.row(sql`
      SELECT d.quest_id FROM draw d JOIN quest q ON q.id = d.quest_id
      WHERE d.quest_id = ${questId} AND d.closed_at IS NULL AND ${CLOSES_AT} <= now() FOR UPDATE OF d`);
    if (open === undefined) return undefined;
    return tx.rows<DrawEntry>(sql`
      INSERT INTO draw_entry AS e (quest_id, sequence, submission_id, entrant_id)
      SELECT s.quest_id, row_number() OVER (ORDER BY s.id), s.id, s.user_id
      FROM submission s JOIN earner a ON a.user_id = s.user_id
      WHERE s.quest_id = ${questId} AND s.status = 'pending' AND a.status = 'active'
        AND NOT EXISTS (SELECT FROM project_member m WHERE m.project_id = s.project_id AND m.user_id = s.user_id)
      ORDER BY s.id
      RETURNING e.sequence, e.submission_id AS entry_id, e.entrant_id AS user_id, e.prize_id`);
  }

  async close(tx: Tx, questId: string, entryCount: number, levels: readonly Buffer[][], root: Buffer): Promise<void> {
    for (const [level, hashes] of levels.entries()) {
      await tx.execute(sql`
        INSERT INTO draw_node (quest_id, level, index, hash)
        SELECT ${questId}, ${level}::smallint, n.number - 1, decode(n.hash, 'hex')
        FROM unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) WITH ORDINALITY AS n (hash, number)`);
    }
    await tx.execute(sql`
      UPDATE draw d SET closed_at = now(), entry_count = ${entryCount}, root = ${root}, prizes = ${PRIZES}
      FROM quest q WHERE q.id = d.quest_id AND d.quest_id = ${questId}`);
  }

  /** Locks a draw that is closed and not drawn. */
  lockClosed(tx: Tx, questId: string): Promise<ClosedDraw | undefined> {
    return tx.row<ClosedDraw>(sql`
      SELECT seed, root, entry_count, prizes FROM draw
      WHERE quest_id = ${questId} AND closed_at IS NOT NULL AND drawn_at IS NULL FOR UPDATE`);
  }

  /** Writes the winners, in the order of the prizes, and makes every entry that waits due. */
  async publish(tx: Tx, questId: string, winners: readonly Winner[]): Promise<void> {
    const [sequences, prizeIds] = [winners.map(({ sequence }) => sequence), winners.map(({ prizeId }) => prizeId)];
    await tx.execute(sql`
      UPDATE draw_entry e SET place = w.number - 1, prize_id = w.prize_id
      FROM unnest(${sequences}::integer[], ${prizeIds}::text[]) WITH ORDINALITY AS w (sequence, prize_id, number)
      WHERE e.quest_id = ${questId} AND e.sequence = w.sequence`);
    await tx.execute(sql`UPDATE draw SET drawn_at = now() WHERE quest_id = ${questId}`);
    await tx.execute(sql`
      UPDATE pending_check p SET due_at = now() FROM submission s
      WHERE s.quest_id = ${questId} AND s.status = 'pending' AND p.submission_id = s.id`);
  }
}
