import type { Client } from 'pg';
import { replay, type Baseline } from '../baseline/baseline.js';
import type { Side } from '../load/compare.js';
import type { Shot } from '../load/fire.js';
import type { BenchPlatform } from '../platform/platform.js';
import type { Script, Step } from '../recorded/script.js';
import { untilOutboxIsEmpty } from '../seed/outbox.js';
import type { Proof } from '../seed/proofs.js';

type Seed = (client: Client, count: number) => Promise<Proof[]>;

/** A sign-in is more work than most requests. */
const FIRST_GUESS = 500;

export const post = (path: string, body: object): Shot => ({
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Sign-ins at the platform with seeded proofs, each of another account. */
export const ourSignIns = (platform: BenchPlatform, seed: Seed, path: string): Side => ({
  prepare: async (expected) => {
    const shots = (await seed(platform.client, expected)).map(({ body }) => post(path, body));
    return { url: platform.url, method: 'POST', shots, once: true };
  },
  firstGuess: FIRST_GUESS,
  settle: () => untilOutboxIsEmpty(platform.client, 'identity'),
  cpu: () => platform.cpu(),
});

/** Replays of `signInScript`. */
export const baselineSignIns = (platform: BenchPlatform, baseline: Baseline, seed: Seed): Side => ({
  prepare: async (expected) => {
    const proofs = await seed(platform.client, expected);
    const shots = proofs.map(({ userId, id }) => replay({ userId, id }));
    return { url: baseline.url, method: 'POST', shots, once: true };
  },
  firstGuess: FIRST_GUESS,
  cpu: () => ({ baseline: baseline.cpu(), ...platform.sharedCpu() }),
});

/** The minimum that a sign-in writes: it consumes the proof and inserts a session and an audit entry. */
export function signInScript(useUp: string): Script {
  const step = (text: string, ids: string[], rows: number): Step => ({ text, values: ids.map((id) => ({ id })), rows });
  return [
    [
      step('BEGIN', [], 0),
      step(useUp, ['id'], 1),
      step(
        `INSERT INTO user_session (id, owner_id, token_hash, ip, user_agent, expires_at)
         VALUES (gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), '', '', now() + interval '1 day')`,
        ['userId'],
        1,
      ),
      step(
        `INSERT INTO audit_log (id, action, actor_type, actor_id, subject_id)
         VALUES (gen_random_uuid(), 'user.sign_in', 'user', $1, $1)`,
        ['userId'],
        1,
      ),
      step('COMMIT', [], 0),
    ],
  ];
}
