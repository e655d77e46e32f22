import { unwrap } from '@questp/sdk';
import type { Caller } from './caller.js';
import type { Mailbox } from './mailbox.js';
import { opened } from './sign-in.js';
import { newSlug } from './studio.js';

/** A new e-mail address. */
export const newAddress = () => `${newSlug('person')}@questp.test`;

/** A challenge and the code that was mailed for it. */
export interface MailedProof {
  challengeId: string;
  code: string;
}

/** Requests a mailed code and reads it. */
type AskForProof = (client: Caller, mailbox: Mailbox, email: string) => Promise<MailedProof>;

/** @param path of the operation that mails the code */
const proofFrom =
  (
    path: '/v1/auth/email/code' | '/v1/auth/password/code' | '/v1/admin/auth/password/code' | '/v1/users/me/email/code',
  ): AskForProof =>
  async (client, mailbox, email) => {
    const request = () => unwrap(client.POST(path, { body: { email } }));
    const { challengeId, code } = await mailbox.codeAfter(email, request);
    return { challengeId, code };
  };

/** A mailed code for signing in. */
export const emailProof = proofFrom('/v1/auth/email/code');

/** A mailed code for setting a password. */
export const passwordProof = proofFrom('/v1/auth/password/code');

/** A mailed code for resetting an operator's password. */
export const operatorPasswordProof = proofFrom('/v1/admin/auth/password/code');

/** A mailed code for linking the address to the account of the client. */
export const linkEmailProof = proofFrom('/v1/users/me/email/code');

/** Signs in with a mailed code, which creates the account on first use. */
export async function signInByEmail(anonymous: Caller, mailbox: Mailbox, email: string) {
  const body = await emailProof(anonymous, mailbox, email);
  return opened(await unwrap(anonymous.POST('/v1/auth/email/verify', { body })));
}

/** Has a code mailed that verifies the address for a quest. */
export const askForQuestCode = (client: Caller, questId: string, email: string) =>
  unwrap(client.POST('/v1/quests/{questId}/email-link/send-otp', { params: { path: { questId } }, body: { email } }));

export async function linkEmail(client: Caller, mailbox: Mailbox, email: string) {
  return unwrap(client.PUT('/v1/users/me/email', { body: await linkEmailProof(client, mailbox, email) }));
}
