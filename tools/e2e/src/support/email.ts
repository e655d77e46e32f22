import { unwrap } from '@questp/sdk';
import type { Caller } from './caller.js';
import { mailbox } from './mailbox.js';
import { opened } from './sign-in.js';
import { newSlug } from './studio.js';

/** An address nobody has. */
export const newAddress = () => `${newSlug('person')}@questp.test`;

/** A code that was mailed to sign in with, and the request it is for. */
export async function emailProof(anonymous: Caller, email: string) {
  const ask = () => unwrap(anonymous.POST('/v1/auth/email/code', { body: { email } }));
  const { challengeId, code } = await mailbox.codeAfter(email, ask);
  return { challengeId, code };
}

/** A code that was mailed to set a password with, and the request it is for. */
export async function passwordProof(anonymous: Caller, email: string) {
  const ask = () => unwrap(anonymous.POST('/v1/auth/password/code', { body: { email } }));
  const { challengeId, code } = await mailbox.codeAfter(email, ask);
  return { challengeId, code };
}

/** A code that was mailed to an operator to reset the password with, and the request it is for. */
export async function operatorPasswordProof(anonymous: Caller, email: string) {
  const ask = () => unwrap(anonymous.POST('/v1/admin/auth/password/code', { body: { email } }));
  const { challengeId, code } = await mailbox.codeAfter(email, ask);
  return { challengeId, code };
}

export const signInByEmail = async (anonymous: Caller, email: string) =>
  opened(await unwrap(anonymous.POST('/v1/auth/email/verify', { body: await emailProof(anonymous, email) })));

/** A code that was mailed to link the address, and the request it is for. */
export async function linkEmailProof(client: Caller, email: string) {
  const ask = () => unwrap(client.POST('/v1/users/me/email/code', { body: { email } }));
  const { challengeId, code } = await mailbox.codeAfter(email, ask);
  return { challengeId, code };
}

export const linkEmail = async (client: Caller, email: string) =>
  unwrap(client.PUT('/v1/users/me/email', { body: await linkEmailProof(client, email) }));
