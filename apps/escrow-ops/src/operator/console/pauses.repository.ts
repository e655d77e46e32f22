import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';
import type { EscrowSource } from '../../chain/contracts/ask-contracts.js';

/** A pause that operators started or released. */
export interface WantedPause extends EscrowSource {
  id: string;
  projectId: string;
  pauseUntil: Date;
  /** True if a reading of the chain showed the pause. */
  isApplied: boolean;
  isReleased: boolean;
  /** Whether a transaction that ends it succeeded. */
  isLifted: boolean;
}

/** Longest error that is stored. */
const MAX_ERROR_CHARACTERS = 1_000;

@Injectable()
export class PausesRepository {
  constructor(private readonly database: Database) {}

  /** Chains with a due pause or an open transaction of the pauser key. */
  async dueChains(): Promise<string[]> {
    const rows = await this.database.rows<{ chainId: string }>(sql`
      SELECT a.chain_id FROM escrow_intervention i JOIN escrow_attempt a USING (campaign_id, attempt)
      WHERE i.kind = 'pause' AND i.ended_at IS NULL AND i.next_try_at <= clock_timestamp()
      UNION SELECT chain_id FROM signed_transaction WHERE key = 'escrow_pauser' AND outcome IS NULL`);
    return rows.map(({ chainId }) => chainId);
  }

  /** The due pauses of a chain, oldest first. */
  due(chainId: string): Promise<WantedPause[]> {
    return this.database.rows<WantedPause>(sql`
      SELECT i.id, i.campaign_id, i.attempt, a.project_id, a.factory, i.pause_until,
        i.applied_at IS NOT NULL AS is_applied, i.released_at IS NOT NULL AS is_released,
        EXISTS (
          SELECT FROM signed_transaction t WHERE t.campaign_id = i.campaign_id AND t.action = 'unpause'
            AND t.outcome = 'succeeded' AND t.signed_at > i.released_at) AS is_lifted
      FROM escrow_intervention i JOIN escrow_attempt a USING (campaign_id, attempt)
      WHERE i.kind = 'pause' AND i.ended_at IS NULL AND i.next_try_at <= clock_timestamp() AND a.chain_id = ${chainId}
      ORDER BY i.started_at`);
  }

  /** Records that the chain is paused; the chain is read again after the given seconds. */
  async apply(id: string, seconds: number): Promise<void> {
    await this.database.execute(sql`
      UPDATE escrow_intervention
      SET applied_at = COALESCE(applied_at, clock_timestamp()), last_error = NULL, next_try_at = ${inSeconds(seconds)}
      WHERE id = ${id} AND ended_at IS NULL AND released_at IS NULL`);
  }

  async end(id: string): Promise<void> {
    await this.database.execute(
      sql`UPDATE escrow_intervention SET ended_at = clock_timestamp() WHERE id = ${id} AND ended_at IS NULL`,
    );
  }

  /** Schedules another attempt after the given seconds. A release in between is not delayed. */
  async postpone({ id, isReleased }: WantedPause, seconds: number, error: string): Promise<void> {
    await this.database.execute(sql`
      UPDATE escrow_intervention SET last_error = ${error.slice(0, MAX_ERROR_CHARACTERS)}, next_try_at = ${inSeconds(seconds)}
      WHERE id = ${id} AND ended_at IS NULL AND (released_at IS NOT NULL) = ${isReleased}`);
  }
}

const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
