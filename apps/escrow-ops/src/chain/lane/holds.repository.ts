import { Injectable } from '@nestjs/common';
import { Database, sql, type Sql, type Tx } from '@questp/postgres';

/** A hold: the operator key signs nothing for the campaign. */
export interface Hold {
  reason: string;
  /** Operator who started it. */
  startedBy: string;
  startedAt: Date;
}

const nameOf = (campaignId: string): Sql => sql`'hold ' || ${campaignId}::text`;
const ofCampaign = (campaignId: string): Sql =>
  sql`campaign_id = ${campaignId}::uuid AND kind = 'hold' AND released_at IS NULL`;

@Injectable()
export class HoldsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined: the campaign is not on hold. */
  current(campaignId: string): Promise<Hold | undefined> {
    return this.database.row(
      sql`SELECT reason, started_by, started_at FROM escrow_intervention WHERE ${ofCampaign(campaignId)}`,
    );
  }

  /** Waits for transactions of the campaign that are being stored; later ones see the new hold. */
  async exclude(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`SELECT exclusive_lock(${nameOf(campaignId)})`);
  }

  /** False: the campaign is on hold. No hold starts until the transaction ends. */
  async admit(tx: Tx, campaignId: string): Promise<boolean> {
    await tx.execute(sql`SELECT shared_lock(${nameOf(campaignId)})`);
    // The snapshot of this statement has every hold that was started before the lock.
    return (await tx.row(sql`SELECT FROM escrow_intervention WHERE ${ofCampaign(campaignId)}`)) === undefined;
  }
}
