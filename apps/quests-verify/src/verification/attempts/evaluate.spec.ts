import { getOwnSubmission, verifyMicroblog } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { startQuests } from '../../testing/quests.fixture.js';
import { EXAMPLE_POST } from '../../task-types/platforms/microblog/fields.js';

describe('an error in the code of a task type', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const setPost = (questId: string, postUrl: string) =>
    quests.db.execute(
      sql`UPDATE quest SET config = jsonb_build_object('postUrl', ${postUrl}::text) WHERE id = ${questId}`,
    );
  const recheck = async () => {
    await quests.letTimePass();
    await quests.worker().round();
  };

  it.each([
    ['rule', 'social_microblog_pin'],
    ['questions to a platform', 'social_microblog_like'],
  ])('in its %s keeps the submission pending and alerts operators', async (_, taskTypeId) => {
    const userId = await quests.addEarner();
    quests.others.microblogUser(userId);
    const questId = await quests.addQuest(taskTypeId, { postUrl: EXAMPLE_POST });
    await setPost(questId, 'https://example.org/no-post');
    const { id, status } = await quests.call(verifyMicroblog, { userId, questId });
    const own = () => quests.call(getOwnSubmission, { userId, submissionId: id });
    expect(status).toBe('pending');
    await recheck();
    expect(await own()).toMatchObject({ status: 'pending', reason: expect.stringContaining('operators') as string });
    expect(
      await quests.db.rows(sql`
        SELECT type, data ->> 'reason' AS reason FROM notice WHERE aggregate_id = ${taskTypeId}`),
    ).toEqual([{ type: 'task_type.failed', reason: 'Error: The address of a post has no id' }]);
    await setPost(questId, EXAMPLE_POST);
    await recheck();
    expect(await own()).toMatchObject({ status: 'claimed' });
  });
});
