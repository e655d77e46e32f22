import { randomBytes } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { loadChainRegistry, signArbitrary, type Chain } from '@questp/chains';
import {
  AppError,
  createLinkChallenge,
  createSignInChallenge,
  PRINCIPAL_REVOKED,
  resolveToken,
  signInWithWallet,
  type Contract,
  type ErrorCode,
  type EventEnvelope,
  type Principal,
  type PrincipalFamily,
  type PrincipalRevoked,
  type WalletProof,
} from '@questp/messages';
import { Database, sql } from '@questp/postgres';
import { createLogger, HealthServer, loadConfig, ServiceModule, setRpcLogger, type Bus } from '@questp/service';
import { callsOf, type InProcessCalls } from '@questp/service/testing';
import { createTestDatabase } from '@questp/testing';
import { AppModule } from './app.module.js';
import { CONFIG_SPEC, type Config } from './platform/config.js';
import { hashToken } from './tokens/token.js';

export const CLIENT = { ip: '203.0.113.7', userAgent: 'Test/1.0' };

/** Stands in for the broker: remembers what was sent, and answers calls with null unless told otherwise. */
export class RecordingBus {
  readonly revoked: PrincipalRevoked[] = [];
  readonly calls: { subject: string; request: unknown }[] = [];
  answer: () => Promise<null> = () => Promise.resolve(null);

  broadcast(subject: string, message: object): Promise<void> {
    if (subject === PRINCIPAL_REVOKED) this.revoked.push(message as PrincipalRevoked);
    return Promise.resolve();
  }

  call(contract: Contract, request: unknown): Promise<null> {
    this.calls.push({ subject: contract.subject, request });
    return this.answer();
  }
}

export interface TestIdentity {
  db: Database;
  bus: RecordingBus;
  config: Config;
  /** As over the bus. */
  call: InProcessCalls;
  get<T>(token: Type<T> | symbol): T;
  /** Data of the events in the outbox, in their order. */
  events(type: string, aggregateId?: string): Promise<EventEnvelope['data'][]>;
  /** Actions in the audit log, in their order. */
  audited(subjectId: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Identity on a database of its own, or as a second replica on `url`; nothing runs in the background. */
export async function startIdentity(env: NodeJS.ProcessEnv = {}, url?: string): Promise<TestIdentity> {
  const database = url === undefined ? await createTestDatabase({ migrate: ['identity'] }) : undefined;
  const config = loadConfig(CONFIG_SPEC, {
    DATABASE_URL: database?.url ?? url,
    DATABASE_POOL_SIZE: '20',
    HEALTH_PORT: '1',
    APP_URL: 'https://quests.example.org',
    ...env,
  });
  setRpcLogger(createLogger('identity', 'error'));
  const bus = new RecordingBus();
  const parts = {
    config,
    logger: createLogger('identity', 'silent'),
    bus: bus as unknown as Bus,
    health: new HealthServer(),
  };
  const app = await Test.createTestingModule({ imports: [ServiceModule.with(parts), AppModule] }).compile();
  const db = app.get(Database);
  return {
    db,
    bus,
    config,
    call: callsOf(app),
    get: (token) => app.get(token, { strict: false }),
    events: async (type, aggregateId) => {
      const rows = await db.rows<{ data: EventEnvelope['data']; aggregateId: string }>(
        sql`SELECT data, aggregate_id FROM outbox WHERE type = ${type} ORDER BY seq`,
      );
      return rows.filter((row) => (aggregateId ?? row.aggregateId) === row.aggregateId).map(({ data }) => data);
    },
    audited: async (subjectId) => {
      const rows = await db.rows<{ action: string }>(
        sql`SELECT action FROM audit_log WHERE subject_id = ${subjectId} ORDER BY id`,
      );
      return rows.map(({ action }) => action);
    },
    stop: async () => {
      await app.close();
      await database?.drop();
    },
  };
}

const registry = loadChainRegistry();

export function chainOf(chainId: string): Chain {
  const chain = registry.get(chainId);
  if (!chain) throw new Error(`${chainId} is not in the registry`);
  return chain;
}

/** A wallet with a key of its own, or with a given one on another chain. */
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

/** A valid proof that was not used yet. */
export async function signInProof(identity: TestIdentity, wallet: TestWallet): Promise<WalletProof> {
  const { address, chainId } = wallet;
  return wallet.sign(await identity.call(createSignInChallenge, { address, chainId }));
}

export async function linkProof(identity: TestIdentity, userId: string, wallet: TestWallet): Promise<WalletProof> {
  const { address, chainId } = wallet;
  return wallet.sign(await identity.call(createLinkChallenge, { userId, address, chainId }));
}

export async function signIn(identity: TestIdentity, wallet: TestWallet = newWallet(), ref?: string) {
  return identity.call(signInWithWallet, { ...(await signInProof(identity, wallet)), ref, client: CLIENT });
}

/** Whom the token lets in, if anybody. */
export async function principalOf(
  identity: TestIdentity,
  family: PrincipalFamily,
  token: string,
): Promise<Principal | null> {
  const tokenHash = hashToken(token).toString('hex');
  const { user, admin, apiKey } = await identity.call(resolveToken, { family, tokenHash });
  return user ?? admin ?? apiKey;
}

/** The code of the AppError a promise is refused with; throws when it is not refused with one. */
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
