import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';

/** A funding attempt of a campaign, whose escrow is created once somebody funds it. */
export interface NewEscrowAttempt {
  campaignId: string;
  /** From 1. */
  attempt: number;
  projectId: string;
  chainId: string;
  factory: string;
  /** Predicted address of the escrow. */
  address: string;
}

@Injectable()
export class EscrowAttemptsRepository {
  /** Has the escrow of the attempt followed. A repeated call updates factory and predicted address. */
  async open(tx: Tx, { campaignId, attempt, projectId, chainId, factory, address }: NewEscrowAttempt): Promise<void> {
    await tx.execute(sql`
      INSERT INTO escrow_attempt (campaign_id, attempt, project_id, chain_id, factory, address)
      VALUES (${campaignId}, ${attempt}, ${projectId}, ${chainId}, ${factory}, ${address})
      ON CONFLICT (campaign_id, attempt) DO UPDATE
        SET chain_id = EXCLUDED.chain_id, factory = EXCLUDED.factory, address = EXCLUDED.address`);
  }
}
