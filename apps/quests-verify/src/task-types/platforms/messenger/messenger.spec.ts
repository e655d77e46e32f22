import {
  getMessengerStatus,
  getOwnSubmission,
  previewMessenger,
  readStartMessage,
  verifyMessenger,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { errorOf, startQuests, type Quests } from '../../../testing/quests.fixture.js';
import { WakePending } from '../../../verification/rechecks/wake-pending.js';

const NOT_THERE = { status: 'not_found', value: null, detail: 'Not in the chat yet.', retryAt: null } as const;

describe.each(['social_messenger_join', 'social_messenger_bot_start'])('%s', (type) => {
  let quests: Quests;
  let questId: string;
  let userId: string;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    quests.others.down.clear();
    questId = await quests.addQuest(type, type.endsWith('join') ? { chatId: '-1' } : { customStartMessage: 'Hello' });
    userId = await quests.addEarner();
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const verify = () => quests.call(verifyMessenger, { userId, questId });
  const status = () => quests.call(getMessengerStatus, { userId, questId });

  it('is credited at once', async () => {
    quests.others.joinChat(userId);
    expect(await status()).toMatchObject({ outcome: 'passes', detail: null });
    expect(await verify()).toMatchObject({ status: 'claimed' });
  });

  it('asks for a linked account', async () => {
    expect(await status()).toMatchObject({ outcome: 'relink' });
    expect((await errorOf(verify())).code).toBe('NOT_LINKED');
  });

  it('stays pending until the messenger reports the missing action, and is then credited', async () => {
    quests.others.members.set(userId, NOT_THERE);
    expect(await status()).toMatchObject({ outcome: 'not_yet' });
    const { id, status: state } = await verify();
    expect(state).toBe('pending');
    quests.others.joinChat(userId);
    await quests.worker().round();
    expect(await quests.call(getOwnSubmission, { userId, submissionId: id })).toMatchObject({ status: 'pending' });
    await quests.deliver(WakePending, 'integration.fact_observed', { userId, provider: 'messenger' });
    await quests.worker().round();
    expect(await quests.call(getOwnSubmission, { userId, submissionId: id })).toMatchObject({ status: 'claimed' });
  });

  it('of a group that became a supergroup counts; the quest has its new id, and its team is notified once', async () => {
    if (!type.endsWith('join')) return;
    const earners = [userId, ...(await Promise.all(Array.from({ length: 3 }, () => quests.addEarner())))];
    for (const by of earners) quests.others.joinChat(by, '-1001');
    const attempts = earners.map((by) => quests.call(verifyMessenger, { userId: by, questId }));
    for (const { status: state } of await Promise.all(attempts)) expect(state).toBe('claimed');
    const renamed = await quests.events('quest.target_renamed', questId);
    expect(renamed).toMatchObject([{ questId, from: '-1', to: '-1001' }]);
    expect(await quests.db.rows(sql`SELECT config ->> 'chatId' AS id FROM quest WHERE id = ${questId}`)).toEqual([
      { id: '-1001' },
    ]);
  });

  it('waits while the messenger does not answer', async () => {
    quests.others.down.add('integrations');
    expect(await verify()).toMatchObject({ status: 'pending' });
  });

  it('is previewed by members of the team alone, and writes nothing', async () => {
    quests.others.joinChat(userId);
    expect((await errorOf(quests.call(previewMessenger, { userId, questId }))).code).toBe('NOT_FOUND');
    await quests.asOwner().execute(sql`
      INSERT INTO project_member (project_id, user_id, role) VALUES (${quests.projectId}, ${userId}, 'project_moderator')`);
    expect(await quests.call(previewMessenger, { userId, questId })).toMatchObject({ outcome: 'passes' });
    expect(await quests.db.rows(sql`SELECT FROM submission WHERE user_id = ${userId}`)).toEqual([]);
    expect(await quests.db.rows(sql`SELECT FROM verification_check WHERE user_id = ${userId}`)).toEqual([]);
  });

  it('returns its start message', async () => {
    const message = type.endsWith('join') ? null : 'Hello';
    expect(await quests.call(readStartMessage, { questId })).toEqual({ message });
    const startUrl = type.endsWith('join') ? null : 'https://t.me/quest_bot?start=payload';
    expect(await status()).toMatchObject({ startUrl });
  });
});
