import { getReferralStatus, listReferees, recordReferral, submitQuest } from '@questp/messages/quests';
import type { UserCreated } from '@questp/messages/identity';
import { insertInto, newId, sql } from '@questp/postgres';
import { AccountDeletionEvents } from '../../accounts/deletions/account-deletion-events.js';
import { AccountMergesRepository } from '../../accounts/merges/account-merges.repository.js';
import { SettleMerges } from '../../accounts/merges/settle-merges.js';
import { EarnersRepository } from '../../people/earners/earners.repository.js';
import { errorOf, newUserId, race, raceSame, RACERS } from '../../testing/quests.fixture.js';
import { startStory, type Story } from '../../testing/story.fixture.js';
import { CountReferrals } from './count-referrals.js';
import { ReferralEvents } from './referral-events.js';

describe('referrals', () => {
  let story: Story;
  let quests: Story['quests'];
  beforeAll(async () => {
    story = await startStory();
    ({ quests } = story);
    await quests.get(SettleMerges).beforeApplicationShutdown();
    await quests.get(CountReferrals).beforeApplicationShutdown();
  }, 60_000);
  afterAll(() => quests.stop());
  // Each test has a campaign of its own.
  beforeEach(async () => {
    quests.campaignId = newId();
    const { campaignId, projectId } = quests;
    await quests.db.execute(
      insertInto('campaign', { id: campaignId, projectId, slug: campaignId, title: 'One', status: 'active' }),
    );
  });

  const add = (taskTypeId: string, config: object) => quests.addQuest(taskTypeId, { ...config });
  const moved = async (questId: string) => {
    await quests.db.execute(sql`UPDATE quest SET campaign_id = ${quests.campaignId} WHERE id = ${questId}`);
    return questId;
  };
  const addReferral = async (config: object = {}) => moved(await add('social_referral', config));
  const addCode = async (points = 10) => moved(await story.addCode(points));
  const statusOf = (userId: string, questId: string) => quests.call(getReferralStatus, { userId, questId });
  const codeOf = async (userId: string, questId: string) => (await statusOf(userId, questId)).code;
  const use = (userId: string, code: string) => quests.call(recordReferral, { userId, code });
  const invite = async (referrer: string, questId: string) => {
    const referee = await quests.addEarner();
    await use(referee, await codeOf(referrer, questId));
    return referee;
  };
  const listed = async (userId: string, questId: string) =>
    (await quests.call(listReferees, { userId, questId, limit: 100 })).items.map((item) => [
      item.userId,
      item.reason ?? item.state,
    ]);
  const count = async () => {
    while ((await quests.get(CountReferrals).round()) > 0);
  };
  const submit = (userId: string, questId: string) => quests.call(submitQuest, { userId, questId, inputs: {} });
  const isClaimed = async (userId: string, questId: string) =>
    (await quests.db.row(
      sql`SELECT FROM submission WHERE user_id = ${userId} AND quest_id = ${questId} AND status = 'claimed'`,
    )) !== undefined;
  const snapshot = (userId: string, more: Partial<UserCreated> = {}): UserCreated => ({
    ...{ userId, version: 1, username: null, displayName: null, status: 'active', primaryWallet: null },
    ...{ wallets: [], methodHashes: [] },
    ...more,
  });
  const setMethods = (userId: string, version: number, methodHashes: string[]) =>
    quests.db.transaction((tx) => quests.get(EarnersRepository).apply(tx, snapshot(userId, { version, methodHashes })));

  it('complete the quest by a request when enough invited earners count', async () => {
    const [questId, code, referrer] = [
      await addReferral({ minReferrals: 2 }),
      await addCode(),
      await quests.addEarner(),
    ];
    const [first, second] = [await invite(referrer, questId), await invite(referrer, questId)];
    await story.earn(first, code);
    const refused = await errorOf(submit(referrer, questId));
    expect([refused.code, refused.message]).toEqual(['REFERRALS_MISSING', '1 of 2 invited earners count so far.']);
    expect(await listed(referrer, questId)).toEqual([
      [second, 'pending'],
      [first, 'counted'],
    ]);
    await story.earn(second, code);
    expect(await submit(referrer, questId)).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    expect(await statusOf(referrer, questId)).toMatchObject({ referred: 2, counted: 2, needed: 2 });
    expect(await quests.violations()).toEqual([]);
  });

  it('complete the quest without a request, and notify the referrer once of each earner', async () => {
    const [questId, code, referrer] = [
      await addReferral({ minReferrals: 2 }),
      await addCode(),
      await quests.addEarner(),
    ];
    const invited = [await invite(referrer, questId), await invite(referrer, questId)];
    for (const userId of invited) {
      expect(await isClaimed(referrer, questId)).toBe(false);
      await story.earn(userId, code);
      await Promise.all([count(), count()]);
    }
    expect(await isClaimed(referrer, questId)).toBe(true);
    await quests.db.execute(sql`UPDATE referral SET due_at = now() WHERE campaign_id = ${quests.campaignId}`);
    await count();
    const counted = (await quests.events('referral.counted')).filter((event) => event.questId === questId);
    expect(counted.map(({ userId }) => userId)).toEqual([referrer, referrer]);
    expect(await quests.violations()).toEqual([]);
  });

  it('give each earner one code for a campaign, which does not contain the account', async () => {
    const [one, other, referrer] = [await addReferral(), await addReferral(), await quests.addEarner()];
    const { replies } = await raceSame(() => statusOf(referrer, one));
    const codes = new Set([...replies.map(({ code }) => code), await codeOf(referrer, other)]);
    expect(codes.size).toBe(1);
    expect([...codes][0]).toMatch(/^[\w-]{12}$/);
  });

  it.each([
    ['a sign-up', { minCompletions: 0 }, 0, 0],
    ['points', { minCompletions: 0, minPoints: 25 }, 2, 3],
    ['completed quests', { minCompletions: 2 }, 1, 2],
  ])('count after %s', async (_, config, before, after) => {
    const [questId, referrer] = [await addReferral(config), await quests.addEarner()];
    const referee = await invite(referrer, questId);
    for (let done = 0; done < after; done += 1) {
      if (done <= before) expect(await listed(referrer, questId)).toEqual([[referee, 'pending']]);
      await story.earn(referee, await addCode());
    }
    expect(await listed(referrer, questId)).toEqual([[referee, 'counted']]);
  });

  it('count after the quest that the team requires', async () => {
    const [required, other, referrer] = [await addCode(), await addCode(), await quests.addEarner()];
    const questId = await addReferral({ requiredQuestId: required });
    const referee = await invite(referrer, questId);
    await story.earn(referee, other);
    expect(await listed(referrer, questId)).toEqual([[referee, 'pending']]);
    await story.earn(referee, required);
    expect(await listed(referrer, questId)).toEqual([[referee, 'counted']]);
  });

  it('no longer count when the completion is reversed', async () => {
    const [questId, code, referrer] = [
      await addReferral({ minReferrals: 2 }),
      await addCode(),
      await quests.addEarner(),
    ];
    const referee = await invite(referrer, questId);
    const submissionId = await story.earn(referee, code);
    await count();
    await story.reverse(submissionId);
    await count();
    expect(await statusOf(referrer, questId)).toMatchObject({ referred: 1, counted: 0 });
  });

  it('begin with the code of a sign-up, and ignore one that is unknown', async () => {
    const [questId, referrer] = [await addReferral({ minCompletions: 0 }), await quests.addEarner()];
    const ref = await codeOf(referrer, questId);
    const [userId, stranger] = [newUserId(), newUserId()];
    await quests.deliver(ReferralEvents, 'user.created', snapshot(userId, { ref }));
    await quests.deliver(ReferralEvents, 'user.created', snapshot(stranger, { ref: 'unknown' }));
    await quests.deliver(ReferralEvents, 'user.created', snapshot(stranger));
    await count();
    expect(await listed(referrer, questId)).toEqual([[userId, 'counted']]);
    expect(await isClaimed(referrer, questId)).toBe(true);
  });

  it('A-13: record 20 parallel earners with one code once each, and one earner with two codes once', async () => {
    const [questId, referrer, rival] = [await addReferral(), await quests.addEarner(), await quests.addEarner()];
    const [code, other] = [await codeOf(referrer, questId), await codeOf(rival, questId)];
    const earners = await Promise.all(Array.from({ length: RACERS }, () => quests.addEarner()));
    await race(earners.flatMap((userId) => [() => use(userId, code), () => use(userId, code)]));
    expect((await statusOf(referrer, questId)).referred).toBe(RACERS);
    const undecided = await quests.addEarner();
    const { errors } = await race(
      [code, other].flatMap((used) => [() => use(undecided, used), () => use(undecided, used)]),
    );
    expect(errors).toEqual({ REFERRAL_REFUSED: 2 });
    const [own, theirs] = [await statusOf(referrer, questId), await statusOf(rival, questId)];
    expect(own.referred + theirs.referred).toBe(RACERS + 1);
  });

  it('A-13: refuse the own code, a circle, a member of the team and an earner who took part before', async () => {
    const [questId, code, first] = [await addReferral(), await addCode(), await quests.addEarner()];
    const second = await invite(first, questId);
    const third = await invite(second, questId);
    const [member, early] = [await quests.addEarner(), await quests.addEarner()];
    await story.earn(early, code);
    const { projectId } = quests;
    await quests.db.execute(insertInto('project_member', { projectId, userId: member, role: 'project_moderator' }));
    const codes = await Promise.all([first, second, third].map((userId) => codeOf(userId, questId)));
    const [own = '', ofSecond = '', ofThird = ''] = codes;
    const refusals = await Promise.all([
      errorOf(use(first, own)),
      errorOf(use(first, ofSecond)),
      errorOf(use(first, ofThird)),
      errorOf(use(early, own)),
      errorOf(use(second, ofThird)),
    ]);
    expect(refusals.map((error) => error.code)).toEqual(Array.from({ length: 5 }, () => 'REFERRAL_REFUSED'));
    expect((await errorOf(use(member, own))).code).toBe('MEMBER_CANNOT_EARN');
    expect((await errorOf(statusOf(member, questId))).code).toBe('MEMBER_CANNOT_EARN');
    expect((await errorOf(use(newUserId(), 'unknown'))).code).toBe('REFERRAL_REFUSED');
    expect((await errorOf(statusOf(first, code))).code).toBe('WRONG_TASK_TYPE');
  });

  it('A-13: of two earners who use the codes of each other at once one is recorded', async () => {
    const [questId, one, two] = [await addReferral(), await quests.addEarner(), await quests.addEarner()];
    const [codeOfOne, codeOfTwo] = [await codeOf(one, questId), await codeOf(two, questId)];
    const { errors } = await race([() => use(one, codeOfTwo), () => use(two, codeOfOne)]);
    expect(errors).toEqual({ REFERRAL_REFUSED: 1 });
  });

  it('A-13: do not count an account with a sign-in method that the referrer has, or had', async () => {
    const [questId, code, referrer] = [await addReferral(), await addCode(), await quests.addEarner()];
    await setMethods(referrer, 2, ['wallet of both']);
    await setMethods(referrer, 3, ['another']);
    const referee = await invite(referrer, questId);
    await setMethods(referee, 2, ['wallet of both']);
    await story.earn(referee, code);
    expect(await listed(referrer, questId)).toEqual([[referee, 'SAME_METHOD']]);
    expect((await errorOf(submit(referrer, questId))).code).toBe('REFERRALS_MISSING');
  });

  it('do not count accounts that are suspended, deleted or in the team, and count a suspended one again', async () => {
    const [questId, code, referrer] = [await addReferral(), await addCode(), await quests.addEarner()];
    const [suspended, deleted, member] = [
      await invite(referrer, questId),
      await invite(referrer, questId),
      await invite(referrer, questId),
    ];
    for (const userId of [suspended, deleted, member]) await story.earn(userId, code);
    const { projectId } = quests;
    await quests.db.execute(insertInto('project_member', { projectId, userId: member, role: 'project_moderator' }));
    await story.suspend(suspended, 'suspended', 5);
    await quests.db.transaction((tx) => quests.get(EarnersRepository).show(tx, deleted, 'deleted'));
    await quests.deliver(AccountDeletionEvents, 'account.deleted', { userId: deleted });
    expect(await listed(referrer, questId)).toEqual([
      [member, 'TEAM_MEMBER'],
      [deleted, 'ACCOUNT_DELETED'],
      [suspended, 'ACCOUNT_SUSPENDED'],
    ]);
    await count();
    expect(await isClaimed(referrer, questId)).toBe(false);
    await story.suspend(suspended, 'active', 6);
    await quests.deliver(ReferralEvents, 'user.updated', snapshot(suspended, { version: 6 }));
    await count();
    expect(await isClaimed(referrer, questId)).toBe(true);
  });

  describe('of merged accounts', () => {
    const merge = async (survivorId: string, absorbedId: string) => {
      const id = newId();
      await quests.db.execute(
        insertInto('account_merge', { id, survivorId, absorbedId, state: 'reserved', toldStatus: 'active' }),
      );
      await quests.db.transaction((tx) => quests.get(EarnersRepository).show(tx, absorbedId, 'merged'));
      await begin(id, 'moving');
      return id;
    };
    const begin = async (id: string, state: 'moving' | 'undoing') => {
      await quests.db.transaction((tx) => quests.get(AccountMergesRepository).begin(tx, id, state));
      while (await quests.get(SettleMerges).execute());
    };

    it('A-13: do not count while referrer and referee are one account, and count again after an undo', async () => {
      const [questId, code, referrer] = [await addReferral(), await addCode(), await quests.addEarner()];
      const referee = await invite(referrer, questId);
      await setMethods(referee, 2, ['theirs']);
      await story.earn(referee, code);
      const mergeId = await merge(referrer, referee);
      await setMethods(referrer, 2, ['theirs']);
      expect(await listed(referrer, questId)).toEqual([[referee, 'SELF_REFERRAL']]);
      await setMethods(referrer, 3, []);
      await begin(mergeId, 'undoing');
      expect(await listed(referrer, questId)).toEqual([[referee, 'counted']]);
      const back = await merge(referee, referrer);
      expect(await listed(referee, questId)).toEqual([[referee, 'SELF_REFERRAL']]);
      await begin(back, 'undoing');
      expect(await listed(referrer, questId)).toEqual([[referee, 'counted']]);
    });

    it('belong to the survivor, who is credited without a request', async () => {
      const [questId, code] = [await addReferral(), await addCode()];
      const [survivor, absorbed] = [await quests.addEarner(), await quests.addEarner()];
      const referee = await invite(absorbed, questId);
      await merge(survivor, absorbed);
      await story.earn(referee, code);
      await count();
      expect(await listed(survivor, questId)).toEqual([[referee, 'counted']]);
      expect(await isClaimed(survivor, questId)).toBe(true);
    });

    it('A-13: do not count in a circle that a merge closes', async () => {
      const [questId, code] = [await addReferral(), await addCode()];
      const [one, second] = [await quests.addEarner(), await quests.addEarner()];
      const two = await invite(one, questId);
      await use(one, await codeOf(second, questId));
      for (const userId of [one, two]) await story.earn(userId, code);
      expect(await listed(one, questId)).toEqual([[two, 'counted']]);
      await merge(two, second);
      expect([await listed(one, questId), await listed(two, questId)]).toEqual([[[two, 'CIRCLE']], [[one, 'CIRCLE']]]);
    });
  });
});
