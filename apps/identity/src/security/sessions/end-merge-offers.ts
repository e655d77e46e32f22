import { sql, type Tx } from '@questp/postgres';

/** Ends the open merge offers of the account, in either direction, because its sign-in methods changed. */
export async function endMergeOffers(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM merge_offer WHERE ${userId} IN (survivor_id, absorbed_id)`);
}
