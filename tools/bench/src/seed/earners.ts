import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { Shot } from '../load/fire.js';

export interface SeededEarner {
  userId: string;
  token: string;
}

/** Returns requests of the earners to a path. */
export const bearer =
  (path: string) =>
  ({ token }: SeededEarner): Shot => ({ path, headers: { authorization: `Bearer ${token}` } });

/** Inserts users with a session each, and their copies in quests-verify, as sign-ins and their events would. */
export async function seedEarners(client: Client, count: number): Promise<SeededEarner[]> {
  const ids = Array.from({ length: count }, () => `svcuser_${randomBytes(16).toString('hex')}`);
  await seedEarnerCopies(client, ids);
  return await seedAccounts(client, ids);
}

/** Makes the accounts of these users with a session each. */
export async function seedAccounts(client: Client, ids: string[]): Promise<SeededEarner[]> {
  const earners = ids.map((userId) => ({ userId, token: `svcu_${randomBytes(32).toString('base64url')}` }));
  const hashes = earners.map(({ token }) => createHash('sha256').update(token).digest());
  await client.query(
    `INSERT INTO identity.user_account (id, referral_code) SELECT id, id FROM unnest($1::text[]) AS t (id)`,
    [ids],
  );
  await client.query(
    `INSERT INTO identity.user_session (id, owner_id, token_hash, ip, user_agent, expires_at)
     SELECT gen_random_uuid(), id, hash, '127.0.0.1', 'bench', now() + interval '1 day'
     FROM unnest($1::text[], $2::bytea[]) AS t (id, hash)`,
    [ids, hashes],
  );
  return earners;
}

/** Inserts the earners of users in quests-verify. */
export async function seedEarnerCopies(client: Client, userIds: string[]): Promise<void> {
  await client.query(`INSERT INTO quests.earner (user_id, version) SELECT id, 1 FROM unnest($1::text[]) AS t (id)`, [
    userIds,
  ]);
}
