import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import { HoldsRepository } from './holds.repository.js';
import type { LaneKey, LaneLease } from './lanes.repository.js';

export type TransactionOutcome = 'succeeded' | 'failed' | 'expired' | 'replaced';

/** A transaction to be stored. */
export interface NewTransaction {
  campaignId: string;
  contract: string;
  action: string;
  signer: string;
  sequence: bigint;
  hash: string;
  bytes: Uint8Array;
  gasLimit: bigint;
  feeDenom: string;
  feeAmount: bigint;
  timeoutHeight: number;
  /** Of the chain for which it was signed. */
  resets: number;
}

/** A stored transaction that is not decided. */
export interface OpenTransaction {
  id: string;
  campaignId: string;
  contract: string;
  action: string;
  signer: string;
  sequence: bigint;
  hash: string;
  bytes: Uint8Array;
  timeoutHeight: number;
  resets: number | null;
  passedHeight: number | null;
  refusal: string | null;
}

/** The outcome of a transaction; the other members are set for one in a block. */
export interface Decision {
  outcome: TransactionOutcome;
  height?: number;
  code?: number;
  gasUsed?: bigint;
  error?: string;
}

/** Earlier transactions that count for the next one. */
export interface LaneHistory {
  /** Expired transactions of the lane since the last included one. */
  expired: number;
  /** Transactions to the contract that failed in a block since the last success. */
  failed: number;
  lastFailedAt: Date | null;
}

interface OpenRow extends Omit<OpenTransaction, 'sequence' | 'timeoutHeight' | 'passedHeight'> {
  sequence: string;
  timeoutHeight: string;
  passedHeight: string | null;
}

/** Longest log that is stored. */
const MAX_LOG_CHARACTERS = 1_000;

const laneIs = ({ chainId, key }: Pick<LaneLease, 'chainId' | 'key'>) => sql`chain_id = ${chainId} AND key = ${key}`;

const feesToday = (lane: LaneLease, denom: string) => sql`COALESCE((
  SELECT sum(fee_amount) FROM signed_transaction
  WHERE ${laneIs(lane)} AND fee_denom = ${denom}
    AND signed_at >= date_trunc('day', clock_timestamp(), 'UTC')), 0)`;

@Injectable()
export class SignedTransactionsRepository {
  constructor(
    private readonly database: Database,
    private readonly holdsRepository: HoldsRepository,
  ) {}

  /** The transaction of the lane that is not decided. */
  async open(lane: { chainId: string; key: LaneKey }): Promise<OpenTransaction | undefined> {
    const row = await this.database.row<OpenRow>(sql`
      SELECT id::text, campaign_id, contract, action, signer, sequence::text, hash, bytes, timeout_height::text,
        resets, passed_height::text, refusal
      FROM signed_transaction WHERE ${laneIs(lane)} AND outcome IS NULL`);
    return (
      row && {
        ...row,
        sequence: BigInt(row.sequence),
        timeoutHeight: Number(row.timeoutHeight),
        passedHeight: row.passedHeight === null ? null : Number(row.passedHeight),
      }
    );
  }

  /**
   * Stores a transaction. Undefined: the lease was taken over, another one is open, the fees of the day would exceed the
   * limit, or the campaign was put on hold, so it must not be broadcast.
   * @param onStored runs in the transaction of the database that stores it
   */
  insert(
    lease: LaneLease,
    transaction: NewTransaction,
    feeLimit: bigint,
    onStored?: (tx: Tx) => Promise<void>,
  ): Promise<OpenTransaction | undefined> {
    return this.database.transaction(async (tx) => {
      // A pause is sent even if the campaign is on hold.
      const isAdmitted =
        lease.key === 'escrow_pauser' || (await this.holdsRepository.admit(tx, transaction.campaignId));
      const stored = isAdmitted ? await this.store(tx, lease, transaction, feeLimit) : undefined;
      if (stored !== undefined) await onStored?.(tx);
      return stored;
    });
  }

  private async store(
    tx: Tx,
    lease: LaneLease,
    transaction: NewTransaction,
    feeLimit: bigint,
  ): Promise<OpenTransaction | undefined> {
    const { campaignId, contract, action, signer, sequence, hash, bytes, timeoutHeight } = transaction;
    const { gasLimit, feeDenom, feeAmount } = transaction;
    const fee = sql`${`${feeAmount}`}::numeric`;
    const inserted = await tx.row<{ id: string }>(sql`
      INSERT INTO signed_transaction (chain_id, key, campaign_id, contract, action, signer, sequence, hash, bytes,
        gas_limit, fee_denom, fee_amount, timeout_height, resets)
      SELECT chain_id, key, ${campaignId}::uuid, ${contract}, ${action}, ${signer}, ${`${sequence}`}::bigint, ${hash},
        ${Buffer.from(bytes)}::bytea, ${`${gasLimit}`}::bigint, ${feeDenom}, ${fee},
        ${timeoutHeight}::bigint, ${transaction.resets}::integer
      FROM signer_lane WHERE ${laneIs(lease)} AND leased_until = ${lease.leasedUntil}
        AND ${fee} + ${feesToday(lease, feeDenom)} <= ${`${feeLimit}`}::numeric FOR UPDATE
      ON CONFLICT DO NOTHING RETURNING id::text`);
    return inserted && { ...transaction, id: inserted.id, passedHeight: null, refusal: null };
  }

  /** The fees of all transactions that were signed today (UTC), with any outcome. */
  async feesToday(lane: LaneLease, denom: string): Promise<bigint> {
    const row = await this.database.row<{ fees: string }>(sql`SELECT ${feesToday(lane, denom)}::text AS fees`);
    return BigInt(row?.fees ?? 0);
  }

  async noteRefusal({ id }: OpenTransaction, refusal: string): Promise<void> {
    await this.database.execute(sql`
      UPDATE signed_transaction SET refusal = ${refusal.slice(0, MAX_LOG_CHARACTERS)} WHERE id = ${id}::bigint AND outcome IS NULL`);
  }

  /** Keeps the first height. */
  async notePassed({ id }: OpenTransaction, height: number): Promise<void> {
    await this.database.execute(sql`
      UPDATE signed_transaction SET passed_height = ${height}::bigint
      WHERE id = ${id}::bigint AND outcome IS NULL AND passed_height IS NULL`);
  }

  /** Keeps the first decision. */
  async decide({ id }: OpenTransaction, { outcome, height, code, gasUsed, error }: Decision): Promise<void> {
    await this.database.execute(sql`
      UPDATE signed_transaction
      SET outcome = ${outcome}, height = ${height ?? null}::bigint, code = ${code ?? null}::integer,
        gas_used = ${gasUsed === undefined ? null : `${gasUsed}`}::bigint, error = ${error?.slice(0, MAX_LOG_CHARACTERS) ?? null},
        decided_at = clock_timestamp()
      WHERE id = ${id}::bigint AND outcome IS NULL`);
  }

  async history(lane: { chainId: string; key: LaneKey }, contract: string): Promise<LaneHistory> {
    const row = await this.database.row<LaneHistory>(sql`
      SELECT
        (SELECT count(*)::int FROM signed_transaction
         WHERE ${laneIs(lane)} AND outcome = 'expired' AND id > COALESCE((
           SELECT max(id) FROM signed_transaction WHERE ${laneIs(lane)} AND outcome IN ('succeeded', 'failed')), 0)
        ) AS expired,
        count(*)::int AS failed, max(decided_at) AS last_failed_at
      FROM signed_transaction
      WHERE ${laneIs(lane)} AND contract = ${contract} AND outcome = 'failed' AND id > COALESCE((
        SELECT max(id) FROM signed_transaction
        WHERE ${laneIs(lane)} AND contract = ${contract} AND outcome = 'succeeded'), 0)`);
    return row ?? { expired: 0, failed: 0, lastFailedAt: null };
  }
}
