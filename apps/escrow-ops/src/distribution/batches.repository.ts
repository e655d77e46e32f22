import { Injectable } from '@nestjs/common';
import { listPayoutBatches, type BatchPartReading, type PayoutBatch } from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import { Database, decodeCursor, empty, found, newId, sql, toPage, type Sql, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';

type BatchRow = Omit<PayoutBatch, 'createdAt'> & { createdAt: Date };

/** A payout of a batch. */
export interface BatchPayout {
  rank: number;
  userId: string;
  address: string;
  amount: string;
  isPaid: boolean;
  txHash: string | null;
}

/** A user reads the messages of a part of a batch, to be signed by the sender. */
export interface PartReading {
  planId: string;
  batch: number;
  part: number;
  userId: string;
  sender: string;
}

@Injectable()
export class BatchesRepository {
  constructor(private readonly database: Database) {}

  /** Makes a batch of the payouts without one. Undefined: there are none. Call it while the campaign is locked. */
  async create(tx: Tx, planId: string, userId: string, most: number): Promise<PayoutBatch | undefined> {
    const made = await tx.row<{ batch: number }>(sql`
      WITH next AS (
        INSERT INTO payout_batch (id, plan_id, batch, created_by)
        SELECT ${newId()}, ${planId}, coalesce(max(batch), 0) + 1, ${userId} FROM payout_batch WHERE plan_id = ${planId}
        RETURNING batch
      )
      UPDATE payout SET batch = next.batch FROM next
      WHERE plan_id = ${planId} AND rank IN (
        SELECT rank FROM payout WHERE plan_id = ${planId} AND status = 'pending' AND payout.batch IS NULL
        ORDER BY rank LIMIT ${most})
      RETURNING next.batch`);
    if (made === undefined) return undefined;
    return toBatch(found(await tx.row<BatchRow>(batchesOf(planId, sql`AND b.batch = ${made.batch}`))));
  }

  /** Latest first. NOT_FOUND for a plan of another project. */
  @Rpc(listPayoutBatches)
  async list({ limit, cursor, ...plan }: RequestOf<typeof listPayoutBatches>): Promise<Page<PayoutBatch>> {
    found(
      await this.database.row(sql`
        SELECT FROM payout_plan
        WHERE id = ${plan.planId} AND campaign_id = ${plan.campaignId} AND project_id = ${plan.projectId}`),
    );
    const [before] = decodeCursor(cursor, ['int32']) ?? [];
    const condition = before === undefined ? empty : sql`AND b.batch < ${before}`;
    const rows = await this.database.rows<BatchRow>(
      sql`${batchesOf(plan.planId, condition)} ORDER BY b.batch DESC LIMIT ${limit + 1}`,
    );
    return toPage(rows, limit, ({ batch }) => [batch], toBatch);
  }

  /** The number of a batch. NOT_FOUND */
  async numberOf(of: { batchId: string; planId: string; campaignId: string; projectId: string }): Promise<number> {
    const row = await this.database.row<{ batch: number }>(sql`
      SELECT b.batch FROM payout_batch b JOIN payout_plan p ON p.id = b.plan_id
      WHERE b.id = ${of.batchId} AND p.id = ${of.planId} AND p.campaign_id = ${of.campaignId}
        AND p.project_id = ${of.projectId}`);
    return found(row).batch;
  }

  /**
   * Records that a user reads the messages of a part. Returns the latest reading by another user or for another sender;
   * of two at a time, one sees the other.
   */
  async read(tx: Tx, { planId, batch, part, userId, sender }: PartReading): Promise<BatchPartReading | null> {
    await tx.execute(
      sql`SELECT exclusive_lock('payout part ' || ${planId}::text || ${batch}::text || ' ' || ${part}::text)`,
    );
    const earlier = await tx.row<Omit<BatchPartReading, 'readAt'> & { readAt: Date }>(sql`
      SELECT read_by AS user_id, sender, read_at FROM payout_part_reading
      WHERE plan_id = ${planId} AND batch = ${batch} AND part = ${part} AND (read_by, sender) <> (${userId}, ${sender})
      ORDER BY read_at DESC LIMIT 1`);
    await tx.execute(sql`
      INSERT INTO payout_part_reading (plan_id, batch, part, read_by, sender)
      VALUES (${planId}, ${batch}, ${part}, ${userId}, ${sender})
      ON CONFLICT (plan_id, batch, part, read_by, sender) DO UPDATE SET read_at = now()`);
    return earlier ? { ...earlier, readAt: earlier.readAt.toISOString() } : null;
  }

  /** Payouts of a batch by rank. */
  payouts(planId: string, batch: number): Promise<BatchPayout[]> {
    return this.database.rows(sql`
      SELECT rank, user_id, address, amount, status = 'paid' AS is_paid, tx_hash FROM payout
      WHERE plan_id = ${planId} AND batch = ${batch} ORDER BY rank`);
  }
}

const batchesOf = (planId: string, condition: Sql): Sql => sql`
  SELECT b.id, b.batch, b.created_by, b.created_at, p.payouts, p.unpaid, p.suspended, p.total
  FROM payout_batch b CROSS JOIN LATERAL (
    SELECT count(*)::integer AS payouts, count(*) FILTER (WHERE r.status <> 'paid')::integer AS unpaid,
      count(*) FILTER (WHERE r.status <> 'paid' AND e.status IS DISTINCT FROM 'active')::integer AS suspended,
      coalesce(sum(amount), 0)::text AS total
    FROM payout r LEFT JOIN quests.published_earner_v2 e ON e.user_id = r.user_id
    WHERE plan_id = b.plan_id AND batch = b.batch
  ) p
  WHERE b.plan_id = ${planId} ${condition}`;

const toBatch = ({ createdAt, ...row }: BatchRow): PayoutBatch => ({ ...row, createdAt: createdAt.toISOString() });
