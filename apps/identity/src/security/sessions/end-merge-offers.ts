import { sql, type Tx } from '@questp/postgres';

/** Ends the open offers to merge the account, in either direction: something about how to sign in to it changed. */
export async function endMergeOffers(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM merge_offer WHERE ${userId} IN (survivor_id, absorbed_id)`);
}
