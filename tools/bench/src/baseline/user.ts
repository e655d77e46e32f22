import type { Pool } from 'pg';
import { statement } from './statement.js';

// The statements of GET /v1/users/me as identity sends them.
const user = statement<Record<string, unknown>>(`
  SELECT id, username, display_name AS "displayName", bio, avatar_url AS "avatarUrl", status,
    referral_code AS "referralCode", created_at AS "createdAt"
  FROM identity.user_account WHERE id = $1`);
const wallets = statement<Record<string, unknown>>(`
  SELECT id, chain_id AS "chainId", address, is_primary AS "isPrimary", linked_at AS "linkedAt"
  FROM identity.wallet WHERE user_id = $1 ORDER BY id`);

export async function ownUser(pool: Pool, userId: string): Promise<object> {
  const [found] = await user(pool, [userId]);
  return { ...found, wallets: await wallets(pool, [userId]) };
}
