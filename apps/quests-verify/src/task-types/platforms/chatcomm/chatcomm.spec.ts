import { jest } from '@jest/globals';
import {
  readChatcommChoices,
  readChatcommMember,
  type ChatcommChoices,
  type Fact,
} from '@questp/messages/integrations';
import { listChatcommChoices, listMessageChannels, previewChatcomm, verifyChatcomm } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { availableType } from '../../../catalog/definition/task-type.js';
import { errorOf, startQuests, type Quests } from '../../../testing/quests.fixture.js';
import { TASK_TYPES } from '../../index.js';

const guildId = '1300000000000000001';

describe('what a team asks the chat server', () => {
  let quests: Quests;
  let answer: Fact<ChatcommChoices>;
  beforeAll(async () => {
    quests = await startQuests();
    quests.bus.answer(readChatcommChoices, () => answer);
  }, 60_000);
  afterAll(() => quests.stop());

  it('is what its quests can name', async () => {
    const value = { guildId, guildName: 'Orbit', channels: [], roles: [], readsContent: false };
    const choices = () => quests.call(listChatcommChoices, { projectId: quests.projectId });
    answer = { status: 'found', value, detail: null, retryAt: null };
    expect(await choices()).toEqual(value);
    answer = { status: 'unsupported', value: null, detail: 'Connect it.', retryAt: null };
    expect(await errorOf(choices())).toMatchObject({ code: 'NOT_FOUND' });
    answer = { status: 'unavailable', value: null, detail: 'No answer.', retryAt: null };
    expect((await errorOf(choices())).code).toBe('PLATFORM_UNAVAILABLE');
  });

  it('is whether the bot may read the channels of its published quests', async () => {
    const [first, second] = ['1500000000000000001', '1500000000000000002'];
    const channelIds = async () => (await quests.call(listMessageChannels, { projectId: quests.projectId })).channelIds;
    expect(await channelIds()).toEqual([]);
    await quests.addQuest('social_chatcomm_message', { guildId, channelId: second });
    const again = await quests.addQuest('social_chatcomm_message', { guildId, channelId: first });
    await quests.addQuest('social_chatcomm_message', { guildId, channelId: first });
    expect(await channelIds()).toEqual([first, second]);
    await quests.asOwner().execute(sql`UPDATE quest SET status = 'draft' WHERE id <> ${again}`);
    expect(await channelIds()).toEqual([first]);
    await quests.asOwner().execute(sql`UPDATE quest SET status = 'active'`);
  });

  it('is what a check of their own account would come to, and nothing is recorded', async () => {
    const questId = await quests.addQuest('social_chatcomm_join', { guildId });
    const userId = await quests.addEarner();
    const preview = () => quests.call(previewChatcomm, { userId, questId });
    expect((await errorOf(preview())).code).toBe('NOT_FOUND');
    await quests.asOwner().execute(sql`
      INSERT INTO project_member (project_id, user_id, role) VALUES (${quests.projectId}, ${userId}, 'project_moderator')`);
    expect(await preview()).toMatchObject({ outcome: 'relink' });
    quests.others.doers.set(userId, '1100000000000000007');
    expect(await preview()).toEqual({ outcome: 'passes', detail: null });
    const rule = jest
      .spyOn(availableType(TASK_TYPES.get('social_chatcomm_join')), 'rule')
      .mockImplementationOnce(() => {
        throw new Error('a defect');
      });
    expect(await preview()).toMatchObject({
      outcome: 'unavailable',
      detail: expect.stringContaining('operators are alerted') as string,
    });
    rule.mockRestore();
    expect(await quests.db.rows(sql`SELECT FROM verification_check WHERE user_id = ${userId}`)).toEqual([]);
    const other = await quests.addQuest('social_codehost_star', { repository: 'orbit/orbit-core' });
    expect((await errorOf(quests.call(previewChatcomm, { userId, questId: other }))).code).toBe('WRONG_TASK_TYPE');
  });

  it('has its present name in a quest after a check, and the team is not notified of it', async () => {
    const questId = await quests.addQuest('social_chatcomm_join', { guildId, guildName: 'Orbit' });
    const userId = await quests.addEarner();
    quests.bus.answer(readChatcommMember, () => {
      const value = { accountId: '77', guildName: 'Orbit, renamed', isMember: true, isPending: false, roleIds: [] };
      return { status: 'found' as const, value, detail: null, retryAt: null };
    });
    expect(await quests.call(verifyChatcomm, { userId, questId })).toMatchObject({ status: 'claimed' });
    expect(await quests.db.rows(sql`SELECT config FROM quest WHERE id = ${questId}`)).toEqual([
      { config: { guildId, guildName: 'Orbit, renamed' } },
    ]);
    expect(await quests.events('quest.target_renamed', questId)).toEqual([]);
  });
});
