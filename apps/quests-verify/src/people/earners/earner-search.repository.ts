import { Injectable } from '@nestjs/common';
import { Database, join, sql } from '@questp/postgres';

export interface EarnerSearch {
  username?: string | undefined;
  wallet?: string | undefined;
}

/** Maximum of accounts with the same address: one per chain. */
const MAX_FOUND = 20;

@Injectable()
export class EarnerSearchRepository {
  constructor(private readonly database: Database) {}

  /** Ids of the earners with this username and this linked wallet; undefined without either filter. */
  async find({ username, wallet }: EarnerSearch): Promise<string[] | undefined> {
    if (username === undefined && wallet === undefined) return undefined;
    const conditions = [
      username === undefined ? [] : [sql`username = ${username.trim().toLowerCase()}`],
      wallet === undefined ? [] : [sql`wallets @> ${addressOf(wallet)}::jsonb`],
    ].flat();
    const rows = await this.database.rows<{ userId: string }>(
      sql`SELECT user_id FROM earner WHERE ${join(conditions, ' AND ')} LIMIT ${MAX_FOUND}`,
    );
    return rows.map(({ userId }) => userId);
  }
}

const addressOf = (wallet: string): string => JSON.stringify([{ address: wallet.trim().toLowerCase() }]);
