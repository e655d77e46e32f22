import { sql, type Queries, type Tx } from '@questp/postgres';

export interface Attestation {
  nonce: string;
  questId: string;
  userId: string;
  chainId: string;
  address: string;
  message: string;
  expiresAt: Date;
}

export async function insertAttestation(db: Queries, row: Attestation): Promise<void> {
  await db.execute(sql`
    INSERT INTO attestation (nonce, quest_id, user_id, chain_id, address, message, expires_at)
    VALUES (${row.nonce}, ${row.questId}, ${row.userId}, ${row.chainId}, ${row.address}, ${row.message},
      ${row.expiresAt})`);
}

/**
 * Uses the nonce up, whoever names it; to be committed before the signature is looked at.
 * Undefined: unknown, used or expired.
 */
export function burnNonce(db: Queries, nonce: string): Promise<Attestation | undefined> {
  return db.row<Attestation>(sql`
    UPDATE attestation SET consumed_at = now()
    WHERE nonce = ${nonce} AND consumed_at IS NULL AND expires_at > now()
    RETURNING nonce, quest_id, user_id, chain_id, address, message, expires_at`);
}

/** Keeps the wallet for the earner's account. False: another account has completed the quest with it. */
export async function useWallet(tx: Tx, questId: string, userId: string, account: Uint8Array): Promise<boolean> {
  const kept = await tx.execute(sql`
    INSERT INTO wallet_use AS w (quest_id, account, user_id) VALUES (${questId}, ${Buffer.from(account)}, ${userId})
    ON CONFLICT (quest_id, account) DO UPDATE SET user_id = w.user_id WHERE w.user_id = excluded.user_id`);
  return kept === 1;
}
