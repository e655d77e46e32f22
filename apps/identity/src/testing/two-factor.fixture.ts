import type { SessionFamily } from '@questp/messages/access';
import { beginTwoFactor, enableTwoFactor } from '@questp/messages/identity';
import { sql } from '@questp/postgres';
import { Secret as Key, TOTP } from 'otpauth';
import { CLIENT, type TestIdentity } from './identity.fixture.js';

export const WRONG = '000000';

/** RFC 6238. */
export const STEP_MS = 30_000;

/** The code of the app, this many steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Key.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Members of a request that changes the caller's two-factor sign-in. */
export const own = (family: SessionFamily, ownerId: string, sessionId: string) => ({
  ...{ family, ownerId, sessionId, client: CLIENT },
});

/** Marks all codes of the app as unused. */
export const forgetSteps = ({ db }: TestIdentity, ownerId: string) =>
  db.execute(sql`UPDATE two_factor SET last_step = 0 WHERE owner_id = ${ownerId}`);

/** Sets up an app whose codes are all unused. */
export async function enableApp(identity: TestIdentity, family: SessionFamily, ownerId: string, sessionId: string) {
  const request = own(family, ownerId, sessionId);
  const { secret } = await identity.call(beginTwoFactor, { ...request, method: 'app' });
  if (secret === null) throw new Error('no secret');
  const { recoveryCodes } = await identity.call(enableTwoFactor, { ...request, code: codeOf(secret) });
  await forgetSteps(identity, ownerId);
  return { secret, recoveryCodes };
}
