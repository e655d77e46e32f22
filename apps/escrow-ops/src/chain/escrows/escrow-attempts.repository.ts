import { Injectable } from '@nestjs/common';
import { Database, sql, type Queries, type Tx } from '@questp/postgres';

/** A funding attempt of a campaign. The funding transaction creates its escrow. */
export interface NewEscrowAttempt {
  campaignId: string;
  /** From 1. */
  attempt: number;
  projectId: string;
  chainId: string;
  factory: string;
  /** Predicted address of the escrow. */
  address: string;
  /** Block time from which the ticket of the attempt creates no escrow. */
  expiresAt: Date;
}

/** An attempt that this replica reads from the chain. */
export interface ClaimedAttempt extends NewEscrowAttempt {
  /** Id of the claim. A different id in the row means that another replica has claimed the attempt since. */
  lease: string;
  /** When the ticket was issued. */
  openedAt: Date;
}

/** Longer than any reading: each of its few steps is bounded by the time limit of node requests. */
const LEASE_SECONDS = 60;
/** Longest pause between readings after failures. */
const MAX_PAUSE_SECONDS = 300;

@Injectable()
export class EscrowAttemptsRepository {
  constructor(private readonly database: Database) {}

  /** Starts to follow the escrow of an attempt. A repeated call updates chain, factory and predicted address. */
  async open(tx: Tx, opened: NewEscrowAttempt): Promise<void> {
    const { campaignId, attempt, projectId, chainId, factory, address, expiresAt } = opened;
    await tx.execute(sql`
      INSERT INTO escrow_attempt (campaign_id, attempt, project_id, chain_id, factory, address, expires_at)
      VALUES (${campaignId}, ${attempt}, ${projectId}, ${chainId}, ${factory}, ${address}, ${expiresAt})
      ON CONFLICT (campaign_id, attempt) DO UPDATE
        SET chain_id = EXCLUDED.chain_id, factory = EXCLUDED.factory, address = EXCLUDED.address,
          expires_at = EXCLUDED.expires_at, due_at = now(), opened_at = now()`);
  }

  /** The last funding attempt of a campaign. */
  last(on: Queries, campaignId: string): Promise<NewEscrowAttempt | undefined> {
    return on.row<NewEscrowAttempt>(sql`
      SELECT campaign_id, attempt, project_id, chain_id, factory, address FROM escrow_attempt
      WHERE campaign_id = ${campaignId} ORDER BY attempt DESC LIMIT 1`);
  }

  /** Leases the attempts that are due to this replica. One whose lease ends is due again. */
  claim(limit: number): Promise<ClaimedAttempt[]> {
    return this.database.rows<ClaimedAttempt>(sql`
      UPDATE escrow_attempt SET lease = gen_random_uuid(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      WHERE (campaign_id, attempt) IN (
        SELECT campaign_id, attempt FROM escrow_attempt WHERE due_at <= now()
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING campaign_id, attempt, project_id, chain_id, factory, address, expires_at, lease, opened_at`);
  }

  /**
   * Ends the lease after a reading. False if another replica has taken over.
   * @param seconds to the next reading; Infinity: there is none
   */
  async finish(tx: Tx, { campaignId, attempt, lease }: ClaimedAttempt, seconds: number): Promise<boolean> {
    const finished = await tx.execute(sql`
      UPDATE escrow_attempt SET lease = NULL, failures = 0, due_at = ${after(seconds)}
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND lease = ${lease}`);
    return finished > 0;
  }

  /** Ends the lease after a reading that failed; the pause doubles with each further failure. */
  async postpone({ campaignId, attempt, lease }: ClaimedAttempt, seconds: number): Promise<void> {
    const pause = sql`least(${seconds}::float8 * 2 ^ least(failures, 20), ${MAX_PAUSE_SECONDS}::float8)`;
    await this.database.execute(sql`
      UPDATE escrow_attempt
      SET lease = NULL, failures = failures + 1, due_at = now() + make_interval(secs => ${pause} * (0.5 + random() / 2))
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND lease = ${lease}`);
  }

  /** Attempts whose last reading failed. */
  async countFailing(): Promise<number> {
    const row = await this.database.row<{ failing: number }>(
      sql`SELECT count(*)::int AS failing FROM escrow_attempt WHERE failures > 0`,
    );
    return row?.failing ?? 0;
  }
}

/** The given number of seconds from now with some jitter, so that readings are spread in time. */
const after = (seconds: number) =>
  seconds === Infinity
    ? sql`'infinity'::timestamptz`
    : sql`now() + make_interval(secs => ${seconds}::float8 * (0.9 + random() / 5))`;
