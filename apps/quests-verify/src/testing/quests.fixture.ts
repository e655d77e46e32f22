import { TASK_TYPES } from '../task-types/index.js';
import { EXAMPLE_POST, postIdOf } from '../task-types/platforms/microblog/fields.js';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { signArbitrary } from '@questp/chains';
import { chainOf } from '@questp/chains/testing';
import {
  askForQuestEmailCode,
  getEmail,
  listLinkedAccounts,
  listWallets,
  readQuestEmail,
} from '@questp/messages/identity';
import {
  readChainTransactions,
  readChatcommMember,
  readChatcommMessages,
  readCodehostCommits,
  readCodehostFork,
  readCodehostIssues,
  readCodehostPulls,
  readCodehostStar,
  readPage,
  readPhotositeFollow,
  readProjectCheck,
  readLaunchsiteComment,
  readLaunchsiteVote,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
  readMicroblogAuthorship,
  readMicroblogFollow,
  readMicroblogLike,
  readMicroblogPosts,
  readMicroblogProfile,
  readMicroblogSpace,
  readMicroblogStage,
  accountProblem,
  handInEvidence,
  type Charged,
  type FactContract,
  type NeededAccount,
  type ChainTransactions,
  type ConnectionProvider,
  type CodehostStar,
  type Fact,
  type FileInfo,
  type FileType,
  makeMessengerStartUrl,
  type MessengerMember,
  readMessengerMember,
  readMessengerStart,
  type MicroblogSpace,
  type OwnMicroblogPost,
  type ProjectCheck,
} from '@questp/messages/integrations';
import { AppError, type ErrorCode, type RequestOf } from '@questp/messages/language';
import type { VerificationMethod } from '@questp/messages/quests';
import type { Period } from '@questp/messages/shared';
import { type Database, insertInto, newId, sql } from '@questp/postgres';
import { startTestService, type TestBus } from '@questp/service-kit/testing';
import { questsVerify } from '../service.js';
import { splitConfig } from '../catalog/definition/secrets.js';
import type { JsonObject } from '../catalog/definition/json-schema.js';
import { validateConfig } from '../catalog/definition/validation.js';
import type { AccountLink } from '../verification/facts/account-rule.js';
import { RecheckPending } from '../verification/rechecks/recheck-pending.js';
import { checkPointsInvariant } from '../ledger/credits/points-invariant.js';

export const RACERS = 20;

/** The address of a new key, or of a given one, on a chain. */
export function newWallet(
  chainId = 'cosmoshub-4',
  key: Buffer = randomBytes(32),
): { chainId: string; address: string } {
  return { chainId, address: signArbitrary(chainOf(chainId), key, '').address };
}

/** An account of the microblog. */
export interface MicroblogUser {
  accountId: string;
  isFollowing: boolean;
  isLiked: boolean;
  isAuthor: boolean;
  /** True by default. */
  isHost?: boolean;
  posts: OwnMicroblogPost[];
}

/** An id of the microblog. */
const digits = (): string => String(randomInt(1_000_000_000, 2_000_000_000));

/** What the example configurations of microblog quests ask for. */
export const aPost = (): OwnMicroblogPost => ({
  ...{ postId: digits(), at: new Date().toISOString(), refersTo: postIdOf(EXAMPLE_POST) },
  ...{ isMention: true, hashtags: ['Orbit'], text: null },
});

/** A live Space with the title and the listeners that the example configurations ask for. */
export const aSpace = (change: Partial<MicroblogSpace> = {}): MicroblogSpace => ({
  ...{ spaceId: '1LiveSpace001', state: 'live', title: 'Orbit weekly', creatorId: '17', hostIds: [] },
  ...{ scheduledStart: null, startedAt: new Date().toISOString(), endedAt: null, participants: 120 },
  ...change,
});

/** The account of a platform that the project is connected to. */
const CONNECTED = 'brand';

/** Answers of the other services, which tests change. */
function standIns(bus: TestBus) {
  const others = {
    wallets: new Map<string, { chainId: string; address: string }[]>(),
    transactions: new Map<string, Fact<ChainTransactions>>(),
    /** The accounts that a user has linked; by default what the facts below are about. */
    links: new Map<string, readonly AccountLink[]>(),
    /** By user. */
    stars: new Map<string, Fact<CodehostStar>>(),
    /** The earner has linked an account, and starred what the quest names. */
    star: (userId: string, isStarred = true, accountId: string = newId()) =>
      others.stars.set(userId, { status: 'found', value: { accountId, isStarred }, detail: null, retryAt: null }),
    /** By user. */
    microblog: new Map<string, Fact<MicroblogUser>>(),
    /** The earner has linked an account that has done whatever quests ask for, but for the changes. */
    microblogUser: (userId: string, change: Partial<MicroblogUser> = {}) =>
      others.microblog.set(userId, {
        ...{ status: 'found', detail: null, retryAt: null },
        value: { accountId: digits(), isFollowing: true, isLiked: true, isAuthor: true, posts: [aPost()], ...change },
      }),
    /** What was seen of every Space, and why it cannot be read; linked accounts of `microblog` host it. */
    space: { space: aSpace() as MicroblogSpace | null, reason: null as string | null },
    /** How the linked account of the user is in a chat; it has started every bot as well. */
    members: new Map<string, Fact<MessengerMember>>(),
    joinChat: (userId: string, chatId = '-1', accountId: string = newId()) =>
      others.members.set(userId, {
        status: 'found',
        value: { accountId, chatId, status: 'member' },
        detail: null,
        retryAt: null,
      }),
    /** Texts of pages, by address. */
    pages: new Map<string, string>(),
    /** Verified e-mail addresses of accounts, by user. */
    emails: new Map<string, string>(),
    /** Addresses that codes were mailed to, by code; each code is of one earner and quest. */
    emailCodes: new Map<string, { userId: string; questId: string; email: string; intro: string | null }>(),
    /** Accounts of users that have done whatever quests ask for at platforms whose answers are not set otherwise. */
    doers: new Map<string, string>(),
    /** What endpoints of projects answer, and what they were asked. */
    projectCheck: undefined as Partial<Fact<ProjectCheck>> | undefined,
    projectChecks: [] as RequestOf<typeof readProjectCheck>[],
    files: new Map<string, { info: FileInfo; userId: string; projectId?: string }>(),
    /** A confirmed file of the user that may be handed in. */
    upload: (userId: string, contentType: FileType = 'image/png', id = newId()): FileInfo => {
      const info: FileInfo = {
        ...{ id, contentType, purpose: 'evidence', size: 70, sha256: 'a'.repeat(64) },
        ...{ width: 1, height: 1, confirmedAt: new Date().toISOString() },
      };
      others.files.set(id, { userId, info });
      return info;
    },
    /** Services that do not answer: `identity`, `integrations`. */
    down: new Set<string>(),
    /** Runs before an answer of integrations is sent. */
    hold: undefined as (() => Promise<void>) | undefined,
  };
  /** A fact about the linked account of the earner, unless the earner has none that serves it. */
  const answerOfAccount = <Request extends { userId: string } & Charged, Value extends object>(
    contract: FactContract<Request, Value> & { account: NeededAccount },
    answer: (request: Request) => Fact<Value> | Promise<Fact<Value>>,
  ) =>
    bus.answer(contract, (request) => {
      const { account } = contract;
      const links = others.links.get(request.userId);
      const link = links?.find(({ provider }) => provider === account.provider);
      const status = links && accountProblem(account, link);
      return status === undefined ? answer(request) : { status, value: null, detail: null, retryAt: null };
    });
  const requireUp = (service: string) => {
    if (others.down.has(service)) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  };
  bus.answer(listWallets, ({ userId }) => {
    requireUp('identity');
    const wallets = others.wallets.get(userId) ?? [];
    const linkedAt = new Date().toISOString();
    const items = wallets.map((wallet) => ({ ...wallet, id: newId(), isPrimary: false, linkedAt }));
    return { items, nextCursor: null };
  });
  bus.answer(readPage, ({ url, text }) => {
    requireUp('integrations');
    const page = others.pages.get(url);
    return page === undefined
      ? { outcome: 'unreachable', status: null, hasText: false }
      : { outcome: 'page', status: 200, hasText: page.includes(text) };
  });
  bus.answer(getEmail, ({ userId }) => {
    requireUp('identity');
    const email = others.emails.get(userId) ?? null;
    return { email, verifiedAt: email && new Date().toISOString() };
  });
  bus.answer(askForQuestEmailCode, ({ userId, questId, email, intro }) => {
    requireUp('identity');
    others.emailCodes.set(`code${digits()}`, { userId, questId, email, intro });
    return { expiresAt: new Date().toISOString() };
  });
  bus.answer(readQuestEmail, ({ userId, questId, code }) => {
    requireUp('identity');
    const asked = code === null ? undefined : others.emailCodes.get(code);
    if (code !== null && (asked?.userId !== userId || asked.questId !== questId))
      throw new AppError('EMAIL_CODE_INVALID');
    const email = asked?.email ?? others.emails.get(userId);
    if (email === undefined) return { address: null, domain: null };
    const address = createHash('sha256').update(`${questId} ${email}`).digest('base64url');
    return { address, domain: email.split('@')[1] as string };
  });
  bus.answer(listLinkedAccounts, ({ userId }) => {
    requireUp('identity');
    const accountId = others.microblog.get(userId)?.value?.accountId;
    const linkedAt = new Date().toISOString();
    const rest = { handle: 'luna', relinkNeeded: false, linkedAt };
    const items = accountId === undefined ? [] : [{ provider: 'microblog' as const, accountId, ...rest }];
    return { items, nextCursor: null };
  });
  bus.answer(readProjectCheck, (request) => {
    requireUp('integrations');
    others.projectChecks.push(request);
    const value = { result: 'pass' as const, message: null, points: null };
    return { status: 'found', value, detail: null, retryAt: null, ...others.projectCheck };
  });
  const searched = (senders: readonly string[]): Fact<ChainTransactions> => {
    const all = [...others.transactions.values()].flatMap(({ value }) => value?.transactions ?? []);
    const transactions = all.filter(({ acts }) => acts.some(({ sender }) => senders.includes(sender)));
    return { status: 'found', value: { transactions, isComplete: true }, detail: null, retryAt: null };
  };
  bus.answer(readChainTransactions, async ({ txHash, senders = [] }) => {
    requireUp('integrations');
    await others.hold?.();
    if (txHash === undefined) return searched(senders);
    return (
      others.transactions.get(txHash) ?? {
        status: 'not_found',
        value: null,
        detail: 'The chain does not know it yet.',
        retryAt: null,
      }
    );
  });
  answerOfAccount(readCodehostStar, async ({ userId }) => {
    requireUp('integrations');
    const answer = others.stars.get(userId);
    await others.hold?.();
    return answer ?? { status: 'not_linked', value: null, detail: null, retryAt: null };
  });
  /** A fact about a user in `doers`. */
  const ofDoer =
    <Value extends object>(value: (accountId: string) => Value) =>
    ({ userId }: { userId: string }): Fact<Value> => {
      requireUp('integrations');
      const accountId = others.doers.get(userId);
      return accountId === undefined
        ? { status: 'not_linked', value: null, detail: null, retryAt: null }
        : { status: 'found', value: value(accountId), detail: null, retryAt: null };
    };
  answerOfAccount(
    readChatcommMember,
    ofDoer((accountId) => ({
      accountId,
      guildName: null,
      isMember: true,
      isPending: false,
      roleIds: ['1400000000000000001'],
    })),
  );
  answerOfAccount(
    readChatcommMessages,
    ofDoer((accountId) => ({
      accountId,
      channelName: null,
      messageId: `15${digits()}0000000`,
      hasWritten: true,
      isComplete: true,
    })),
  );
  answerOfAccount(
    readCodehostFork,
    ofDoer((accountId) => ({ accountId, isForked: true })),
  );
  const enough = ofDoer((accountId) => ({ accountId, count: 1_000 }));
  answerOfAccount(readCodehostIssues, enough);
  answerOfAccount(readCodehostPulls, enough);
  answerOfAccount(readCodehostCommits, enough);
  answerOfAccount(
    readPhotositeFollow,
    ofDoer((accountId) => ({ accountId, isFollowing: true })),
  );
  const done = ofDoer((accountId) => ({ accountId, isDone: true }));
  answerOfAccount(
    readLaunchsiteVote,
    ofDoer((accountId) => ({ accountId, isVoted: true })),
  );
  answerOfAccount(
    readLaunchsiteComment,
    ofDoer((accountId) => ({ accountId, commentId: digits(), isComplete: true })),
  );
  answerOfAccount(readVideositeSubscription, done);
  answerOfAccount(
    readVideositeLike,
    ofDoer((accountId) => ({ accountId, isDone: true, isComplete: true })),
  );
  answerOfAccount(
    readVideositeComment,
    ofDoer((accountId) => ({ accountId, commentId: digits(), isComplete: true })),
  );
  /** A fact about the user's account at the microblog, made of the members that `pick` selects. */
  const ofMicroblog =
    <Value extends object>(pick: (user: MicroblogUser) => Value) =>
    ({ userId }: { userId: string }): Fact<Value> => {
      requireUp('integrations');
      const fact = others.microblog.get(userId);
      if (fact === undefined) return { status: 'not_linked', value: null, detail: null, retryAt: null };
      return { ...fact, value: fact.value && pick(fact.value) };
    };
  answerOfAccount(
    readMicroblogFollow,
    ofMicroblog(({ accountId, isFollowing }) => ({ accountId, isFollowing })),
  );
  answerOfAccount(
    readMicroblogLike,
    ofMicroblog(({ accountId, isLiked }) => ({ accountId, isLiked, isComplete: true })),
  );
  answerOfAccount(
    readMicroblogAuthorship,
    ofMicroblog(({ accountId, isAuthor }) => ({ accountId, isAuthor })),
  );
  answerOfAccount(
    readMicroblogPosts,
    ofMicroblog(({ accountId, posts }) => ({ accountId, posts, isComplete: true })),
  );
  answerOfAccount(
    readMicroblogProfile,
    ofMicroblog(({ accountId, posts: [post] }) => ({
      ...{ accountId, name: 'Luna of Orbit', description: 'On #Orbit' },
      pinned: post ? { postId: post.postId, quotes: post.refersTo, hashtags: post.hashtags } : null,
    })),
  );
  bus.answer(readMicroblogSpace, () => {
    requireUp('integrations');
    return { ...{ status: 'found' as const, detail: null, retryAt: null }, value: others.space };
  });
  answerOfAccount(
    readMicroblogStage,
    ofMicroblog(({ accountId, isHost = true }) => ({
      ...{ ...others.space, accountId, isHost },
      ...{ isSpeaker: false, isComplete: true },
    })),
  );
  answerOfAccount(readMessengerMember, ({ userId }) => {
    requireUp('integrations');
    return others.members.get(userId) ?? { status: 'not_linked', value: null, detail: null, retryAt: null };
  });
  answerOfAccount(readMessengerStart, ({ userId }) => {
    requireUp('integrations');
    const { status, value } = others.members.get(userId) ?? { status: 'not_linked', value: null };
    const started = value && { accountId: value.accountId, startedAt: new Date().toISOString() };
    return { status, value: started, detail: null, retryAt: null };
  });
  bus.answer(makeMessengerStartUrl, () => ({ url: 'https://t.me/quest_bot?start=payload' }));
  bus.answer(handInEvidence, async ({ fileIds, userId, projectId }) => {
    requireUp('integrations');
    await others.hold?.();
    const found = fileIds.flatMap((id) => others.files.get(id) ?? []);
    const isUsable = (file: (typeof found)[number]) =>
      file.userId === userId && (file.projectId ?? projectId) === projectId;
    if (found.length < fileIds.length || !found.every(isUsable)) throw new AppError('FILE_NOT_USABLE');
    for (const file of found) file.projectId = projectId;
    // In no order of the request's.
    return { files: found.map(({ info }) => info).toReversed() };
  });
  return others;
}

/** The service on a database of its own with one active project and campaign. */
export async function startQuests() {
  const service = await startTestService(questsVerify, { env: { APP_URL: 'https://app.example.org/x' } });
  const { bus, db, get } = service;

  const others = standIns(bus);
  const projectId = newId();
  const campaignId = newId();
  await db.execute(insertInto('project', { id: projectId, slug: 'moon', name: 'Moon' }));
  await db.execute(insertInto('campaign', { id: campaignId, projectId, slug: 'one', title: 'One', status: 'active' }));
  return {
    ...service,
    db,
    others,
    projectId,
    campaignId,
    addQuest: (taskTypeId: string, config: JsonObject, more: QuestOptions = {}) =>
      addQuest(db, { projectId, campaignId }, taskTypeId, config, more),
    addEarner: () => addEarner(db),
    /** The accounts are all that the earner has linked. */
    linkAccounts: async (userId: string, links: readonly AccountLink[]) => {
      others.links.set(userId, links);
      await service.asOwner().execute(sql`
        INSERT INTO identity.user_account (id, referral_code) VALUES (${userId}, ${userId})`);
      for (const { provider, relinkNeeded, isUnknown } of links) {
        await service.asOwner().execute(sql`
          INSERT INTO identity.linked_account (provider, account_id, user_id, grant_id, relink_needed)
          VALUES (${provider}, ${newId()}, ${userId}, ${newId()}, ${relinkNeeded})`);
        if (isUnknown === true) continue;
        await service.asOwner().execute(sql`
          INSERT INTO integrations.scoped_account (provider, scope, scoped_id, account_id, user_id)
          VALUES (${provider}, ${CONNECTED}, ${newId()}, ${newId()}, ${userId})`);
      }
    },
    /** Connects the project to an account of a platform. */
    connect: async (provider: ConnectionProvider) => {
      await service.asOwner().execute(sql`
        INSERT INTO integrations.project_connection (id, project_id, provider, account_id, connected_by)
        VALUES (${newId()}, ${projectId}, ${provider}, ${CONNECTED}, 'x')`);
    },
    /** Two of them are what two replicas do. */
    worker: () => get(RecheckPending),
    /** Makes every pending submission due now, as time does. */
    letTimePass: async () => {
      await db.execute(sql`UPDATE pending_check SET due_at = now() - interval '1 second', lease_until = NULL`);
    },
    /** What breaks the points invariant; always expected to be empty. */
    violations: () => checkPointsInvariant(db),
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
  const valid = validateConfig(TASK_TYPES.get(taskTypeId), config);
  if (!valid.ok) throw new Error(JSON.stringify(valid.errors));
  const { publicConfig, verificationConfig } = splitConfig(TASK_TYPES.get(taskTypeId), valid.value);
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

/** Holds the row lock of an earner, as a suspension does, until the caller suspends the earner or lets go. */
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
