import { decodeAddress } from '@questp/chains';
import { chainOf } from '@questp/chains/testing';
import { discoverQuest, submitQuiz, type Availability } from '@questp/messages/quests';
import {
  LINKED_ACCOUNT_PROVIDERS,
  type LinkedAccountProvider,
  type Period,
  type SubmissionStatus,
} from '@questp/messages/shared';
import { insertInto, newId, sql } from '@questp/postgres';
import fc from 'fast-check';
import { errorOf, newUserId, startQuests, type Quests } from '../testing/quests.fixture.js';
import { periodKey } from '../shared/period.js';
import { isReplacedByReview } from '../catalog/definition/facts.js';
import { TASK_TYPES } from '../task-types/index.js';
import { availableType, type AvailableTaskType } from '../catalog/definition/task-type.js';
import { attempt, aWallet, type Wallet, type Who } from '../testing/attempts.fixture.js';

describe('availability', () => {
  let quests: Quests;
  /** Comes first where a quest has prerequisites. */
  let first: string;
  beforeAll(async () => {
    quests = await startQuests();
    await quests.connect('photosite');
    first = await quests.addQuest('engagement_daily_checkin', {}, { period: { kind: 'daily' } });
  }, 60_000);
  afterAll(() => quests.stop());

  const TYPES = TASK_TYPES.all.flatMap((type) => (type.available ? [type] : []));
  const PERIODS: Record<Period['kind'], Period> = {
    once: { kind: 'once' },
    daily: { kind: 'daily' },
    interval: { kind: 'interval', hours: 6 },
  };
  const PERIOD_HOURS = { now: 0, before: -24, ahead: 24 };
  const HOUR_MS = 3_600_000;
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

  const linked = (provider: LinkedAccountProvider, relinkNeeded = false) => ({ provider, relinkNeeded });
  const ACCOUNTS = {
    linked: LINKED_ACCOUNT_PROVIDERS.map((provider) => linked(provider)),
    ended: LINKED_ACCOUNT_PROVIDERS.map((provider) => linked(provider, true)),
    'unknown to the project': LINKED_ACCOUNT_PROVIDERS.map((provider) => ({ ...linked(provider), isUnknown: true })),
    'of another platform': [linked('oauth_idp')],
    none: [],
  };

  /** Picks the usual value mostly, so that a rare one also occurs without other rare ones. */
  const seldom = <T>(usual: T, ...others: T[]) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) });

  const state = fc.record({
    type: fc.constantFrom(...TYPES),
    choice: fc.nat(11),
    campaign: seldom<'active' | 'ended'>('active', 'ended'),
    campaignHours: seldom<[number | null, number | null]>([null, null], [-2, 2], [1, null], [null, -1]),
    questHours: seldom<[number | null, number | null]>([null, null], [-2, 2], [2, null], [null, -1]),
    places: seldom<'any' | 'left' | 'full'>('any', 'left', 'full'),
    isMember: seldom(false, true),
    isSuspended: seldom(false, true),
    isSwitchedOff: seldom(false, true),
    needs: seldom<'nothing' | 'met' | 'unmet' | 'draft'>('nothing', 'met', 'unmet', 'draft'),
    latest: seldom<SubmissionStatus | null>(null, 'pending', 'in_review', 'claimed', 'rejected', 'reversed'),
    latestPeriod: seldom<'now' | 'before' | 'ahead'>('now', 'before', 'ahead'),
    /** The period that a deleted account with one of the earner's methods completed. */
    former: seldom<'now' | 'before' | 'ahead' | null>(null, 'now', 'before', 'ahead'),
    quiz: seldom<[used: number, hoursAgo: number]>([0, 0], [1, 0], [1, 1], [2, 0.001], [3, 1]),
    wrongCodes: seldom<[count: number, minutesAgo: number]>([0, 0], [9, 1], [10, 1], [10, 16]),
    codesOfAll: seldom(0, 5, 300),
    wallets: seldom<'free' | 'none' | 'elsewhere' | 'used' | 'used and free'>(
      'free',
      'none',
      'elsewhere',
      'used',
      'used and free',
    ),
    accounts: seldom<keyof typeof ACCOUNTS>('linked', 'ended', 'unknown to the project', 'of another platform', 'none'),
    /** The time of a check that did not find what the quest asks for. */
    checkedSecondsAgo: seldom<number | null>(null, 5, 45),
  });
  type State = typeof state extends fc.Arbitrary<infer T> ? T : never;

  const accountOf = ({ chainId, address }: Wallet): string => {
    const account = decodeAddress(chainOf(chainId), address);
    if (!account) throw new Error(address);
    return Buffer.from(account).toString('hex');
  };

  const configOf = (type: AvailableTaskType) => ({
    ...type.exampleConfig,
    ...('minSeconds' in type.exampleConfig ? { minSeconds: 0 } : {}),
  });

  /** The quest, the earner, and the wallet that the earner takes. */
  async function arrange(given: State): Promise<Who & { wallet: Wallet }> {
    const { type, choice, needs, places } = given;
    const period = PERIODS[type.periods[choice % type.periods.length] ?? 'once'];
    const [startsAt, endsAt] = given.questHours.map((hours) => (hours === null ? null : inHours(hours)));
    const questId = await quests.addQuest(type.id, configOf(type), {
      period,
      method: type.methods[choice % type.methods.length] ?? type.methods[0],
      prerequisites: needs === 'nothing' ? [] : [first],
      ...(places === 'any' ? {} : { maxCompletions: 3 }),
      ...(startsAt ? { startsAt } : {}),
      ...(endsAt ? { endsAt } : {}),
    });
    const userId = await quests.addEarner();
    const { db, projectId, campaignId } = quests;
    const [opensAt, closesAt] = given.campaignHours.map((hours) => (hours === null ? null : inHours(hours)));
    await db.execute(sql`
    UPDATE campaign SET status = ${given.campaign}, starts_at = ${opensAt}, ends_at = ${closesAt} WHERE id = ${campaignId}`);
    if (places === 'full') await db.execute(sql`UPDATE quest SET completions = 3 WHERE id = ${questId}`);
    if (given.isMember) {
      await db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role) VALUES (${projectId}, ${userId}, 'project_admin')`);
    }
    if (given.isSuspended) await db.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${userId}`);
    await db.execute(sql`
    INSERT INTO task_type_switch (task_type_id, enabled, changed_by) VALUES (${type.id}, ${!given.isSwitchedOff}, 'x')
    ON CONFLICT (task_type_id) DO UPDATE SET enabled = excluded.enabled`);
    await db.execute(sql`UPDATE quest SET status = ${needs === 'draft' ? 'draft' : 'active'} WHERE id = ${first}`);
    if (needs === 'met') await submitted(first, userId, 'claimed', '2020-01-01');
    if (given.latest !== null) {
      await submitted(questId, userId, given.latest, periodKey(period, inHours(PERIOD_HOURS[given.latestPeriod])));
    }
    if (given.former !== null) {
      const key = periodKey(period, inHours(PERIOD_HOURS[given.former]));
      await db.execute(sql`UPDATE earner SET method_hashes = ARRAY[${userId}::text] WHERE user_id = ${userId}`);
      await db.execute(
        insertInto('former_completion', { questId, methodHash: userId, periodKey: key, status: 'claimed' }),
      );
    }
    await quests.linkAccounts(userId, ACCOUNTS[given.accounts]);
    if (given.checkedSecondsAgo !== null) {
      await db.execute(
        insertInto('negative_check', {
          ...{ questId, userId, periodKey: periodKey(period, new Date()), negatives: 1 },
          checkedAt: inHours(-given.checkedSecondsAgo / 3_600),
        }),
      );
    }
    await useUp(given, { userId, questId });
    return { userId, questId, wallet: await linkWallets(given, { userId, questId }) };
  }

  async function submitted(questId: string, userId: string, status: SubmissionStatus, key: string): Promise<void> {
    const claimedAt = status === 'claimed' ? new Date() : null;
    await quests.db.execute(sql`
    INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
      reason, next_try_at, verified_at, claimed_at)
    SELECT ${newId()}, project_id, campaign_id, id, ${userId}, ${key}, task_type_id, method, ${status},
      ${status === 'rejected' ? 'Not yours.' : null}, ${status === 'pending' ? inHours(1) : null}, ${claimedAt}, ${claimedAt}
    FROM quest WHERE id = ${questId}`);
  }

  async function useUp({ type, quiz, wrongCodes, codesOfAll }: State, { userId, questId }: Who): Promise<void> {
    const { db } = quests;
    if (type.id === 'learn_quiz' && quiz[0] > 0) {
      await db.execute(sql`
      INSERT INTO quiz_progress (quest_id, user_id, attempts, last_attempt_at, last_result)
      VALUES (${questId}, ${userId}, ${quiz[0]}, ${inHours(-quiz[1])}, '{}')`);
    }
    if (type.id !== 'engagement_secret_code') return;
    const [count, minutesAgo] = wrongCodes;
    await db.execute(sql`
    INSERT INTO code_attempt (quest_id, user_id, wrong_at)
    VALUES (${questId}, ${userId}, array_fill(now() - make_interval(mins => ${minutesAgo}), ARRAY[${count}::integer]))`);
    await db.execute(sql`
    INSERT INTO code_budget (quest_id, shard, used, at)
    SELECT ${questId}, shard, ${codesOfAll}, clock_timestamp() FROM generate_series(0, 7) AS shard`);
  }

  async function linkWallets({ wallets, type }: State, { userId, questId }: Who): Promise<Wallet> {
    const [used, free] = [aWallet('cosmoshub-4'), aWallet('cosmoshub-4')];
    const linked = {
      free: [free],
      none: [],
      elsewhere: [aWallet('injective-1')],
      used: [used],
      'used and free': [used, free],
    }[wallets].map(({ chainId, address }) => ({ chainId, address }));
    quests.others.wallets.set(userId, linked);
    await quests.db.execute(sql`
    UPDATE earner SET wallets = ${JSON.stringify(linked)}::jsonb WHERE user_id = ${userId}`);
    if (type.facts.chainTransactions === undefined) {
      await quests.db.execute(sql`
      INSERT INTO completion_subject (quest_id, kind, subject, user_id, period_key)
      VALUES (${questId}, 'wallet', ${accountOf(used)}, ${newUserId()}, 'once')`);
    }
    return wallets === 'used' ? used : free;
  }

  async function seen({ userId, questId }: Who): Promise<Availability> {
    const { availability } = await quests.call(discoverQuest, { questId, userId });
    if (availability === null) throw new Error('no availability');
    return availability;
  }

  const OF_THE_MOMENT = ['SECRET_CODE_LOCKED'];

  /** What was foretold is what happens. */
  async function compare(given: State): Promise<string> {
    const { wallet, ...who } = await arrange(given);
    const foretold = await seen(who);
    if (foretold.reason === null) {
      expect(foretold).toMatchObject({
        state: 'available',
        availableAt: null,
        missingPrerequisites: [],
        missingAccount: null,
      });
      const { status } = await attempt(quests, given.type, who, wallet);
      // An entry of a draw waits for it.
      expect(['claimed', given.type.id === 'engagement_lucky_draw' ? 'pending' : 'in_review']).toContain(status);
      // What was handed in for a later period, before the clock stepped back, stays the latest.
      const { submission } = await quests.call(discoverQuest, who);
      if (given.latestPeriod !== 'ahead') expect(submission).toMatchObject({ status });
      return 'available';
    }
    const { code, details } = await errorOf(attempt(quests, given.type, who, wallet));
    expect(code).toBe(foretold.reason);
    const { availableAt = null, missingPrerequisites = [] } = details.extra ?? {};
    expect(foretold.missingAccount).toBe(details.extra?.missingAccount ?? null);
    if (code === 'PREREQUISITES_NOT_MET') expect(foretold.missingPrerequisites).toEqual(missingPrerequisites);
    if (!OF_THE_MOMENT.includes(code)) expect(foretold.availableAt).toBe(availableAt);
    else {
      const availableFrom = Date.parse(foretold.availableAt ?? '');
      expect(Math.abs(availableFrom - Date.now() - (details.retryAfter ?? 0) * 1_000)).toBeLessThan(3_000);
    }
    return code;
  }

  it('foretells what an attempt at any quest, by any earner, is answered with', async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(state, async (given) => {
        const code = await compare(given);
        met.set(code, (met.get(code) ?? 0) + 1);
      }),
      { numRuns: 400 },
    );
    // The generator reaches each of these outcomes.
    for (const code of ['available', 'CAMPAIGN_NOT_ACTIVE', 'ALREADY_COMPLETED', 'QUEST_FULL', 'MEMBER_CANNOT_EARN']) {
      expect([code, met.get(code) ?? 0]).toEqual([code, expect.any(Number)]);
      expect(met.get(code) ?? 0).toBeGreaterThan(0);
    }
  }, 300_000);

  const usual: State = {
    type: availableType(TASK_TYPES.get('engagement_secret_code')),
    choice: 0,
    campaign: 'active',
    campaignHours: [null, null],
    questHours: [null, null],
    places: 'any',
    isMember: false,
    isSuspended: false,
    isSwitchedOff: false,
    needs: 'nothing',
    latest: null,
    latestPeriod: 'now',
    former: null,
    quiz: [0, 0],
    wrongCodes: [0, 0],
    codesOfAll: 0,
    wallets: 'free',
    accounts: 'linked',
    checkedSecondsAgo: null,
  };
  const of = (id: string) => ({ type: availableType(TASK_TYPES.get(id)) });

  it.each<[string, string, Partial<State>]>([
    ['a type that was switched off', 'available', { isSwitchedOff: true }],
    ['nine wrong codes', 'available', { wrongCodes: [9, 1] }],
    ['ten wrong codes', 'SECRET_CODE_LOCKED', { wrongCodes: [10, 1] }],
    ['ten wrong codes that are past', 'available', { wrongCodes: [10, 16] }],
    ['many wrong codes of others', 'available', { codesOfAll: 300 }],
    ['many wrong codes of others and an own one', 'SECRET_CODE_LOCKED', { codesOfAll: 300, wrongCodes: [1, 1] }],
    ['a quiz tried a moment ago', 'QUEST_COOLDOWN', { ...of('learn_quiz'), quiz: [1, 0.001] }],
    ['a quiz tried an hour ago', 'available', { ...of('learn_quiz'), quiz: [2, 1] }],
    ['a quiz without attempts left', 'QUIZ_ATTEMPTS_EXHAUSTED', { ...of('learn_quiz'), quiz: [3, 1] }],
    ['no wallet to link', 'WALLET_NOT_LINKED', { ...of('identity_wallet_link'), wallets: 'none' }],
    ['no wallet that sends', 'WALLET_NOT_LINKED', { ...of('chain_transfer'), wallets: 'elsewhere' }],
    ['no wallet that signs', 'WALLET_NOT_LINKED', { ...of('chain_wallet_connect'), wallets: 'elsewhere' }],
    ['a wallet of another chain', 'WALLET_NOT_LINKED', { ...of('attestation_sign'), wallets: 'elsewhere' }],
    ['a used wallet', 'WALLET_ALREADY_USED', { ...of('attestation_sign'), wallets: 'used' }],
    ['a used wallet and another one', 'available', { ...of('identity_wallet_link'), wallets: 'used and free' }],
    ['no account of the microblog', 'NOT_LINKED', { ...of('social_microblog_follow'), accounts: 'none' }],
    [
      'an account of another platform',
      'NOT_LINKED',
      { ...of('social_codehost_star'), accounts: 'of another platform' },
    ],
    ['a consent that has ended', 'ACCOUNT_RELINK_NEEDED', { ...of('social_codehost_star'), accounts: 'ended' }],
    [
      'an account that the project does not know',
      'ACCOUNT_RELINK_NEEDED',
      { ...of('social_photosite_follow'), accounts: 'unknown to the project' },
    ],
    ['one that need not know it', 'available', { ...of('social_codehost_star'), accounts: 'unknown to the project' }],
    ['one where only the id counts', 'available', { ...of('social_codehost_fork'), accounts: 'ended' }],
    [
      'no account, moments after a check',
      'QUEST_COOLDOWN',
      {
        ...{ ...of('social_codehost_star'), accounts: 'none', checkedSecondsAgo: 5 },
      },
    ],
    ['a wallet that another account has used', 'WALLET_ALREADY_USED', { ...of('custom_rest'), wallets: 'used' }],
    ['no wallet for an endpoint', 'WALLET_NOT_LINKED', { ...of('custom_rest'), wallets: 'none' }],
    ['a quest that comes first', 'PREREQUISITES_NOT_MET', { needs: 'unmet' }],
    ['a draft that comes first', 'PREREQUISITES_NOT_MET', { needs: 'draft' }],
    [
      'a clock that stepped back a day',
      'QUEST_COOLDOWN',
      { ...of('engagement_daily_checkin'), latest: 'claimed', latestPeriod: 'ahead' },
    ],
    ['a suspension', 'ACCOUNT_SUSPENDED', { isSuspended: true, latest: 'claimed' }],
    ['a check that is repeated', 'QUEST_COOLDOWN', { ...of('identity_wallet_link'), latest: 'pending' }],
    ['a completion by a deleted account', 'ALREADY_COMPLETED', { former: 'now' }],
    ['one of an earlier day', 'available', { ...of('engagement_daily_checkin'), former: 'before' }],
    ['one beside a rejection', 'ALREADY_COMPLETED', { latest: 'rejected', former: 'now' }],
    ['one beside what waits for review', 'SUBMISSION_IN_REVIEW', { latest: 'in_review', former: 'now' }],
    ['a rejection', 'available', { ...of('custom_manual'), latest: 'rejected' }],
  ])('knows of %s: %s', async (_, expected, change) => {
    expect(await compare({ ...usual, ...change })).toBe(expected);
  });

  it.each(TYPES.map((type) => [type.id, type] as const))('knows of the accounts that %s needs', async (_, type) => {
    const needsAccount = Object.keys(type.facts).some(
      (name) => isReplacedByReview(name) && name !== 'chainTransactions' && name !== 'projectCheck',
    );
    for (const [choice, method] of type.methods.entries()) {
      const outcome = (accounts: keyof typeof ACCOUNTS) => compare({ ...usual, type, choice, accounts });
      expect(await outcome('linked')).toBe('available');
      expect(await outcome('none')).toBe(needsAccount && method !== 'manual' ? 'NOT_LINKED' : 'available');
      expect(['available', 'ACCOUNT_RELINK_NEEDED']).toContain(await outcome('ended'));
    }
  });

  it('is no more for a quiz that was passed, whose answer comes again', async () => {
    const { userId, questId } = await arrange({ ...usual, ...of('learn_quiz') });
    const answers = availableType(TASK_TYPES.get('learn_quiz')).exampleInputs as { answers: Record<string, string[]> };
    const passed = await quests.call(submitQuiz, { userId, questId, ...answers });
    expect(await seen({ userId, questId })).toMatchObject({ state: 'completed', reason: 'ALREADY_COMPLETED' });
    expect(await quests.call(submitQuiz, { userId, questId, ...answers })).toEqual(passed);
  });
});
