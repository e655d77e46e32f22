import { Injectable } from '@nestjs/common';
import { MERGE_UNDO_DAYS, type AccountMerged } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import {
  MAX_MERGE_CAMPAIGNS,
  previewAccountMerge,
  type MergeCampaign,
  type MergePreview,
  type MergeSums,
} from '@questp/messages/quests';
import { accountLock, Database, insertInto, sql, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { hasRoles } from '../../people/access/has-roles.js';
import { requireActive } from '../../people/access/require-active.js';
import { EarnersRepository } from '../../people/earners/earners.repository.js';

export interface Merge extends AccountMerged {
  state: 'reserved' | 'moving' | 'moved' | 'undoing' | 'undone';
}

/** Merges with submissions to move. Skips merges whose survivor was itself merged later. */
const TO_SETTLE = sql`
  FROM account_merge m WHERE m.state IN ('moving', 'undoing') AND NOT EXISTS (
    SELECT FROM account_merge later WHERE later.absorbed_id = m.survivor_id AND later.state <> 'undone'
  )`;
const MERGE = sql`id AS merge_id, survivor_id, absorbed_id, state`;

@Injectable()
export class AccountMergesRepository {
  constructor(
    private readonly database: Database,
    private readonly earnersRepository: EarnersRepository,
  ) {}

  /** Deletes the ended checks that were kept to undo a merge. */
  purgeEndedChecks(): Promise<number> {
    return this.database.execute(sql`
      UPDATE account_merge_item i SET ended_check = NULL FROM account_merge m
      WHERE i.ended_check IS NOT NULL AND m.id = i.merge_id
        AND m.reserved_at < now() - make_interval(days => ${MERGE_UNDO_DAYS + 1})`);
  }

  @Rpc(previewAccountMerge)
  async preview({ survivorId, absorbedId }: RequestOf<typeof previewAccountMerge>): Promise<MergePreview> {
    const rows = await this.database.rows<MergeCampaign & { campaigns: number }>(sql`
      SELECT c.id AS campaign_id, c.project_id, c.title, ${SUMS},
        CASE WHEN bool_or(i.of_team) THEN 'TEAM_MEMBER' WHEN bool_or(i.dropped) THEN 'SAME_PERIOD' END AS dropped_because
      FROM (
        SELECT a.campaign_id, a.points_awarded AS points, a.xp_awarded AS xp, m.user_id IS NOT NULL AS of_team,
          m.user_id IS NOT NULL OR (b.id IS NOT NULL AND NOT (a.status = 'claimed' AND b.status <> 'claimed')) AS dropped
        FROM submission a
        LEFT JOIN submission b ON b.quest_id = a.quest_id AND b.user_id = ${survivorId} AND b.period_key = a.period_key
        LEFT JOIN project_member m ON m.project_id = a.project_id AND m.user_id = ${survivorId}
        WHERE a.user_id = ${absorbedId}
      ) i
      JOIN campaign c ON c.id = i.campaign_id
      GROUP BY c.id
      ORDER BY sum(i.points) DESC, c.id`);
    const total = (of: (row: MergeSums) => string | number) =>
      rows.reduce((sum, row) => sum + BigInt(of(row)), 0n).toString();
    return {
      sums: {
        submissions: Number(total((row) => row.submissions)),
        points: total((row) => row.points),
        xp: total((row) => row.xp),
        droppedSubmissions: Number(total((row) => row.droppedSubmissions)),
        droppedPoints: total((row) => row.droppedPoints),
        droppedXp: total((row) => row.droppedXp),
      },
      campaigns: rows.slice(0, MAX_MERGE_CAMPAIGNS),
      hasRoles: await hasRoles(this.database, absorbedId),
    };
  }

  /** See reserveAccountMerge. */
  async reserve(tx: Tx, { mergeId, survivorId, absorbedId }: AccountMerged): Promise<void> {
    for (const userId of [survivorId, absorbedId].toSorted()) await tx.execute(sql`SELECT ${accountLock(userId)}`);
    if ((await this.find(tx, mergeId)) !== undefined) return;
    for (const userId of [survivorId, absorbedId]) requireActive(await this.earnersRepository.statusOf(tx, userId));
    if (await hasRoles(tx, absorbedId)) throw new AppError('ACCOUNT_HAS_ROLES');
    await tx.execute(
      insertInto('account_merge', { id: mergeId, survivorId, absorbedId, state: 'reserved', toldStatus: 'active' }),
    );
    await this.earnersRepository.show(tx, absorbedId, 'merged');
  }

  async release(tx: Tx, mergeId: string): Promise<void> {
    const released = await tx.row<{ absorbedId: string; toldStatus: 'active' }>(sql`
      DELETE FROM account_merge WHERE id = ${mergeId} AND state = 'reserved' RETURNING absorbed_id, told_status`);
    if (released !== undefined) await this.earnersRepository.show(tx, released.absorbedId, released.toldStatus);
  }

  /** Begins to move, or to move back. */
  async begin(tx: Tx, mergeId: string, state: 'moving' | 'undoing'): Promise<void> {
    const from = state === 'moving' ? ['reserved'] : ['reserved', 'moving', 'moved'];
    await tx.execute(sql`UPDATE account_merge SET state = ${state} WHERE id = ${mergeId} AND state = ANY(${from})`);
  }

  async anyToSettle(): Promise<boolean> {
    return (await this.database.row(sql`SELECT ${TO_SETTLE} LIMIT 1`)) !== undefined;
  }

  /** Takes a merge that no other replica is working on and that is not in `passedOver`. */
  take(tx: Tx, passedOver: readonly string[]): Promise<Merge | undefined> {
    return tx.row<Merge>(sql`
      SELECT ${MERGE} ${TO_SETTLE} AND m.id <> ALL (${passedOver}::uuid[])
      ORDER BY id LIMIT 1 FOR UPDATE OF m SKIP LOCKED`);
  }

  /** Records that all submissions are moved. */
  async settle(tx: Tx, { mergeId, absorbedId, state }: Merge): Promise<MergeSums> {
    const undone = state === 'undoing';
    const settled = await tx.row<{ toldStatus: 'active' }>(sql`
      UPDATE account_merge SET state = ${undone ? 'undone' : 'moved'} WHERE id = ${mergeId} RETURNING told_status`);
    if (undone && settled !== undefined) {
      await this.earnersRepository.show(tx, absorbedId, settled.toldStatus);
      await this.forgetMethods(tx, mergeId);
    }
    const sums = await tx.row<MergeSums>(sql`SELECT ${SUMS} FROM account_merge_item i WHERE merge_id = ${mergeId}`);
    return sums as MergeSums;
  }

  /** Ends what the survivor of an undone merge had by it, but for methods that it has itself. */
  private async forgetMethods(tx: Tx, mergeId: string): Promise<void> {
    await tx.execute(sql`
      DELETE FROM earner_method s USING account_merge m, earner_method a, earner e
      WHERE m.id = ${mergeId} AND s.user_id = m.survivor_id AND s.since >= m.reserved_at
        AND a.user_id = m.absorbed_id AND a.method_hash = s.method_hash
        AND e.user_id = s.user_id AND NOT coalesce(s.method_hash = ANY (e.method_hashes), false)`);
  }

  private find(tx: Tx, mergeId: string): Promise<Merge | undefined> {
    return tx.row<Merge>(sql`SELECT ${MERGE} FROM account_merge WHERE id = ${mergeId}`);
  }
}

const SUMS = sql`
  count(*) FILTER (WHERE NOT i.dropped)::integer AS submissions,
  coalesce(sum(i.points) FILTER (WHERE NOT i.dropped), 0)::text AS points,
  coalesce(sum(i.xp) FILTER (WHERE NOT i.dropped), 0)::text AS xp,
  count(*) FILTER (WHERE i.dropped)::integer AS dropped_submissions,
  coalesce(sum(i.points) FILTER (WHERE i.dropped), 0)::text AS dropped_points,
  coalesce(sum(i.xp) FILTER (WHERE i.dropped), 0)::text AS dropped_xp`;
