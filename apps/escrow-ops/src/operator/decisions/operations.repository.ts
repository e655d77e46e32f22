import { Injectable } from '@nestjs/common';
import type { OperationCode, OperationState } from '@questp/messages/escrow';
import { Database, sql, type Queries, type Tx } from '@questp/postgres';
import type { Comparison } from './comparison.js';
import type { Decision } from './decision.js';
import type { OperatorMemory } from './operated-escrow.js';
import { NOTHING_RECORDED, type Recording } from './recording.js';

export interface OperationKey {
  campaignId: string;
  attempt: number;
}

/** The operation of an escrow, with the last decision. */
export interface Operation extends OperationKey {
  projectId: string;
  chainId: string;
  state: OperationState;
  code: OperationCode;
  reason: string;
  until: Date | null;
  decidedAt: Date;
  since: Date;
  nextLookAt: Date;
  lastError: string | null;
  lastErrorAt: Date | null;
  memory: OperatorMemory;
  comparison: Comparison | null;
  recording: Recording | null;
}

/** An operation that this replica reconciles. */
export interface ClaimedOperation extends Operation {
  lease: string;
}

interface Row extends Omit<Operation, 'memory' | 'recording'> {
  memory: Partial<OperatorMemory>;
  recording: Partial<Recording> | null;
}

/** Before the first message. */
export const NO_MEMORY: OperatorMemory = {
  ...{ commitBatch: 250, distributeBatch: 50 },
  ...{ committed: null, finalized: null, discardedFor: null, repeated: null, failures: 0 },
};

/** Longer than any round: it reads a bounded number of pages, each within the time limit of node requests. */
const LEASE_SECONDS = 120;
const MAX_REASON_CHARACTERS = 1_000;

const COLUMNS = sql`o.campaign_id, o.attempt, a.project_id, o.chain_id, o.state, o.code, o.reason, o.until, o.decided_at,
  o.since, o.next_look_at, o.last_error, o.last_error_at, o.memory, o.comparison,
  o.recording`;
const OPERATIONS = sql`escrow_operation o JOIN escrow_attempt a USING (campaign_id, attempt)`;
const isOne = ({ campaignId, attempt }: OperationKey) => sql`o.campaign_id = ${campaignId} AND o.attempt = ${attempt}`;

@Injectable()
export class OperationsRepository {
  constructor(private readonly database: Database) {}

  /** Begins the operation of every created escrow that has none. */
  async open(): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO escrow_operation (campaign_id, attempt, chain_id)
      SELECT campaign_id, attempt, a.chain_id FROM escrow_state s JOIN escrow_attempt a USING (campaign_id, attempt)
      WHERE NOT EXISTS (
        SELECT FROM escrow_operation o WHERE o.campaign_id = s.campaign_id AND o.attempt = s.attempt)
      ON CONFLICT DO NOTHING`);
  }

  async get(key: OperationKey): Promise<Operation | undefined> {
    const row = await this.database.row<Row>(sql`SELECT ${COLUMNS} FROM ${OPERATIONS} WHERE ${isOne(key)}`);
    return row && toOperation(row);
  }

  /** The operation of an escrow. */
  async ofContract(address: string): Promise<Operation | undefined> {
    const row = await this.database.row<Row>(sql`
      SELECT ${COLUMNS} FROM ${OPERATIONS} JOIN escrow_state s USING (campaign_id, attempt)
      WHERE s.address = ${address}`);
    return row && toOperation(row);
  }

  /** Leases the operations that are due. One whose lease ends is due again. */
  async claim(limit: number): Promise<ClaimedOperation[]> {
    const rows = await this.database.rows<Row & { lease: string }>(sql`
      UPDATE escrow_operation o SET lease = gen_random_uuid(), next_look_at = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM escrow_attempt a
      WHERE a.campaign_id = o.campaign_id AND a.attempt = o.attempt AND (o.campaign_id, o.attempt) IN (
        SELECT campaign_id, attempt FROM escrow_operation WHERE next_look_at <= now()
        ORDER BY next_look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}, o.lease`);
    return rows.map((row) => ({ ...toOperation(row), lease: row.lease }));
  }

  /** Ends the lease. */
  async finish(claimed: ClaimedOperation, seconds: number): Promise<void> {
    await this.database.execute(sql`
      UPDATE escrow_operation o SET lease = NULL, next_look_at = now() + make_interval(secs => ${seconds}::float8)
      WHERE ${isOne(claimed)} AND lease = ${claimed.lease}`);
  }

  /** Chains with a message to send or a transaction that is not decided. */
  async chainsAtWork(): Promise<string[]> {
    const rows = await this.database.rows<{ chainId: string }>(sql`
      SELECT chain_id FROM escrow_operation WHERE state = 'send'
      UNION SELECT chain_id FROM signed_transaction WHERE key = 'escrow_operator' AND outcome IS NULL`);
    return rows.map(({ chainId }) => chainId);
  }

  /** Operations of a chain with a message to send: the one whose last turn is longest ago first. */
  async ready(chainId: string, limit: number): Promise<OperationKey[]> {
    return this.database.rows<OperationKey>(sql`
      SELECT campaign_id, attempt FROM escrow_operation WHERE chain_id = ${chainId} AND state = 'send'
      ORDER BY turn_at LIMIT ${limit}`);
  }

  async record(key: OperationKey, decision: Decision): Promise<void> {
    const { do: state, code, why } = decision;
    const until = decision.do === 'wait' ? decision.until : null;
    await this.database.execute(sql`
      UPDATE escrow_operation o
      SET state = ${state}, code = ${code}, reason = ${why.slice(0, MAX_REASON_CHARACTERS)}, until = ${until}, decided_at = now(),
        since = CASE WHEN state = ${state} AND code = ${code} THEN since ELSE now() END
      WHERE ${isOne(key)}`);
  }

  /** Gives the others their turn. */
  async takeTurn(key: OperationKey): Promise<void> {
    await this.database.execute(sql`UPDATE escrow_operation o SET turn_at = clock_timestamp() WHERE ${isOne(key)}`);
  }

  async remember(key: OperationKey, memory: Partial<OperatorMemory>, queries: Queries = this.database): Promise<void> {
    await queries.execute(sql`
      UPDATE escrow_operation o SET memory = memory || ${JSON.stringify(memory)}::jsonb WHERE ${isOne(key)}`);
  }

  async compared(key: OperationKey, comparison: Comparison): Promise<void> {
    await this.database.execute(sql`
      UPDATE escrow_operation o SET comparison = ${JSON.stringify(comparison)}::jsonb WHERE ${isOne(key)}`);
  }

  async recorded(key: OperationKey, recording: Partial<Recording>): Promise<void> {
    await this.database.execute(sql`
      UPDATE escrow_operation o SET recording = coalesce(o.recording, '{}') || ${JSON.stringify(recording)}::jsonb
      WHERE ${isOne(key)}`);
  }

  /** True if a message that finalizes the plan was stored. None can be stored until the transaction ends. */
  async isFinalizeSent(tx: Tx, key: OperationKey, planId: string): Promise<boolean> {
    await tx.execute(sql`SELECT FROM payout_plan WHERE id = ${planId} FOR UPDATE`);
    const sent = await tx.row(sql`
      SELECT FROM escrow_operation o WHERE ${isOne(key)} AND memory #>> '{finalized,planId}' = ${planId}`);
    return sent !== undefined;
  }

  /** Has an operation looked at now. */
  async wake(key: OperationKey): Promise<void> {
    await this.database.execute(
      sql`UPDATE escrow_operation o SET next_look_at = now() WHERE ${isOne(key)} AND lease IS NULL`,
    );
  }

  /** Stores why no decision was made, or why the message was not sent. */
  async noteError(key: OperationKey, error: string): Promise<void> {
    await this.database.execute(sql`
      UPDATE escrow_operation o SET last_error = ${error.slice(0, MAX_REASON_CHARACTERS)}, last_error_at = now()
      WHERE ${isOne(key)}`);
  }
}

const toOperation = (row: Row): Operation => ({
  ...row,
  memory: { ...NO_MEMORY, ...row.memory },
  recording: row.recording && { ...NOTHING_RECORDED, ...row.recording },
});
