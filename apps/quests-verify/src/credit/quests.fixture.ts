import { randomBytes } from 'node:crypto';
import { AppError, type ErrorCode, type Period, type VerificationMethod } from '@questp/messages';
import { Database, newId, sql } from '@questp/postgres';
import { createTestDatabase } from '@questp/testing';
import { SCHEMA } from '../platform/platform.module.js';
import { splitConfig } from '../task-types/secrets.js';
import type { JsonObject } from '../task-types/task-type.js';
import { validateConfig } from '../task-types/validation.js';
import { checkPointsInvariant } from './points-invariant.js';

export const RACERS = 20;

/** A database of its own with one active project and campaign. */
export async function startQuests() {
  const database = await createTestDatabase({ migrate: ['quests-verify'] });
  const db = new Database(database.url, { schema: SCHEMA, poolSize: RACERS });
  const projectId = newId();
  const campaignId = newId();
  await db.execute(sql`INSERT INTO project (id, slug, name) VALUES (${projectId}, 'moon', 'Moon')`);
  await db.execute(sql`
    INSERT INTO campaign (id, project_id, slug, title, status) VALUES (${campaignId}, ${projectId}, 'one', 'One', 'active')`);
  return {
    db,
    projectId,
    campaignId,
    addQuest: (taskTypeId: string, config: JsonObject, more: QuestOptions = {}) =>
      addQuest(db, { projectId, campaignId }, taskTypeId, config, more),
    addEarner: () => addEarner(db),
    /** What breaks the points invariant; always expected to be empty. */
    violations: () => checkPointsInvariant(db),
    stop: async () => {
      await db.onApplicationShutdown();
      await database.drop();
    },
  };
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
  await db.execute(sql`
    INSERT INTO quest (id, project_id, campaign_id, slug, title, task_type_id, method, points, xp, config,
      verification_config, period, prerequisites, max_completions, starts_at, ends_at, status)
    VALUES (${id}, ${scope.projectId}, ${scope.campaignId}, ${id}, ${`Quest ${taskTypeId}`}, ${taskTypeId}, ${method},
      ${points}, ${points * 2}, ${JSON.stringify(publicConfig)}, ${JSON.stringify(verificationConfig)},
      ${JSON.stringify(period)}, ${prerequisites}, ${more.maxCompletions ?? null}, ${more.startsAt ?? null},
      ${more.endsAt ?? null}, 'active')`);
  return id;
}

async function addEarner(db: Database): Promise<string> {
  const userId = `svcuser_${randomBytes(16).toString('hex')}`;
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
