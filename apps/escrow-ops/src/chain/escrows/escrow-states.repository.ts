import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { EscrowReading } from '../escrow-reading.js';

/** The last state of a created escrow. */
export interface EscrowStateRow extends EscrowReading {
  attempt: number;
  chainId: string;
  factory: string;
  readAt: Date;
  /** When the escrow was found missing after a reset of the chain; null: it exists. */
  missingSince: Date | null;
}

interface Row extends Omit<EscrowStateRow, 'height'> {
  /** bigint, as text. */
  height: string;
}

interface AttemptKey {
  campaignId: string;
  attempt: number;
}

@Injectable()
export class EscrowStatesRepository {
  constructor(private readonly database: Database) {}

  /** The created escrows of a campaign, latest funding attempt first. */
  async ofCampaign(campaignId: string, limit: number): Promise<EscrowStateRow[]> {
    const rows = await this.database.rows<Row>(sql`
      SELECT ${COLUMNS} FROM ${STATES} WHERE a.campaign_id = ${campaignId} ORDER BY a.attempt DESC LIMIT ${limit}`);
    return rows.map(toState);
  }

  async get({ campaignId, attempt }: AttemptKey): Promise<EscrowStateRow | undefined> {
    const row = await this.database.row<Row>(sql`
      SELECT ${COLUMNS} FROM ${STATES} WHERE a.campaign_id = ${campaignId} AND a.attempt = ${attempt}`);
    return row && toState(row);
  }

  /** The state, locked until the end of the transaction. */
  async lock(tx: Tx, { campaignId, attempt }: AttemptKey): Promise<EscrowStateRow | undefined> {
    const row = await tx.row<Row>(sql`
      SELECT ${COLUMNS} FROM ${STATES} WHERE a.campaign_id = ${campaignId} AND a.attempt = ${attempt} FOR UPDATE OF s`);
    return row && toState(row);
  }

  /** Stores a state. */
  async put(tx: Tx, { campaignId, attempt }: AttemptKey, reading: EscrowReading): Promise<void> {
    const { address, entry, config, ownership, status, height, blockTime, resets } = reading;
    await tx.execute(sql`
      INSERT INTO escrow_state (
        campaign_id, attempt, address, entry, config, ownership, status, height, block_time, resets)
      VALUES (${campaignId}, ${attempt}, ${address}, ${JSON.stringify(entry)}::jsonb, ${JSON.stringify(config)}::jsonb, ${JSON.stringify(ownership)}::jsonb,
        ${JSON.stringify(status)}::jsonb, ${height}, ${blockTime}, ${resets})
      ON CONFLICT (campaign_id, attempt) DO UPDATE SET address = EXCLUDED.address, entry = EXCLUDED.entry,
        config = EXCLUDED.config, ownership = EXCLUDED.ownership, status = EXCLUDED.status, height = EXCLUDED.height,
        block_time = EXCLUDED.block_time, resets = EXCLUDED.resets, read_at = now(), missing_since = NULL`);
  }

  /** Dates an unchanged state. */
  async date(tx: Tx, { campaignId, attempt }: AttemptKey, { height, blockTime }: EscrowReading): Promise<void> {
    await tx.execute(sql`
      UPDATE escrow_state SET height = ${height}, block_time = ${blockTime}, read_at = now()
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt}`);
  }

  async markMissing(tx: Tx, { campaignId, attempt }: AttemptKey): Promise<void> {
    await tx.execute(sql`
      UPDATE escrow_state SET missing_since = now()
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND missing_since IS NULL`);
  }
}

const STATES = sql`escrow_attempt a JOIN escrow_state s USING (campaign_id, attempt)`;
const COLUMNS = sql`a.attempt, a.chain_id, a.factory, s.address, s.entry, s.config, s.ownership, s.status, s.height,
  s.block_time, s.resets, s.read_at, s.missing_since`;

const toState = (row: Row): EscrowStateRow => ({ ...row, height: Number(row.height) });
