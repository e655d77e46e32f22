import { discoverQuest, getOwnSubmission, listOwnChecks, submitQuest } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { errorOf, RACERS, startQuests, type Quests } from '../../../testing/quests.fixture.js';

describe('a star at the code host', () => {
  let quests: Quests;
  let questId: string;
  let userId: string;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    quests.others.down.clear();
    questId = await quests.addQuest('social_codehost_star', { repository: 'orbit/orbit-core' });
    userId = await quests.addEarner();
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const submit = (by = userId) => quests.call(submitQuest, { userId: by, questId, inputs: {} });

  it('is credited once the linked account has given it', async () => {
    quests.others.star(userId, false);
    expect((await errorOf(submit())).code).toBe('ACTION_NOT_FOUND');
    quests.others.star(userId);
    await quests.db.execute(sql`UPDATE negative_check SET checked_at = now() - interval '30 seconds'`);
    expect(await submit()).toMatchObject({ status: 'claimed' });
  });

  it('is not looked for again within 30 seconds of a negative check', async () => {
    quests.others.star(userId, false);
    const refused = await errorOf(submit());
    expect(refused).toMatchObject({ code: 'ACTION_NOT_FOUND' });
    const { availableAt = '' } = refused.details.extra ?? {};
    expect(Date.parse(availableAt) - Date.now()).toBeGreaterThan(20_000);
    quests.others.star(userId);
    expect(await errorOf(submit())).toMatchObject({ code: 'QUEST_COOLDOWN', details: { extra: { availableAt } } });
    expect(await quests.call(discoverQuest, { userId, questId })).toMatchObject({
      availability: { state: 'cooldown', reason: 'QUEST_COOLDOWN', availableAt },
    });
  });

  it('counts one negative check when 20 are made at once', async () => {
    quests.others.star(userId, false);
    const codes = await Promise.all(Array.from({ length: RACERS }, async () => (await errorOf(submit())).code));
    expect(codes.filter((code) => code === 'ACTION_NOT_FOUND')).toHaveLength(1);
    expect(codes.filter((code) => code === 'QUEST_COOLDOWN')).toHaveLength(RACERS - 1);
    expect(await quests.db.rows(sql`SELECT negatives FROM negative_check WHERE user_id = ${userId}`)).toEqual([
      { negatives: 1 },
    ]);
  });

  it('of a repository with a new name counts; the quest has the name, and its team is notified once', async () => {
    const [repository, repositoryId] = ['orbit/renamed', '80000001'];
    const starred = (by: string, isStarred: boolean) => {
      const value = { accountId: `of ${by}`.slice(0, 60), isStarred, repository, repositoryId };
      quests.others.stars.set(by, { status: 'found', value, detail: null, retryAt: null });
    };
    const renamed = () => quests.events('quest.target_renamed', questId);
    starred(userId, false);
    const refused = await errorOf(submit());
    expect(refused).toMatchObject({ code: 'ACTION_NOT_FOUND' });
    expect(await renamed()).toMatchObject([{ questId, from: 'orbit/orbit-core', to: repository }]);
    expect(await quests.call(discoverQuest, { userId, questId })).toMatchObject({ config: { repository } });
    const earners = await Promise.all(Array.from({ length: 5 }, () => quests.addEarner()));
    for (const by of earners) starred(by, true);
    await quests.db.execute(sql`UPDATE quest SET config = '{"repository":"orbit/orbit-core"}' WHERE id = ${questId}`);
    for (const { status } of await Promise.all(earners.map((by) => submit(by)))) expect(status).toBe('claimed');
    expect(await renamed()).toHaveLength(2);
    expect(await quests.db.rows(sql`SELECT config FROM quest WHERE id = ${questId}`)).toEqual([
      { config: { repository, repositoryId } },
    ]);
  });

  it('stores the id of a repository that quests of before have by its name alone', async () => {
    const [repository, repositoryId] = ['orbit/orbit-core', '80000001'];
    const value = { accountId: 'of one', isStarred: true, repository, repositoryId };
    quests.others.stars.set(userId, { status: 'found', value, detail: null, retryAt: null });
    await submit();
    expect(await quests.db.rows(sql`SELECT config FROM quest WHERE id = ${questId}`)).toEqual([
      { config: { repository, repositoryId } },
    ]);
    expect(await quests.events('quest.target_renamed', questId)).toEqual([]);
  });

  it('asks for a linked account', async () => {
    expect((await errorOf(submit())).code).toBe('NOT_LINKED');
  });

  it.each(['the service', 'the code host'])(
    'A-12: waits while %s does not answer, and is then credited',
    async (which) => {
      quests.others.star(userId);
      if (which === 'the service') quests.others.down.add('integrations');
      else quests.others.stars.set(userId, { status: 'unavailable', value: null, detail: null, retryAt: null });
      const { id, status } = await submit();
      expect(status).toBe('pending');
      quests.others.down.clear();
      quests.others.star(userId);
      await quests.letTimePass();
      await quests.worker().round();
      expect(await quests.call(getOwnSubmission, { userId, submissionId: id })).toMatchObject({ status: 'claimed' });
      const { items } = await quests.call(listOwnChecks, { userId, questId, limit: 100 });
      expect(items.map(({ outcome }) => outcome)).toEqual(['pass', 'inconclusive']);
    },
  );

  it('of one account completes the quest for one earner, also when another earner links the account later', async () => {
    quests.others.star(userId, true, '583231');
    await submit();
    const other = await quests.addEarner();
    quests.others.star(other, true, '583231');
    expect((await errorOf(submit(other))).code).toBe('SUBJECT_ALREADY_USED');
  });
});
