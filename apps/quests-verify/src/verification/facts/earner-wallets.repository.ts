import { Injectable } from '@nestjs/common';
import type { SnapshotWallet } from '@questp/messages/identity';
import { Database, sql } from '@questp/postgres';
import type { StoredEarner } from '../../people/earners/stored-earner.js';

@Injectable()
export class EarnerWalletsRepository {
  constructor(private readonly database: Database) {}

  /** The wallets in the copy of identity's users; empty for an unknown earner. */
  async wallets(userId: string): Promise<SnapshotWallet[]> {
    const row = await this.database.row<Pick<StoredEarner, 'wallets'>>(sql`
      SELECT wallets FROM earner WHERE user_id = ${userId}`);
    return row?.wallets ?? [];
  }
}
