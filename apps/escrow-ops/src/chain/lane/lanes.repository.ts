import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, sql } from '@questp/postgres';

/** Keys that sign transactions. */
export type LaneKey = 'escrow_operator' | 'escrow_pauser';

export interface LaneLease {
  chainId: string;
  key: LaneKey;
  /** Identifies the lease. */
  leasedUntil: Date;
}

/** Longer than a step: its calls to nodes and integrations have deadlines of a few seconds. */
const LEASE = sql`date_trunc('milliseconds', clock_timestamp() + interval '60 seconds')`;

@Injectable()
export class LanesRepository {
  constructor(private readonly database: Database) {}

  /** Undefined while another process has the lane. */
  async lease(chainId: string, key: LaneKey): Promise<LaneLease | undefined> {
    return await this.database.row<LaneLease>(sql`
      INSERT INTO signer_lane (chain_id, key, leased_until) VALUES (${chainId}, ${key}, ${LEASE})
      ON CONFLICT (chain_id, key) DO UPDATE SET leased_until = EXCLUDED.leased_until
        WHERE signer_lane.leased_until < clock_timestamp()
      RETURNING chain_id, key, leased_until`);
  }

  /** Alerts operators, once on each day (UTC) on which a lane reaches its limit of fees. */
  async alertCapped({ chainId, key }: LaneLease, limit: { denom: string; dailyFees: string }): Promise<void> {
    const today = sql`(clock_timestamp() AT TIME ZONE 'UTC')::date`;
    await this.database.transaction(async (tx) => {
      const marked = await tx.execute(sql`
        UPDATE signer_lane SET capped_on = ${today}
        WHERE chain_id = ${chainId} AND key = ${key} AND capped_on IS DISTINCT FROM ${today}`);
      if (marked > 0) await emit(tx, 'escrow.fees_capped', `${chainId}/${key}`, { chainId, provider: key, ...limit });
    });
  }

  async release({ chainId, key, leasedUntil }: LaneLease): Promise<void> {
    await this.database.execute(sql`
      UPDATE signer_lane SET leased_until = '-infinity'
      WHERE chain_id = ${chainId} AND key = ${key} AND leased_until = ${leasedUntil}`);
  }
}
