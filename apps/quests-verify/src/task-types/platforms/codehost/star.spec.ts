import { getOwnSubmission, listOwnChecks, submitQuest } from '@questp/messages/quests';
import { errorOf, startQuests, type Quests } from '../../../testing/quests.fixture.js';

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
    expect(await submit()).toMatchObject({ status: 'claimed' });
  });

  it('asks for a linked account', async () => {
    expect((await errorOf(submit())).code).toBe('ACCOUNT_RELINK_NEEDED');
  });

  it.each(['the service', 'the code host'])('waits while %s does not answer, and is then credited', async (which) => {
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
  });

  it('of one account completes the quest for one earner, whoever links it later', async () => {
    quests.others.star(userId, true, '583231');
    await submit();
    const other = await quests.addEarner();
    quests.others.star(other, true, '583231');
    expect((await errorOf(submit(other))).code).toBe('SUBJECT_ALREADY_USED');
  });
});
