import { Injectable } from '@nestjs/common';
import type { AccountMerge, AdminAccountMerge, AccountMergeState, adminListMerges } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { MergeSums } from '@questp/messages/quests';
import {
  Database,
  decodeCursor,
  empty,
  insertInto,
  isUniqueViolation,
  sql,
  found,
  iso,
  type Queries,
  type Tx,
} from '@questp/postgres';
import { UNDOABLE_UNTIL as UNTIL, type MovedMethods } from '../../shared/undoable-merges.js';

export interface MergeRow {
  id: string;
  survivorId: string;
  absorbedId: string;
  state: AccountMergeState;
  mergedAt: Date | null;
  undoableUntil: Date | null;
  moved: MovedMethods | null;
  sums: MergeSums | null;
  objectedAt: Date | null;
  /** The undo period is over, by the clock of the database. */
  isOver: boolean;
}

export const toAccountMerge = ({
  id,
  survivorId,
  absorbedId,
  state,
  mergedAt,
  undoableUntil,
  sums,
}: MergeRow): AccountMerge => ({
  ...{ id, survivorId, absorbedId, state, sums },
  mergedAt: iso(mergedAt),
  undoableUntil: iso(undoableUntil),
});

export const toAdminAccountMerge = (merge: MergeRow): AdminAccountMerge => ({
  ...toAccountMerge(merge),
  objectedAt: iso(merge.objectedAt),
});

const MERGE = sql`
  SELECT id, survivor_id, absorbed_id, state, merged_at, ${UNTIL} AS undoable_until, moved, sums, objected_at,
    coalesce(${UNTIL} <= now(), false) AS is_over
  FROM account_merge`;
/**
 * Seconds after which a merge confirmation counts as abandoned; far above the deadlines of its calls to other services.
 */
const ABANDONED_S = 60;

@Injectable()
export class AccountMergesRepository {
  constructor(private readonly database: Database) {}

  /** Starts the merge of an offer; idempotent. ACCOUNT_MERGING while the account is in another merge. */
  async begin(tx: Tx, id: string, survivorId: string, absorbedId: string): Promise<void> {
    await tx
      .execute(
        sql`${insertInto('account_merge', { id, survivorId, absorbedId, state: 'reserving' })} ON CONFLICT (id) DO NOTHING`,
      )
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'account_merge_absorbed') ? new AppError('ACCOUNT_MERGING') : error;
      });
  }

  /** The account that the user may merge by the offer, or that is merged by it; undefined if there is none. */
  async absorbedBy(tx: Tx, survivorId: string, offerId: string): Promise<string | undefined> {
    const row = await tx.row<{ absorbedId: string }>(sql`
      SELECT absorbed_id FROM merge_offer WHERE id = ${offerId} AND survivor_id = ${survivorId}
      UNION SELECT absorbed_id FROM account_merge WHERE id = ${offerId} AND survivor_id = ${survivorId}`);
    return row?.absorbedId;
  }

  find(on: Queries, id: string): Promise<MergeRow | undefined> {
    return on.row<MergeRow>(sql`${MERGE} WHERE id = ${id}`);
  }

  /** NOT_FOUND for an unknown merge. */
  async get(on: Queries, id: string): Promise<MergeRow> {
    return found(await this.find(on, id));
  }

  /** Locks the merge until the transaction ends. NOT_FOUND */
  async lock(tx: Tx, id: string): Promise<MergeRow> {
    return found(await tx.row<MergeRow>(sql`${MERGE} WHERE id = ${id} FOR UPDATE`));
  }

  async isMerging(on: Queries, userId: string): Promise<boolean> {
    const merging = sql`
      SELECT FROM account_merge
      WHERE (survivor_id = ${userId} AND state IN ('reserving', 'moving', 'undoing'))
        OR (absorbed_id = ${userId} AND state <> 'undone')
      LIMIT 1`;
    return (await on.row(merging)) !== undefined;
  }

  async merged(tx: Tx, id: string, moved: MovedMethods): Promise<void> {
    await tx.execute(sql`
      UPDATE account_merge
      SET state = 'moving', merged_at = now(), moved = ${JSON.stringify(moved)}::jsonb
      WHERE id = ${id}`);
  }

  async undoing(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`UPDATE account_merge SET state = 'undoing', moved = NULL WHERE id = ${id}`);
  }

  /**
   * Deletes what merges moved once they cannot be undone any more, except those whose undo is running. Returns the
   * absorbed accounts.
   */
  async forgetMoved(tx: Tx): Promise<string[]> {
    const rows = await tx.rows<{ absorbedId: string }>(sql`
      UPDATE account_merge SET moved = NULL
      WHERE id IN (
        SELECT id FROM account_merge WHERE moved IS NOT NULL AND ${UNTIL} < now() - interval '1 day'
        LIMIT 100 FOR UPDATE SKIP LOCKED)
      RETURNING absorbed_id`);
    return rows.map(({ absorbedId }) => absorbedId);
  }

  async isBeingDeleted(tx: Tx, userIds: string[]): Promise<boolean> {
    return (await tx.row(sql`SELECT FROM account_deletion WHERE user_id = ANY(${userIds}) LIMIT 1`)) !== undefined;
  }

  /** NOT_FOUND for an unknown merge. */
  async ofObjection(on: Queries, tokenHash: Buffer): Promise<MergeRow> {
    const mergeId = sql`SELECT merge_id FROM merge_objection_token WHERE hash = ${tokenHash}`;
    return found(await on.row<MergeRow>(sql`${MERGE} WHERE id = (${mergeId})`));
  }

  async object(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`UPDATE account_merge SET objected_at = now() WHERE id = ${id}`);
  }

  /** Stores the totals that quests-verify reports, and ends the merge or the undo. */
  async settled(tx: Tx, id: string, undone: boolean, sums: MergeSums): Promise<void> {
    await tx.execute(sql`
      UPDATE account_merge SET state = ${undone ? 'undone' : 'done'}, sums = ${JSON.stringify(sums)}::jsonb
      WHERE id = ${id} AND state = ${undone ? 'undoing' : 'moving'}`);
  }

  /** Counts one more concurrent confirmation of the merge. */
  async join(tx: Tx, id: string, survivorId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE account_merge SET attempts = attempts + 1, asked_at = now()
      WHERE id = ${id} AND survivor_id = ${survivorId} AND state = 'reserving'`);
  }

  /** Records that the merge will not be committed by this confirmation. True if no other confirmation is running. */
  async giveUp(tx: Tx, id: string): Promise<boolean> {
    const row = await tx.row<{ attempts: number }>(sql`
      UPDATE account_merge SET state = 'releasing', attempts = attempts - 1
      WHERE id = ${id} AND state IN ('reserving', 'releasing')
      RETURNING attempts`);
    return row?.attempts === 0;
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`DELETE FROM account_merge WHERE id = ${id} AND state = 'releasing'`);
  }

  /**
   * Takes the merge with the oldest last confirmation, if that was more than ABANDONED_S seconds ago and the merge was
   * not committed.
   */
  async takeAbandoned(tx: Tx): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(sql`
      UPDATE account_merge SET state = 'releasing'
      WHERE id = (
        SELECT id FROM account_merge
        WHERE state IN ('reserving', 'releasing') AND asked_at < now() - make_interval(secs => ${ABANDONED_S})
        ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`);
    return row?.id;
  }

  /** Newest first, one row more than the page. */
  list({ userId, objected, limit, cursor }: RequestOf<typeof adminListMerges>): Promise<MergeRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<MergeRow>(sql`
      ${MERGE}
      WHERE true ${userId === undefined ? empty : sql`AND ${userId} IN (survivor_id, absorbed_id)`}
        ${objected === undefined ? empty : sql`AND (objected_at IS NOT NULL) = ${objected}::boolean`}
        ${before === undefined ? empty : sql`AND id < ${before}`}
      ORDER BY id DESC LIMIT ${limit + 1}`);
  }
}
