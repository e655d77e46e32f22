import { randomBytes } from 'node:crypto';
import { ModulesContainer } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { loadChainRegistry, signArbitrary } from '@questp/chains';
import {
  AppError,
  getChainTransaction,
  listWallets,
  type ChainTransactionReply,
  type Contract,
  type ErrorCode,
  type Period,
  type ReplyOf,
  type RequestOf,
  type VerificationMethod,
} from '@questp/messages';
import { Database, insertInto, newId, sql } from '@questp/postgres';
import { createLogger, HealthServer, ServiceModule, setRpcLogger, type Bus, type RpcReply } from '@questp/service';
import { createTestDatabase } from '@questp/testing';
import { PlatformModule } from '../platform/platform.module.js';
import { splitConfig } from '../task-types/secrets.js';
import type { JsonObject } from '../task-types/task-type.js';
import { validateConfig } from '../task-types/validation.js';
import { RecheckPending } from '../verification/recheck-pending.js';
import { VerificationModule } from '../verification.module.js';
import { checkPointsInvariant } from './points-invariant.js';

export const RACERS = 20;

type Handler = (request: unknown, nats: { getHeaders(): undefined }) => Promise<RpcReply<unknown>>;

const chains = loadChainRegistry();

/** The address of a new key, or of a given one, on a chain. */
export function newWallet(
  chainId = 'cosmoshub-4',
  key: Buffer = randomBytes(32),
): { chainId: string; address: string } {
  const chain = chains.get(chainId);
  if (!chain) throw new Error(chainId);
  return { chainId, address: signArbitrary(chain, key, '').address };
}

/** What other services tell, and whether they answer at all. */
class Others {
  readonly wallets = new Map<string, { chainId: string; address: string }[]>();
  readonly transactions = new Map<string, ChainTransactionReply>();
  /** Services that do not answer: `identity`, `integrations`. */
  readonly down = new Set<string>();
  /** What integrations answers with waits for it. */
  hold: Promise<void> | undefined;

  async call(contract: Contract, request: object): Promise<object> {
    if (this.down.has(contract.subject.split('.')[0] ?? '')) {
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    }
    switch (contract.subject) {
      case listWallets.subject: {
        const wallets = this.wallets.get((request as RequestOf<typeof listWallets>).userId) ?? [];
        const linkedAt = new Date(0).toISOString();
        return { items: wallets.map((wallet) => ({ ...wallet, id: newId(), isPrimary: false, linkedAt })) };
      }
      case getChainTransaction.subject: {
        await this.hold;
        const { txHash } = request as RequestOf<typeof getChainTransaction>;
        return this.transactions.get(txHash) ?? { status: 'not_found', transaction: null, detail: null };
      }
      default:
        throw new AppError('NOT_FOUND');
    }
  }
}

/** The verification half on a database of its own with one active project and campaign, called by contract. */
export async function startQuests() {
  const database = await createTestDatabase({ migrate: ['quests-verify'] });
  const logger = createLogger('quests', 'fatal');
  setRpcLogger(logger);
  const others = new Others();
  const config = {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: RACERS,
    APP_URL: 'https://app.example.org/x',
    CHAINS: '[]',
  };
  const bus: unknown = others;
  const module = await Test.createTestingModule({
    imports: [
      ServiceModule.with({ config, logger, bus: bus as Bus, health: new HealthServer() }),
      PlatformModule,
      VerificationModule,
    ],
  }).compile();
  const db = module.get(Database, { strict: false });
  const handlers = handlersOf(module.get(ModulesContainer));

  async function call<C extends Contract>(contract: C, request: RequestOf<C>): Promise<ReplyOf<C>> {
    const handle = handlers.get(contract.subject);
    if (handle === undefined) throw new Error(`No handler for ${contract.subject}`);
    const sent: unknown = JSON.parse(JSON.stringify(request));
    const answer = JSON.parse(JSON.stringify(await handle(sent, { getHeaders: () => undefined }))) as RpcReply<
      ReplyOf<C>
    >;
    if ('error' in answer) throw AppError.fromEnvelope(answer.error);
    return answer.ok;
  }

  const projectId = newId();
  const campaignId = newId();
  await db.execute(insertInto('project', { id: projectId, slug: 'moon', name: 'Moon' }));
  await db.execute(insertInto('campaign', { id: campaignId, projectId, slug: 'one', title: 'One', status: 'active' }));
  return {
    db,
    others,
    call,
    projectId,
    campaignId,
    addQuest: (taskTypeId: string, config: JsonObject, more: QuestOptions = {}) =>
      addQuest(db, { projectId, campaignId }, taskTypeId, config, more),
    addEarner: () => addEarner(db),
    /** Two of them are what two replicas do. */
    worker: () => module.get(RecheckPending, { strict: false }),
    /** Makes every pending submission due now, as time does. */
    letTimePass: async () => {
      await db.execute(sql`UPDATE pending_check SET due_at = now() - interval '1 second', lease_until = NULL`);
    },
    /** What breaks the points invariant; always expected to be empty. */
    violations: () => checkPointsInvariant(db),
    stop: async () => {
      await db.onApplicationShutdown();
      await database.drop();
    },
  };
}

function handlersOf(modules: ModulesContainer): Map<string, Handler> {
  const controllers = [...modules.values()].flatMap(({ controllers }) => [...controllers.values()]);
  const handlers = new Map<string, Handler>();
  for (const { instance } of controllers) {
    const methods = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(instance) as object);
    for (const { value } of Object.values(methods) as { value?: unknown }[]) {
      if (typeof value !== 'function') continue;
      const subjects = Reflect.getMetadata('microservices:pattern', value) as string[] | undefined;
      if (subjects?.[0] !== undefined) handlers.set(subjects[0], (value as Handler).bind(instance));
    }
  }
  return handlers;
}

export type Quests = Awaited<ReturnType<typeof startQuests>>;

export interface QuestOptions {
  points?: number;
  method?: VerificationMethod;
  period?: Period;
  prerequisites?: string[];
  maxCompletions?: number;
  startsAt?: Date;
  endsAt?: Date;
}

async function addQuest(
  db: Database,
  scope: { projectId: string; campaignId: string },
  taskTypeId: string,
  config: JsonObject,
  more: QuestOptions,
): Promise<string> {
  const valid = validateConfig(taskTypeId, config);
  if (!valid.ok) throw new Error(JSON.stringify(valid.errors));
  const { publicConfig, verificationConfig } = splitConfig(taskTypeId, valid.value);
  const { points = 10, method = 'platform_api', period = { kind: 'once' }, prerequisites = [] } = more;
  const id = newId();
  await db.execute(
    insertInto('quest', {
      ...scope,
      id,
      slug: id,
      title: `Quest ${taskTypeId}`,
      taskTypeId,
      method,
      points,
      xp: points * 2,
      config: publicConfig,
      verificationConfig,
      period,
      prerequisites,
      maxCompletions: more.maxCompletions,
      startsAt: more.startsAt,
      endsAt: more.endsAt,
      status: 'active',
    }),
  );
  return id;
}

export const newUserId = (): string => `svcuser_${randomBytes(16).toString('hex')}`;

async function addEarner(db: Database): Promise<string> {
  const userId = newUserId();
  await db.execute(sql`INSERT INTO earner (user_id, version, username) VALUES (${userId}, 1, ${userId.slice(-8)})`);
  return userId;
}

/** What came out of parallel calls: the replies, and how often each error code came. */
export async function race<T>(calls: readonly (() => Promise<T>)[]) {
  const replies: T[] = [];
  const errors: Partial<Record<ErrorCode, number>> = {};
  for (const result of await Promise.allSettled(calls.map((call) => call()))) {
    if (result.status === 'fulfilled') replies.push(result.value);
    else if (result.reason instanceof AppError) errors[result.reason.code] = (errors[result.reason.code] ?? 0) + 1;
    else throw result.reason;
  }
  return { replies, errors };
}

/** The same call, RACERS times at once. */
export const raceSame = <T>(call: () => Promise<T>) => race(Array.from({ length: RACERS }, () => call));

/** The AppError a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => new Error('nothing was thrown'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

/** Holds the row lock of an earner, as a suspension does, until it is told to suspend or not. */
export async function holdEarner(db: Database, userId: string) {
  let release: (suspend: boolean) => void = () => undefined;
  const decision = new Promise<boolean>((resolve) => (release = resolve));
  let held: () => void = () => undefined;
  const locked = new Promise<void>((resolve) => (held = resolve));
  const done = db.transaction(async (tx) => {
    await tx.row(sql`SELECT FROM earner WHERE user_id = ${userId} FOR UPDATE`);
    held();
    if (await decision) await tx.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${userId}`);
  });
  await locked;
  return {
    release: async (suspend: boolean) => {
      release(suspend);
      await done;
    },
  };
}
