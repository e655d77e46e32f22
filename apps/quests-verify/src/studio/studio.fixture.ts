import { randomUUID } from 'node:crypto';
import { Test } from '@nestjs/testing';
import {
  type AccountStatus,
  AppError,
  type Campaign,
  type Contract,
  createCampaign,
  createProject,
  createQuest,
  type EventType,
  type EventTypes,
  getUser,
  type Idempotency,
  moveCampaign,
  moveQuest,
  type Project,
  type Quest,
  type RequestOf,
  type User,
  type UserSnapshot,
} from '@questp/messages';
import { Events } from '@questp/events';
import { Database, newId, sql } from '@questp/postgres';
import { createLogger, HealthServer, ServiceModule, setRpcLogger, type Bus, type RpcReply } from '@questp/service';
import { createTestDatabase } from '@questp/testing';
import { CampaignsHandlers } from '../campaigns/campaigns.handlers.js';
import { DiscoverHandlers } from '../discover/discover.handlers.js';
import { EarnersHandlers } from '../earners/earners.handlers.js';
import { EarnersRepository } from '../earners/earners.repository.js';
import { MembersHandlers } from '../members/members.handlers.js';
import { PlatformModule } from '../platform/platform.module.js';
import { PRISMA, type Prisma } from '../platform/prisma.js';
import { ProjectsHandlers } from '../projects/projects.handlers.js';
import { QuestsHandlers } from '../quests/quests.handlers.js';
import { StudioModule } from '../studio.module.js';
import { TaskTypeCatalogHandlers } from '../task-type-catalog/task-type-catalog.handlers.js';

const HANDLERS = [
  ProjectsHandlers,
  MembersHandlers,
  CampaignsHandlers,
  QuestsHandlers,
  TaskTypeCatalogHandlers,
  DiscoverHandlers,
  EarnersHandlers,
];

type Handler = (request: unknown, nats: { getHeaders(): undefined }) => Promise<RpcReply<unknown>>;

/** The handlers of the studio half on a database of their own, called by contract as over the bus. */
export async function startStudio() {
  const database = await createTestDatabase({ migrate: ['quests-verify'] });
  const logger = createLogger('studio', 'error');
  setRpcLogger(logger);
  const users = new Map<string, User>();
  const bus = {
    call: (contract: Contract, { userId }: { userId: string }) => {
      const user = contract.subject === getUser.subject ? users.get(userId) : undefined;
      return user ? Promise.resolve(user) : Promise.reject(new AppError('NOT_FOUND'));
    },
  } as unknown as Bus;
  const config = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 25 };
  const module = await Test.createTestingModule({
    imports: [ServiceModule.with({ config, logger, bus, health: new HealthServer() }), PlatformModule, StudioModule],
  })
    .overrideProvider(Events)
    .useValue({})
    .compile();
  const db = module.get(Database);

  const handlers = new Map<string, Handler>();
  for (const type of HANDLERS) {
    const instance = module.get<Record<string, Handler>>(type, { strict: false });
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      const method = instance[name] as Handler;
      const subjects = Reflect.getMetadata('microservices:pattern', method) as string[] | undefined;
      if (subjects?.[0] !== undefined) handlers.set(subjects[0], method.bind(instance));
    }
  }

  async function call<Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    const handle = handlers.get(contract.subject);
    if (handle === undefined) throw new Error(`No handler for ${contract.subject}`);
    const sent: unknown = JSON.parse(JSON.stringify(request));
    const answer = JSON.parse(JSON.stringify(await handle(sent, { getHeaders: () => undefined }))) as RpcReply<Reply>;
    if ('error' in answer) throw AppError.fromEnvelope(answer.error);
    return answer.ok;
  }

  const newProject = (change: Partial<RequestOf<typeof createProject>> = {}): Promise<Project> =>
    call(createProject, { userId: aUserId(), slug: aSlug(), name: 'Moon', ...change });
  const newCampaign = (projectId: string, change: Partial<RequestOf<typeof createCampaign>> = {}): Promise<Campaign> =>
    call(createCampaign, { projectId, slug: aSlug(), title: 'Launch', ...change });
  const newQuest = ({ projectId, id }: Campaign, change: Partial<RequestOf<typeof createQuest>> = {}): Promise<Quest> =>
    call(createQuest, {
      projectId,
      campaignId: id,
      slug: aSlug(),
      taskTypeId: 'engagement_daily_checkin',
      title: 'Come by',
      points: 10,
      ...change,
    });
  const publish = ({ projectId, campaignId, id }: Quest): Promise<Quest> =>
    call(moveQuest, { projectId, campaignId, questId: id, step: 'publish' });

  return {
    call,
    db,
    users,
    module,
    prisma: module.get<Prisma>(PRISMA, { strict: false }),
    earners: module.get(EarnersRepository, { strict: false }),
    newProject,
    newCampaign,
    newQuest,
    publish,
    /** An active campaign with one published quest. */
    running: async (change: Partial<RequestOf<typeof createCampaign>> = {}) => {
      const project = await newProject();
      const draft = await newCampaign(project.id, change);
      const quest = await publish(await newQuest(draft));
      const campaign = await call(moveCampaign, { projectId: project.id, campaignId: draft.id, step: 'activate' });
      return { project, campaign, quest };
    },
    /** Data of the events of a type in the outbox, in order. */
    events: async <T extends EventType>(type: T): Promise<EventTypes[T][]> => {
      const rows = await db.rows<{ data: EventTypes[T] }>(
        sql`SELECT data FROM outbox WHERE type = ${type} ORDER BY seq`,
      );
      return rows.map(({ data }) => data);
    },
    /** A submission as verification would leave it. */
    submit: async (quest: Quest, userId: string, status: string, periodKey = 'once', nextTryAt: Date | null = null) => {
      await db.execute(sql`INSERT INTO earner (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`);
      const at = status === 'claimed' ? new Date() : null;
      const id = newId();
      await db.execute(sql`
        INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
          next_try_at, verified_at, claimed_at)
        VALUES (${id}, ${quest.projectId}, ${quest.campaignId}, ${quest.id}, ${userId}, ${periodKey},
          ${quest.taskTypeId}, ${quest.method}, ${status}, ${nextTryAt}, ${at}, ${at})`);
      return id;
    },
    close: async () => {
      await db.onApplicationShutdown();
      await database.drop();
    },
  };
}

export type Studio = Awaited<ReturnType<typeof startStudio>>;

export const aUserId = (): string => `svcuser_${randomUUID().replaceAll('-', '')}`;
export const anAdminId = (): string => `svcadmin_${randomUUID().replaceAll('-', '')}`;
export const aSlug = (): string => `s-${randomUUID().slice(0, 13)}`;

export const aKey = (requestHash = 'a'.repeat(64), key: string = randomUUID()): Idempotency => ({
  scope: 'user:POST /v1/things',
  key,
  requestHash,
});

export const aUser = (change: Partial<User> = {}): User => ({
  id: aUserId(),
  username: 'luna',
  displayName: 'Luna',
  bio: null,
  avatarUrl: null,
  status: 'active',
  referralCode: 'ref',
  wallets: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

export const aSnapshot = (userId: string, version: number, status: AccountStatus = 'active'): UserSnapshot => ({
  userId,
  version,
  username: `name-${version}`,
  displayName: null,
  status,
  primaryWallet: null,
  wallets: [],
});

/** Codes of the outcomes of parallel calls: `ok` or the error's code. */
export async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((result) =>
    result.status === 'fulfilled' ? 'ok' : result.reason instanceof AppError ? result.reason.code : 'THROWN',
  );
}

/** What a refused call answers with; pointers of its errors, each once. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; pointers?: string[] }> {
  const error: unknown = await call.then(
    () => new Error('The call was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  if (error.details.errors === undefined) return { code: error.code };
  return { code: error.code, pointers: [...new Set(error.details.errors.map(({ pointer }) => pointer))] };
}

/** All items of a list, page by page. */
export async function allPages<Item>(
  page: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const answer = await page(cursor);
    items.push(...answer.items);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
