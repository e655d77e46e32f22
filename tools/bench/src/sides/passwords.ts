import { verify } from '@node-rs/argon2';
import type { Side } from '../load/compare.js';
import { cpuOf } from '../load/cpu.js';
import type { BenchPlatform } from '../platform/platform.js';
import { seedPasswords } from '../seed/proofs.js';
import { post } from './sign-ins.js';

/** Enough accounts that concurrent requests are rarely of the same one. */
const ACCOUNTS = 500;
/** Concurrent comparisons, as in identity. */
const AT_ONCE = 2;

export interface StoredPassword {
  password: string;
  hash: string;
}

/** A password as identity has stored it: that of the first operator. */
export async function storedPassword({ client, admin }: BenchPlatform): Promise<StoredPassword> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM identity.admin WHERE email = $1',
    [admin.email],
  );
  return { password: admin.password, hash: rows[0]?.hash ?? '' };
}

/** Sign-ins at the platform of accounts that all have this password. */
export async function ourPasswordSignIns(platform: BenchPlatform, { password, hash }: StoredPassword): Promise<Side> {
  const emails = await seedPasswords(platform.client, ACCOUNTS, hash);
  const shots = emails.map((email) => post('/v1/auth/password/sign-in', { email, password }));
  return {
    prepare: () => Promise.resolve({ url: platform.url, method: 'POST', shots, once: false }),
    cpu: () => platform.cpu(),
  };
}

/** The comparison alone, with the same concurrency. */
export const argon2Alone = ({ password, hash }: StoredPassword): Side => ({
  prepare: () =>
    Promise.resolve(async (seconds: number) => {
      const startedAt = performance.now();
      const milliseconds: number[] = [];
      const compare = async () => {
        for (let at = startedAt; at < startedAt + seconds * 1000;) {
          await verify(hash, password);
          milliseconds.push(performance.now() - at);
          at = performance.now();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, compare));
      return { seconds: (performance.now() - startedAt) / 1000, milliseconds, failures: {} };
    }),
  cpu: () => ({ baseline: cpuOf(process.pid) }),
});
