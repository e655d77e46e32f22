import { Injectable } from '@nestjs/common';
import { MAX_WALLETS } from '@questp/messages/shared';
import { newId, sql, type Tx } from '@questp/postgres';
import type { Identity } from '../../users/sign-up.js';

interface Account {
  chainId: string;
  address: string;
}

@Injectable()
export class WalletsRepository {
  asIdentity(account: Account): Identity {
    return {
      ownerOf: (tx) => this.ownerOf(tx, account),
      give: async (tx, userId) => (await this.insert(tx, userId, account)) !== undefined,
    };
  }

  /** Owner of the wallet. */
  async ownerOf(tx: Tx, { chainId, address }: Account): Promise<string | undefined> {
    const row = await tx.row<{ userId: string }>(
      sql`SELECT user_id FROM wallet WHERE address = ${address} AND chain_id = ${chainId}`,
    );
    return row?.userId;
  }

  /**
   * Links the wallet to the user, as the primary one if it is the first. Returns undefined if the wallet is linked
   * already or the user has the maximum number of wallets. Safe only while the user is locked, or new.
   */
  async insert(tx: Tx, userId: string, { chainId, address }: Account): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(sql`
      INSERT INTO wallet (id, user_id, chain_id, address, is_primary)
      SELECT ${newId()}::uuid, ${userId}, ${chainId}, ${address}, count(*) = 0
      FROM wallet WHERE user_id = ${userId} HAVING count(*) < ${MAX_WALLETS}
      ON CONFLICT ON CONSTRAINT wallet_owner_key DO NOTHING
      RETURNING id`);
    return row?.id;
  }

  async remove(tx: Tx, walletId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM wallet WHERE id = ${walletId}`);
  }

  /** Safe only while the user is locked. */
  async setPrimary(tx: Tx, userId: string, walletId: string): Promise<void> {
    await tx.execute(sql`UPDATE wallet SET is_primary = false WHERE user_id = ${userId} AND is_primary`);
    await tx.execute(sql`UPDATE wallet SET is_primary = true WHERE id = ${walletId} AND user_id = ${userId}`);
  }
}
