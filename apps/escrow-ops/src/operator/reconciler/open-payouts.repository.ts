import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';

@Injectable()
export class OpenPayoutsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The entry before the first one after an address whose outcome can change, empty for the first entry of all;
   * undefined: there is no such entry.
   */
  async before(planId: string, after: string): Promise<string | undefined> {
    const row = await this.database.row<{ before: string }>(sql`
      SELECT coalesce((
        SELECT max(address) FROM payout e WHERE e.plan_id = ${planId} AND e.amount IS NOT NULL AND e.address < o.address
      ), '') AS before
      FROM payout o
      WHERE o.plan_id = ${planId} AND o.amount IS NOT NULL AND o.status IN ('pending', 'committed', 'failed')
        AND o.address > ${after}
      ORDER BY o.address LIMIT 1`);
    return row?.before;
  }

  /** Those of the addresses whose outcome can change. */
  async open(planId: string, addresses: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.rows<{ address: string }>(sql`
      SELECT address FROM payout
      WHERE plan_id = ${planId} AND amount IS NOT NULL AND status IN ('pending', 'committed', 'failed')
        AND address = ANY (${[...addresses]}::text[])`);
    return new Set(rows.map(({ address }) => address));
  }
}
