import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { seedAccounts } from './earners.js';

/** A proof for one sign-in. */
export interface Proof {
  userId: string;
  /** The submitted proof. */
  body: object;
  /** Key of the proof in the database. */
  id: string;
}

const CODE = 'k3v9x2qa';
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Accounts with an e-mail address each. */
export async function seedAddresses(client: Client, count: number): Promise<{ userId: string; email: string }[]> {
  const ids = Array.from({ length: count }, () => `svcuser_${randomBytes(16).toString('hex')}`);
  await seedAccounts(client, ids);
  const people = ids.map((userId) => ({ userId, email: `${userId}@example.org` }));
  await client.query(
    `INSERT INTO identity.user_email (email, user_id) SELECT * FROM unnest($1::text[], $2::text[]) AS t (email, user_id)`,
    [people.map(({ email }) => email), ids],
  );
  return people;
}

/** Accounts with a valid mailed code. */
export async function seedEmailCodes(client: Client, count: number): Promise<Proof[]> {
  const asked = (await seedAddresses(client, count)).map((person) => ({ ...person, id: randomUUID() }));
  await client.query(
    `INSERT INTO identity.email_challenge (email, id, purpose, code_hash, expires_at, asked_at)
     SELECT email, id, 'sign_in', hash, now() + interval '1 hour', ARRAY[now()]
     FROM unnest($1::text[], $2::uuid[], $3::bytea[]) AS t (email, id, hash)`,
    [asked.map(({ email }) => email), asked.map(({ id }) => id), asked.map(({ id }) => sha256(`${id} ${CODE}`))],
  );
  return asked.map(({ userId, id }) => ({ userId, id, body: { challengeId: id, code: CODE } }));
}

/** Accounts with a linked account of the code host and a valid OAuth code. */
export async function seedOAuthCodes(client: Client, count: number): Promise<Proof[]> {
  const came = (await seedAddresses(client, count)).map(({ userId }) => ({
    userId,
    id: randomBytes(32).toString('base64url'),
    grantId: randomUUID(),
    accountId: String(randomInt(2 ** 47)),
  }));
  const verifier = randomBytes(32).toString('base64url');
  const accounts = came.map(({ accountId }) => accountId);
  const grants = came.map(({ grantId }) => grantId);
  await client.query(
    `INSERT INTO identity.linked_account (provider, account_id, user_id, grant_id)
     SELECT 'codehost', account_id, user_id, gen_random_uuid()
     FROM unnest($1::text[], $2::text[]) AS t (account_id, user_id)`,
    [accounts, came.map(({ userId }) => userId)],
  );
  await client.query(
    `INSERT INTO integrations.oauth_grant (id, provider, account_id, tokens)
     SELECT id, 'codehost', account_id, '{}' FROM unnest($1::uuid[], $2::text[]) AS t (id, account_id)`,
    [grants, accounts],
  );
  await client.query(
    `INSERT INTO integrations.oauth_code (hash, challenge, grant_id, expires_at)
     SELECT hash, $3, grant_id, now() + interval '1 hour' FROM unnest($1::bytea[], $2::uuid[]) AS t (hash, grant_id)`,
    [came.map(({ id }) => sha256(id)), grants, sha256(verifier).toString('base64url')],
  );
  return came.map(({ userId, id }) => ({ userId, id, body: { code: id, verifier } }));
}

/** Accounts with this password. */
export async function seedPasswords(client: Client, count: number, passwordHash: string): Promise<string[]> {
  const people = await seedAddresses(client, count);
  await client.query(
    `INSERT INTO identity.user_password (user_id, password_hash) SELECT id, $2 FROM unnest($1::text[]) AS t (id)`,
    [people.map(({ userId }) => userId), passwordHash],
  );
  return people.map(({ email }) => email);
}
