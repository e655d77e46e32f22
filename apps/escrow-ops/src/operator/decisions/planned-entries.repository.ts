import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';
import type { OperatedPlan } from './operated-escrow.js';

/** Most addresses of a message that retries payouts. */
const MAX_RETRIED = 100;

@Injectable()
export class PlannedEntriesRepository {
  constructor(private readonly database: Database) {}

  /** The entries of a plan up to an address; null: none. */
  async prefix(planId: string, lastAddress: string | null): Promise<OperatedPlan['prefix']> {
    const row = await this.database.row<OperatedPlan['prefix']>(sql`
      SELECT count(*)::int AS entries, coalesce(sum(amount), 0)::text AS total, max(address) AS last_address FROM payout
      WHERE plan_id = ${planId} AND amount IS NOT NULL AND address <= ${lastAddress ?? ''}`);
    return row ?? { entries: 0, total: '0', lastAddress: null };
  }

  /** Addresses of failed payouts after one. */
  async failed(planId: string, after: string): Promise<string[]> {
    const rows = await this.database.rows<{ address: string }>(sql`
      SELECT address FROM payout
      WHERE plan_id = ${planId} AND status = 'failed' AND address > ${after} ORDER BY address LIMIT ${MAX_RETRIED}`);
    return rows.map(({ address }) => address);
  }
}
