import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';
import type { EscrowReading } from './escrow-reading.js';

export interface EscrowStateRow extends EscrowReading {
  attempt: number;
  chainId: string;
  factory: string;
  readAt: Date;
}

interface Row extends Omit<EscrowStateRow, 'height'> {
  /** bigint, as text. */
  height: string;
}

@Injectable()
export class EscrowStatesRepository {
  constructor(private readonly db: Database) {}

  /** The created escrows of a campaign, latest funding attempt first. */
  async ofCampaign(campaignId: string, limit: number): Promise<EscrowStateRow[]> {
    const rows = await this.db.rows<Row>(sql`
      SELECT a.attempt, a.chain_id, a.factory, s.address, s.entry, s.config, s.ownership, s.status, s.height,
        s.block_time, s.read_at
      FROM escrow_attempt a JOIN escrow_state s USING (campaign_id, attempt)
      WHERE a.campaign_id = ${campaignId} ORDER BY a.attempt DESC LIMIT ${limit}`);
    return rows.map((row) => ({ ...row, height: Number(row.height) }));
  }
}
