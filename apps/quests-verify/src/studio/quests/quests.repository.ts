import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { listQuests, QuestOrder } from '@questp/messages/quests';
import {
  assignments,
  columns,
  Database,
  byText,
  empty,
  insertInto,
  isForeignKeyViolation,
  isUniqueViolation,
  newId,
  sorted,
  sql,
  found,
  type Queries,
  type Sort,
  type Sorted,
  type Tx,
} from '@questp/postgres';
import { changed } from '../../shared/changed.js';
import { containing } from '../../shared/search.js';
import { COUNTS_AS_PARTICIPANT } from '../../ledger/submissions/takers.js';
import { QUEST_COLUMNS, type NewQuest, type QuestOutline, type QuestRow } from './quest.js';

interface QuestScope {
  projectId: string;
  campaignId: string;
}

const SORTS: Record<QuestOrder, Sort> = {
  position: { direction: 'ASC', by: { position: 'int32', id: 'uuid' } },
  newest: { direction: 'DESC', by: { id: 'uuid' } },
  oldest: { direction: 'ASC', by: { id: 'uuid' } },
  title: { direction: 'ASC', by: { [byText('title')]: 'text', id: 'uuid' } },
  points: { direction: 'DESC', by: { points: 'int32', id: 'uuid' } },
};

/** Changes of quests, their order and prerequisites require the lock of the campaign's quests. */
@Injectable()
export class QuestsRepository {
  constructor(private readonly database: Database) {}

  /** SLUG_TAKEN */
  async insert(tx: Tx, { projectId, campaignId }: QuestScope, quest: NewQuest): Promise<QuestRow> {
    const row = { id: newId(), projectId, campaignId, ...quest };
    return tx
      .row<QuestRow>(sql`${insertInto('quest', row)} RETURNING ${columns(QUEST_COLUMNS)}`)
      .then(found, refuseTakenSlug);
  }

  /** All quests of a campaign, archived ones included, by position. */
  outline(tx: Tx, campaignId: string): Promise<QuestOutline[]> {
    return tx.rows<QuestOutline>(sql`
      SELECT id, slug, status, position, prerequisites FROM quest
      WHERE campaign_id = ${campaignId} ORDER BY position, id`);
  }

  /** Locks the quest against the counting of completions. NOT_FOUND */
  async lock(tx: Tx, campaignId: string, questId: string): Promise<QuestRow> {
    return found(
      await tx.row<QuestRow>(sql`
        SELECT ${columns(QUEST_COLUMNS)} FROM quest WHERE id = ${questId} AND campaign_id = ${campaignId} FOR NO KEY UPDATE`),
    );
  }

  /** Writes every column a team changes. SLUG_TAKEN */
  async update(tx: Tx, quest: QuestRow): Promise<QuestRow> {
    return tx
      .row<QuestRow>(sql`
        UPDATE quest SET ${assignments(changed(quest))} WHERE id = ${quest.id} RETURNING ${columns(QUEST_COLUMNS)}`)
      .then(found, refuseTakenSlug)
      .then((row) => this.counted(tx, row));
  }

  /** Adds the completions of a quest that does not count them in its row. */
  async counted(on: Queries, row: QuestRow): Promise<QuestRow> {
    const [counted] = await this.allCounted(on, [row]);
    return found(counted);
  }

  private async allCounted<Row extends QuestRow>(on: Queries, rows: readonly Row[]): Promise<Row[]> {
    const ids = rows.filter(({ maxCompletions }) => maxCompletions === null).map(({ id }) => id);
    if (ids.length === 0) return [...rows];
    const tallies = await on.rows<{ questId: string; completions: number }>(sql`
      SELECT quest_id, completions FROM quest_tally WHERE quest_id = ANY(${ids}::uuid[])`);
    const counts = new Map(tallies.map(({ questId, completions }) => [questId, completions]));
    return rows.map((row) => (row.maxCompletions === null ? { ...row, completions: counts.get(row.id) ?? 0 } : row));
  }

  /** HAS_PARTICIPANTS if rows of an earner refer to it. */
  async delete(tx: Tx, questId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM quest WHERE id = ${questId}`).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new AppError('HAS_PARTICIPANTS') : error;
    });
  }

  /** The database clock. */
  async now(tx: Tx): Promise<Date> {
    return found(await tx.row<{ now: Date }>(sql`SELECT now()`)).now;
  }

  /**
   * True if a participant has joined since then.
   * @param since null: ever
   */
  async hasTakers(tx: Tx, questId: string, since: Date | null): Promise<boolean> {
    const taker = await tx.row(sql`
      SELECT 1 FROM submission
      WHERE quest_id = ${questId} AND (${since}::timestamptz IS NULL OR created_at >= ${since})
        AND ${COUNTS_AS_PARTICIPANT}
      LIMIT 1`);
    return taker !== undefined;
  }

  async countClaimed(tx: Tx, questId: string): Promise<number> {
    const counted = await tx.row<{ claimed: number }>(
      sql`SELECT count(*)::integer AS claimed FROM submission WHERE quest_id = ${questId} AND status = 'claimed'`,
    );
    return counted?.claimed ?? 0;
  }

  /** Assigns the positions 0..n-1. */
  async order(tx: Tx, questIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      UPDATE quest SET position = ordered.place - 1, updated_at = now()
      FROM unnest(${questIds}::uuid[]) WITH ORDINALITY AS ordered (id, place)
      WHERE quest.id = ordered.id AND quest.position <> ordered.place - 1`);
  }

  async get({ projectId, campaignId }: QuestScope, questId: string): Promise<QuestRow> {
    const row = await this.database.row<QuestRow>(sql`
      SELECT ${columns(QUEST_COLUMNS)} FROM quest
      WHERE id = ${questId} AND project_id = ${projectId} AND campaign_id = ${campaignId}`);
    return this.counted(this.database, found(row));
  }

  /** One row more than the page. A campaign has so few quests that only their positions are indexed. */
  async list(
    request: RequestOf<typeof listQuests> & { taskTypeIds?: readonly string[] | undefined },
  ): Promise<Sorted<QuestRow>[]> {
    const { projectId, campaignId, status, search, taskTypeIds, order, limit, cursor } = request;
    const { sortKey, isAfter, orderBy } = sorted(SORTS, order, cursor);
    const rows = await this.database.rows<Sorted<QuestRow>>(sql`
      SELECT ${columns(QUEST_COLUMNS)}, ${sortKey} FROM quest
      WHERE campaign_id = ${campaignId} AND project_id = ${projectId}
        AND ${isAfter} AND ${containing(['title', 'slug'], search)}
        ${status === undefined ? empty : sql`AND status = ANY(${status}::text[])`}
        ${taskTypeIds === undefined ? empty : sql`AND task_type_id = ANY(${taskTypeIds}::text[])`}
      ORDER BY ${orderBy} LIMIT ${limit + 1}`);
    return this.allCounted(this.database, rows);
  }
}

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'quest_slug_key') ? new AppError('SLUG_TAKEN') : error;
}
