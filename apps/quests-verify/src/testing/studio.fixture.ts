import { randomUUID } from 'node:crypto';
import type { ProjectRole } from '@questp/messages/access';
import { endApiKeys, getUser, type User, type UserSnapshot } from '@questp/messages/identity';
import {
  type CodehostRepository,
  type Fact,
  type MicroblogAccount,
  readCodehostRepository,
  readMicroblogAccount,
  readMicroblogPost,
  readMicroblogSpace,
  readChatcommChannel,
  readChatcommRole,
  readChainChoice,
  readChatcommServer,
  readMessengerChat,
  readPhotositeAccount,
  readLaunchsitePost,
  readVideositeChannel,
  readVideositeVideo,
} from '@questp/messages/integrations';
import { type AccountStatus, AppError, type Idempotency, type Page, type RequestOf } from '@questp/messages/language';
import {
  addMember,
  answerInvitation,
  type Campaign,
  createCampaign,
  createProject,
  createQuest,
  moveCampaign,
  moveQuest,
  type Project,
  type Quest,
  type QuestStep,
  updateQuest,
} from '@questp/messages/quests';
import { newId, raw, sql, found, type Sql } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { EarnersRepository } from '../people/earners/earners.repository.js';
import { questsVerify } from '../service.js';
import type { QuestRow } from '../studio/quests/quest.js';
import { aSpace } from './quests.fixture.js';

/** The service on a database of its own, and what teams make there. */
export async function startStudio(env: NodeJS.ProcessEnv = {}) {
  const service = await startTestService(questsVerify, { env });
  const { bus, call, db, get } = service;
  const users = new Map<string, User>();
  bus.answer(getUser, ({ userId }) => {
    const user = users.get(userId);
    if (user === undefined) throw new AppError('NOT_FOUND');
    return user;
  });
  bus.answer(endApiKeys, () => null);
  bus.answer(readCodehostRepository, ({ repository }): Fact<CodehostRepository> => {
    if (repository.startsWith('unknown/')) return { status: 'not_found', value: null, detail: null, retryAt: null };
    if (repository.startsWith('silent/')) return { status: 'unavailable', value: null, detail: null, retryAt: null };
    return { status: 'found', value: { repository: repository.toLowerCase() }, detail: null, retryAt: null };
  });

  bus.answer(readMicroblogAccount, ({ handle }): Fact<MicroblogAccount> => {
    if (handle === 'unknown') return { status: 'not_found', value: null, detail: null, retryAt: null };
    const value = { accountId: '17', handle: handle.toLowerCase(), name: 'Orbit', pictureUrl: null };
    return { status: 'found', value, detail: null, retryAt: null };
  });
  bus.answer(readMicroblogPost, ({ postId }) => ({
    ...{ status: 'found' as const, detail: null, retryAt: null },
    value: { postId, author: 'orbit_hq', textStart: 'Welcome' },
  }));
  const foundAnswer = <Value extends object>(value: Value) => ({
    status: 'found' as const,
    value,
    detail: null,
    retryAt: null,
  });
  bus.answer(readMicroblogSpace, ({ spaceId }) =>
    foundAnswer({
      space: spaceId.startsWith('1Live') ? aSpace({ spaceId, startedAt: '2026-05-01T12:00:00.000Z' }) : null,
      reason: spaceId.startsWith('1NoPlan') ? 'Reading Spaces is unavailable on the current plan.' : null,
    }),
  );
  bus.answer(readChainChoice, ({ id }) => foundAnswer({ id, name: null, isOpen: true, endsAt: null, codeId: null }));
  bus.answer(readChatcommServer, () => foundAnswer({ guildName: 'Orbit' }));
  bus.answer(readChatcommRole, () => foundAnswer({ guildName: 'Orbit', roleName: 'Explorer' }));
  bus.answer(readChatcommChannel, () => foundAnswer({ channelName: 'general', readsContent: true }));
  bus.answer(readPhotositeAccount, ({ handle }) =>
    foundAnswer({ handle, accountName: 'Orbit', accountPictureUrl: null }),
  );
  bus.answer(readLaunchsitePost, () => foundAnswer({ postName: 'Orbit', postPictureUrl: null }));
  bus.answer(readVideositeChannel, () =>
    foundAnswer({ channelId: 'UCOrbitEmulatedChannel01', channelTitle: 'Orbit', channelPictureUrl: null }),
  );
  bus.answer(readVideositeVideo, () => foundAnswer({ videoTitle: 'What Orbit is', videoPictureUrl: null }));
  bus.answer(readMessengerChat, ({ chatId }) => ({
    status: 'found' as const,
    value: { chatId, chatTitle: 'Orbit community' },
    detail: null,
    retryAt: null,
  }));

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
  const move = (quest: Quest, step: QuestStep): Promise<Quest> => call(moveQuest, { ...placeOf(quest), step });
  const publish = (quest: Quest): Promise<Quest> => move(quest, 'publish');

  /** Invites a new user, who accepts. Returns the user id. */
  const joins = async (projectId: string, invitedBy: string, role: ProjectRole = 'project_moderator') => {
    const { id: userId } = known();
    const { id: invitationId } = await call(addMember, { projectId, userId, role, invitedBy });
    await call(answerInvitation, { userId, invitationId, answer: 'accepted' });
    return userId;
  };
  const known = (change: Partial<User> = {}): User => {
    const user = aUser(change);
    users.set(user.id, user);
    return user;
  };

  return {
    ...service,
    db,
    known,
    joins,
    earners: get(EarnersRepository),
    newProject,
    newCampaign,
    newQuest,
    move,
    publish,
    update: (quest: Quest, change: object): Promise<Quest> => call(updateQuest, { ...placeOf(quest), ...change }),
    /** With its secrets. */
    stored: async ({ id }: Quest) => found(await db.row<QuestRow>(sql`SELECT * FROM quest WHERE id = ${id}`)),
    /** How many rows of a table meet the condition. */
    count: async (table: string, condition: Sql) =>
      (await db.rows(sql`SELECT FROM ${raw(table)} WHERE ${condition}`)).length,
    /** An active campaign with one published quest. */
    running: async (change: Partial<RequestOf<typeof createCampaign>> = {}, userId = aUserId()) => {
      const project = await newProject({ userId });
      const draft = await newCampaign(project.id, change);
      const quest = await publish(await newQuest(draft));
      const campaign = await call(moveCampaign, { projectId: project.id, campaignId: draft.id, step: 'activate' });
      return { project, campaign, quest };
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
  };
}

export type Studio = Awaited<ReturnType<typeof startStudio>>;

export const placeOf = ({ projectId, campaignId, id }: Quest) => ({ projectId, campaignId, questId: id });

/** The configuration of a quiz of one question. */
export const QUIZ = {
  passScorePercent: 50,
  questions: [
    {
      id: 'q1',
      text: 'What secures the chain?',
      options: [
        { id: 'a', text: 'Validators' },
        { id: 'b', text: 'Luck' },
      ],
      correctOptionIds: ['a'],
      explanation: 'EXPLAINED-MARKER',
    },
  ],
};

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
  showsWallet: false,
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
  avatarUrl: null,
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

/** Eight changes of one version at once, of which one is made and every other answered 412. */
export async function expectOneWins(change: (racer: number) => Promise<unknown>): Promise<void> {
  const ask = (racer: number): Promise<unknown> =>
    change(racer).catch((error: unknown) => {
      // Nothing was done: on a busy machine a racer may wait too long for its connection.
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return ask(racer);
      throw error;
    });
  const codes = await outcomes(Array.from({ length: 8 }, (_, racer) => ask(racer)));
  expect(codes.sort()).toEqual([...Array<string>(7).fill('PRECONDITION_FAILED'), 'ok']);
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

/** The items of a list in an order, a few a page; no other order takes its cursor. */
export async function inOrder<Item, Order extends string>(
  orders: readonly Order[],
  order: Order,
  page: (request: { order: Order; limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const { nextCursor } = await page({ order, limit: 1 });
  for (const other of orders.filter((one) => one !== order)) {
    const taken = page({ order: other, limit: 1, ...(nextCursor !== null && { cursor: nextCursor }) });
    expect(await refusal(taken)).toEqual({ code: 'INVALID_CURSOR' });
  }
  return allPages((cursor) => page({ order, limit: 2, ...(cursor !== undefined && { cursor }) }));
}

/** All items of a list, page by page. */
export async function allPages<Item>(page: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const answer = await page(cursor);
    items.push(...answer.items);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
