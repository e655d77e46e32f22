import { Injectable } from '@nestjs/common';
import { dailyFeeLimit, type EscrowKey } from '@questp/messages/integrations';
import { Database, sql } from '@questp/postgres';
import type { SignedFee } from './transaction-rules.js';

interface FeeAccount {
  provider: EscrowKey;
  chainId: string;
}

/** The fees that the escrow keys have signed today. */
@Injectable()
export class SignedFeesRepository {
  constructor(private readonly database: Database) {}

  /** Counts a fee. False if it would exceed the daily limit. */
  async add({ provider, chainId }: FeeAccount, { gasPrice, amount }: SignedFee): Promise<boolean> {
    const counted = sql`EXCLUDED.amount + CASE WHEN f.day = EXCLUDED.day THEN f.amount ELSE 0 END`;
    const limit = sql`${`${dailyFeeLimit(gasPrice)}`}::numeric`;
    const added = await this.database.execute(sql`
      INSERT INTO escrow_fee AS f (provider, chain_id, denom, day, amount)
      SELECT ${provider}, ${chainId}, ${gasPrice.denom}, (clock_timestamp() AT TIME ZONE 'UTC')::date, fee
      FROM (VALUES (${`${amount}`}::numeric)) AS signed (fee) WHERE fee <= ${limit}
      ON CONFLICT (provider, chain_id, denom) DO UPDATE SET amount = ${counted}, day = EXCLUDED.day
        WHERE ${counted} <= ${limit}`);
    return added === 1;
  }
}
