import type { Caller } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { Secret, TOTP } from 'otpauth';

/** The current code of an authenticator app. */
export const appCode = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

export async function beginTwoFactor(client: Caller): Promise<{ secret: string }> {
  const { secret } = await unwrap(client.POST('/v1/users/me/2fa', { body: { method: 'app' } }));
  return { secret: secret as string };
}

export async function beginOperatorTwoFactor(client: Caller): Promise<{ secret: string }> {
  const { secret } = await unwrap(client.POST('/v1/admin/me/2fa', { body: { method: 'app' } }));
  return { secret: secret as string };
}

/** Enables two-factor sign-in, which ends every session of the account; returns recovery codes. */
export async function enableTwoFactor(client: Caller): Promise<string[]> {
  const { secret } = await beginTwoFactor(client);
  return (await unwrap(client.PUT('/v1/users/me/2fa', { body: { code: appCode(secret) } }))).recoveryCodes;
}

/** The same of an operator. */
export async function enableOperatorTwoFactor(client: Caller): Promise<string[]> {
  const { secret } = await beginOperatorTwoFactor(client);
  return (await unwrap(client.PUT('/v1/admin/me/2fa', { body: { code: appCode(secret) } }))).recoveryCodes;
}
