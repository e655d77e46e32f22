import { randomBytes } from 'node:crypto';
import { signArbitrary } from '@questp/chains';
import { chainOf } from '@questp/chains/testing';
import type { Principal, PrincipalFamily } from '@questp/messages/access';
import {
  createLinkChallenge,
  askForSignInCode,
  createSignInChallenge,
  resolveToken,
  signInWithEmail,
  signInWithWallet,
  type EmailProof,
  type PrincipalRevoked,
} from '@questp/messages/identity';
import { AppError, type ErrorCode, type RequestOf } from '@questp/messages/language';
import { eraseMailAddress, orderMail } from '@questp/messages/notifier';
import { setEarnerStatus } from '@questp/messages/quests';
import { OPERATOR_ACCESS, type WalletProof } from '@questp/messages/shared';
import { PRINCIPAL_REVOKED } from '@questp/messages/tables';
import { sql } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { newMasterKey, newMethodHashKey, type TestDatabase } from '@questp/testing';
import { hashSecret } from '@questp/service';
import { OrderMails } from '../security/mailed-codes/order-mails.js';
import { identity } from '../service.js';

/** Messages of all replicas. */
const MASTER_KEYS = newMasterKey('dev1');
const METHOD_HASH_KEY = newMethodHashKey();

export const CLIENT = { ip: '203.0.113.7', userAgent: 'Test/1.0' };

/** Identity with its own database, or as a second replica beside another one. */
export async function startIdentity(env: NodeJS.ProcessEnv = {}, beside?: { database: TestDatabase | undefined }) {
  const service = await startTestService(identity, {
    env: { APP_URL: 'https://quests.example.org', MASTER_KEYS, METHOD_HASH_KEY, ...env },
    beside,
  });
  const { bus, db } = service;
  bus.answer(setEarnerStatus, () => null);
  for (const contract of OPERATOR_ACCESS) bus.answer(contract, () => null);
  const mails: RequestOf<typeof orderMail>[] = [];
  const erased: string[] = [];
  const answerErasures = () =>
    bus.answer(eraseMailAddress, ({ recipient }) => {
      erased.push(recipient);
      return null;
    });
  answerErasures();
  bus.answer(orderMail, (mail) => {
    mails.push(mail);
    return null;
  });
  return {
    ...service,
    db,
    /** Mails ordered from the notifier, in order. */
    mails: async () => {
      while (await service.get(OrderMails).execute());
      return mails;
    },
    /** Addresses that the notifier was asked to erase, in order. */
    erased: () => erased,
    answerErasures,
    /** Revocations broadcast to gateways, in order. */
    revoked: () => bus.broadcastOn<PrincipalRevoked>(PRINCIPAL_REVOKED),
    /** Actions in the audit log, in order. */
    audited: async (subjectId: string): Promise<string[]> => {
      const rows = await db.rows<{ action: string }>(
        sql`SELECT action FROM audit_log WHERE subject_id = ${subjectId} ORDER BY id`,
      );
      return rows.map(({ action }) => action);
    },
  };
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

/** A wallet with a new key, or with a given one on another chain. */
export function newWallet(chainId = 'cosmoshub-4', key: Uint8Array = randomBytes(32)) {
  const chain = chainOf(chainId);
  const { address } = signArbitrary(chain, key, '');
  const sign = ({ nonce, message }: { nonce: string; message: string }): WalletProof => {
    const { pubkeyBase64, signatureBase64 } = signArbitrary(chain, key, message);
    return { address, chainId, pubkey: pubkeyBase64, signature: signatureBase64, nonce };
  };
  return { chain, chainId, address, key, sign };
}

export type TestWallet = ReturnType<typeof newWallet>;

/** A valid, unused proof. */
export async function signInProof(identity: TestIdentity, wallet: TestWallet): Promise<WalletProof> {
  const { address, chainId } = wallet;
  return wallet.sign(await identity.call(createSignInChallenge, { address, chainId }));
}

/** With the session that links. */
export async function linkProof(
  identity: TestIdentity,
  userId: string,
  wallet: TestWallet,
): Promise<WalletProof & { sessionId: string }> {
  const { address, chainId } = wallet;
  const proof = wallet.sign(await identity.call(createLinkChallenge, { userId, address, chainId }));
  return { ...proof, sessionId: await sessionIdOf(identity, userId) };
}

export async function signIn(identity: TestIdentity, wallet: TestWallet = newWallet(), ref?: string) {
  const proof = await signInProof(identity, wallet);
  return opened(identity.call(signInWithWallet, { ...proof, ref, client: CLIENT }));
}

/** The reply to a sign-in without a second step. */
export async function opened<Outcome extends { token?: string | undefined; challenge?: object }>(
  signIn: Promise<Outcome>,
): Promise<Required<Omit<Outcome, 'challenge'>>> {
  const outcome = await signIn;
  if (outcome.token === undefined) throw new Error('a second step is to come');
  return outcome as Required<Outcome>;
}

/** The principal of the token, if any. */
export async function principalOf(
  identity: TestIdentity,
  family: PrincipalFamily,
  token: string,
): Promise<Principal | null> {
  const tokenHash = hashSecret(token).toString('hex');
  const { user, admin, apiKey } = await identity.call(resolveToken, { family, tokenHash });
  return user ?? admin ?? apiKey;
}

/** The code of the AppError that a promise rejects with; throws if it does not. */
export async function refusal(promise: Promise<unknown>): Promise<ErrorCode> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome.code;
  throw new Error('was not refused with an AppError', { cause: outcome });
}

/** How often each outcome occurred: `ok` or the code of the AppError. */
export async function tally(promises: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const settled = await Promise.allSettled(promises);
  for (const result of settled) {
    if (result.status === 'rejected' && !(result.reason instanceof AppError)) throw result.reason;
    const outcome = result.status === 'fulfilled' ? 'ok' : (result.reason as AppError).code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** The newest session of a user. */
export async function sessionIdOf({ db }: TestIdentity, userId: string): Promise<string> {
  const session = await db.row<{ id: string }>(
    sql`SELECT id FROM user_session WHERE owner_id = ${userId} ORDER BY id DESC LIMIT 1`,
  );
  return session?.id ?? '';
}

/** Moves the start of the user's sessions into the past. */
export async function age({ db }: TestIdentity, userId: string, interval: string): Promise<void> {
  await db.execute(sql`
    UPDATE user_session SET created_at = now() - ${interval}::interval WHERE owner_id = ${userId}`);
}

let addresses = 0;
/** A new e-mail address. */
export const newEmail = () => `person-${(addresses += 1)}-${randomBytes(4).toString('hex')}@example.org`;

/** The last code mailed to the address, and its request. */
export async function proofOf(identity: TestIdentity, email: string, challengeId: string): Promise<EmailProof> {
  const mail = (await identity.mails()).findLast(({ recipient, code }) => recipient === email && code !== null);
  if (!mail?.code) throw new Error(`no code was mailed to ${email}`);
  return { challengeId, code: mail.code };
}

export async function emailProof(identity: TestIdentity, email: string): Promise<EmailProof> {
  const { challengeId } = await identity.call(askForSignInCode, { email, client: CLIENT });
  return proofOf(identity, email, challengeId);
}

export async function signInByEmail(identity: TestIdentity, email = newEmail(), ref?: string) {
  const proof = await emailProof(identity, email);
  return opened(identity.call(signInWithEmail, { ...proof, ref, client: CLIENT }));
}
