import { Injectable } from '@nestjs/common';
import { listPayoutAddresses, MAX_PAYOUT_ADDRESSES, type PayoutAddress } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, sql, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';

type Row = Omit<PayoutAddress, 'chosenAt'> & { chosenAt: Date };

@Injectable()
export class PayoutAddressesRepository {
  constructor(private readonly database: Database) {}

  /** Undefined: the user chose addresses on too many chains. Call it while the account is locked. */
  async set(tx: Tx, userId: string, chainId: string, address: string): Promise<PayoutAddress | undefined> {
    const row = await tx.row<Row>(sql`
      INSERT INTO payout_address (user_id, chain_id, address)
      SELECT ${userId}, ${chainId}, ${address}
      WHERE (SELECT count(*) FROM payout_address WHERE user_id = ${userId} AND chain_id <> ${chainId})
        < ${MAX_PAYOUT_ADDRESSES}
      ON CONFLICT (user_id, chain_id) DO UPDATE SET address = excluded.address, chosen_at = now()
      RETURNING chain_id, address, chosen_at`);
    return row && toPayoutAddress(row);
  }

  /** Undefined: there was none. */
  remove(tx: Tx, userId: string, chainId: string): Promise<{ address: string } | undefined> {
    return tx.row(sql`
      DELETE FROM payout_address WHERE user_id = ${userId} AND chain_id = ${chainId} RETURNING address`);
  }

  @Rpc(listPayoutAddresses)
  async list({ userId }: RequestOf<typeof listPayoutAddresses>) {
    const rows = await this.database.rows<Row>(sql`
      SELECT chain_id, address, chosen_at FROM payout_address WHERE user_id = ${userId} ORDER BY chain_id COLLATE "C"`);
    return { items: rows.map(toPayoutAddress), nextCursor: null };
  }
}

const toPayoutAddress = ({ chosenAt, ...row }: Row): PayoutAddress => ({ ...row, chosenAt: chosenAt.toISOString() });
