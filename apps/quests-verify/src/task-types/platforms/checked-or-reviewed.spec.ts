import { submitQuest } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { errorOf, startQuests, type QuestOptions, type Quests } from '../../testing/quests.fixture.js';
import { TASK_TYPES } from '../index.js';

const TYPES = ['dev_codehost_issue', 'social_videosite_comment', 'social_launchsite_comment'] as const;
const link = 'https://example.org/my-work';

describe.each(TYPES)('%s', (taskTypeId) => {
  let quests: Quests;
  let userId: string;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    quests.others.down.clear();
    userId = await quests.addEarner();
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const type = TASK_TYPES.get(taskTypeId);
  const { exampleConfig } = type.available ? type : { exampleConfig: {} };
  const add = (options: QuestOptions = {}) => quests.addQuest(taskTypeId, exampleConfig, options);
  const submit = (questId: string, inputs = {}) => quests.call(submitQuest, { userId, questId, inputs });

  it('is for a reviewer by default, who needs a link', async () => {
    expect(type.methods[0]).toBe('manual');
    const questId = await add({ method: 'manual' });
    expect((await errorOf(submit(questId))).code).toBe('TASK_INPUTS_INVALID');
    expect(await submit(questId, { link })).toMatchObject({ status: 'in_review', inputs: { link } });
  });

  it('is checked where the team chooses so, without a link', async () => {
    const questId = await add();
    expect((await errorOf(submit(questId))).code).toBe('NOT_LINKED');
    quests.others.doers.set(userId, `${taskTypeId}-${userId}`.slice(-60));
    expect(await submit(questId)).toMatchObject({ status: 'claimed' });
  });

  it.each(['platform_api', 'hybrid'] as const)(
    'with the method %s waits for the platform to answer',
    async (method) => {
      quests.others.doers.set(userId, `pending-${userId}`.slice(-60));
      quests.others.down.add('integrations');
      const questId = await add({ method });
      expect(await submit(questId)).toMatchObject({ status: 'pending' });
      quests.others.down.clear();
      await quests.letTimePass();
      await quests.worker().round();
      expect(
        await quests.db.row(sql`SELECT status FROM submission WHERE quest_id = ${questId} AND user_id = ${userId}`),
      ).toEqual({ status: 'claimed' });
    },
  );
});
