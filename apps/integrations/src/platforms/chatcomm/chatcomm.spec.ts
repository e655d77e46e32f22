import { undescribedCalls } from '../../testing/described-calls.fixture.js';
import { randomUUID } from 'node:crypto';
import {
  readChatcommChannel,
  readChatcommChoices,
  readChatcommMember,
  readChatcommMessages,
  readChatcommRole,
  readChatcommServer,
  testProjectConnection,
} from '@questp/messages/integrations';
import { getProjectRole, listMessageChannels } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { changedAnswers } from '../../testing/changed-answers.fixture.js';
import { connect, startFacts, type FactStage } from '../../testing/facts.fixture.js';

const guildId = '1300000000000000001';
const channelId = '1500000000000000001';

describe('facts of the chat server', () => {
  let stage: FactStage;
  let emulators: FactStage['emulators'];
  let service: FactStage['service'];
  let userId: string;
  let projectId: string;
  let accountId: string;

  beforeAll(async () => {
    stage = await startFacts('chatcomm');
    ({ emulators, service, userId, projectId } = stage);
    await connect(stage, 'chatcomm', guildId);
    accountId = await stage.link('earner-2');
  }, 60_000);
  afterAll(() => stage.stop());
  afterEach(() => {
    expect(undescribedCalls(stage.emulators, 'chatcomm')).toEqual([]);
  });
  beforeEach(() => stage.reset());

  const member = (of = guildId) => service.call(readChatcommMember, { projectId, guildId: of, userId });
  const channel = (id = channelId) => service.call(readChatcommChannel, { projectId, guildId, channelId: id });
  const messages = (more: { since?: string; substring?: string } = {}) =>
    service.call(readChatcommMessages, {
      ...{ projectId, guildId, channelId, userId },
      ...{ since: more.since ?? null, substring: more.substring ?? null },
    });
  const write = (content: string, author = accountId) =>
    emulators.put('chatcomm', 'messages', { channel: channelId, author, content });

  it('name the server, a role and a channel of it', async () => {
    expect(await service.call(readChatcommServer, { projectId, guildId })).toMatchObject({
      value: { guildName: 'First server' },
    });
    const [role] = emulators.items('chatcomm', 'roles') as { id: string; name: string }[];
    expect(await service.call(readChatcommRole, { projectId, guildId, roleId: role?.id ?? '' })).toMatchObject({
      value: { guildName: 'First server', roleName: role?.name },
    });
    const unknown = await service.call(readChatcommRole, { projectId, guildId, roleId: '9'.repeat(18) });
    expect(unknown).toMatchObject({ status: 'not_found', value: null });
    expect(await channel()).toMatchObject({ value: { channelName: 'general', readsContent: true } });
  });

  it('list what quests can name: channels with messages, and roles that members can hold', async () => {
    const choices = () => service.call(readChatcommChoices, { projectId });
    const { value } = await choices();
    expect(value).toMatchObject({ guildId, guildName: 'First server', readsContent: true });
    expect(value?.channels.map(({ name, missingPermissions }) => [name, missingPermissions])).toEqual([
      ['general', []],
      ['hidden', ['View Channels']],
      ['no-history', ['Read Message History']],
    ]);
    expect(value?.roles.map(({ id }) => id)).toEqual(['1400000000000000001', '1400000000000000002']);
    expect(await service.call(readChatcommChoices, { projectId: randomUUID() })).toMatchObject({
      status: 'unsupported',
    });
    await stage.reset();
    emulators.arm('chatcomm', { kind: 'outage', route: 'channels' });
    expect(await choices()).toMatchObject({ status: 'unavailable' });
    await stage.reset();
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    expect(await choices()).toMatchObject({ value: { readsContent: false } });
  });

  it('are of the server that the project is connected to alone', async () => {
    expect(await member('1300000000000000002')).toMatchObject({ status: 'unsupported' });
    const other = { projectId: randomUUID(), guildId };
    expect(await service.call(readChatcommServer, other)).toMatchObject({ status: 'unsupported' });
  });

  it.each([
    ['an unknown channel', '1500000000000000099', 'not_found'],
    ['a voice channel', '1500000000000000004', 'not_found'],
    ['a channel that the bot may not view', '1500000000000000002', 'unsupported'],
    ['a channel whose history the bot may not read', '1500000000000000003', 'unsupported'],
  ])('tell %s', async (_, id, status) => {
    expect(await channel(id)).toMatchObject({ status, value: null });
  });

  it('tell whether the linked account is a member, with its roles and screening', async () => {
    emulators.put('chatcomm', 'members', { server: guildId, user: accountId, roles: [], pending: true });
    expect(await member()).toMatchObject({ value: { accountId, isMember: true, isPending: true } });
    emulators.remove('chatcomm', 'members', { server: guildId, user: accountId });
    expect(await member()).toMatchObject({ value: { accountId, isMember: false, roleIds: [] } });
  });

  it('say nothing where a member of an answer is missing or of another type', async () => {
    const of = { connectedId: guildId, optional: ['permission_overwrites', 'pending'] };
    const [role] = emulators.items('chatcomm', 'roles') as { id: string }[];
    const roleId = role?.id ?? '';
    write('Good morning');
    emulators.put('chatcomm', 'members', { server: guildId, user: accountId, roles: [roleId] });
    const asked = { projectId, guildId };
    const written = { ...asked, userId, channelId, since: null, substring: 'morning' };
    const changed = [
      await changedAnswers(stage, 'chatcomm', readChatcommServer, asked, of),
      await changedAnswers(stage, 'chatcomm', readChatcommRole, { ...asked, roleId }, of),
      await changedAnswers(stage, 'chatcomm', readChatcommChannel, { ...asked, channelId }, of),
      await changedAnswers(stage, 'chatcomm', readChatcommMember, { ...asked, userId }, of),
      await changedAnswers(stage, 'chatcomm', readChatcommMessages, written, of),
    ];
    expect(changed.flat()).toEqual([]);
  });

  it('find what the linked account wrote, by its text in any case and since a moment', async () => {
    expect(await messages()).toMatchObject({ value: { hasWritten: false, messageId: null } });
    write('Good morning, ORBIT');
    for (let n = 0; n < 150; n += 1) write(`other ${n}`, '1100000000000000007');
    expect(await messages()).toMatchObject({ value: { hasWritten: true, messageId: expect.any(String) as string } });
    expect(await messages({ substring: 'orbit' })).toMatchObject({
      value: { messageId: expect.any(String) as string },
    });
    expect(await messages({ substring: 'moon' })).toMatchObject({ value: { hasWritten: true, messageId: null } });
    const since = new Date(Date.now() + 1_000).toISOString();
    expect(await messages({ since })).toMatchObject({ value: { hasWritten: false, messageId: null } });
  });

  describe('in a channel that the bot may not read', () => {
    const overwrite = (...overwrites: object[]) =>
      emulators.put('chatcomm', 'channels', { id: channelId, server: guildId, name: 'general', overwrites });
    const detail = 'The bot needs Read Message History in the channel #general.';

    it('say which permission it needs, and not that there is no message', async () => {
      write('Good morning');
      overwrite({ id: guildId, deny: '65536' });
      expect(await messages()).toEqual({ status: 'unsupported', value: null, detail, retryAt: null });
      expect(await channel()).toMatchObject({ status: 'unsupported', detail });
      overwrite({ id: guildId, deny: '1024' });
      await service.db.execute(sql`DELETE FROM shared_answer`);
      expect(await messages()).toMatchObject({ status: 'unsupported' });
    });

    it('find messages again after it may read the channel', async () => {
      write('Good morning');
      // The role of the bot, itself, and everything.
      for (const overwrites of [
        [
          { id: guildId, deny: '65536' },
          { id: '1600000000000000001', allow: '65536' },
        ],
        [
          { id: guildId, deny: '65536' },
          { id: '1200000000000000001', type: 'member', allow: '65536' },
        ],
      ]) {
        overwrite(...overwrites);
        expect(await messages()).toMatchObject({ status: 'found', value: { hasWritten: true } });
        await service.db.execute(sql`DELETE FROM shared_answer`);
        expect(await channel()).toMatchObject({ status: 'found' });
      }
      const [server] = emulators.items('chatcomm', 'servers');
      overwrite({ id: guildId, deny: '66560' });
      emulators.put('chatcomm', 'servers', { ...server, botPermissions: '8' });
      await service.db.execute(sql`DELETE FROM shared_answer`);
      expect(await messages()).toMatchObject({ status: 'found', value: { hasWritten: true } });
      expect(await channel()).toMatchObject({ status: 'found' });
    });

    it('tell an empty channel from one that cannot be read', async () => {
      emulators.remove('chatcomm', 'messages', {});
      expect(await messages()).toMatchObject({ status: 'found', value: { hasWritten: false } });
      await service.db.execute(sql`DELETE FROM shared_answer`);
      emulators.arm('chatcomm', { kind: 'outage', route: 'roles' });
      expect(await messages()).toMatchObject({ status: 'unavailable' });
    });

    it('are named by the test of the connection if a quest names the channel', async () => {
      const member = { projectId, userId, provider: 'chatcomm' as const };
      const test = () => service.call(testProjectConnection, member);
      let channelIds: string[] = [];
      service.bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
      service.bus.answer(listMessageChannels, () => ({ channelIds }));
      expect(await test()).toMatchObject({ outcome: 'works' });
      channelIds = [channelId];
      expect(await test()).toMatchObject({ outcome: 'works' });
      channelIds = [channelId, '1500000000000000002', '1500000000000000003', '1500000000000000099'];
      expect(await test()).toMatchObject({
        outcome: 'misconfigured',
        detail:
          'The bot needs View Channels in the channel #hidden. The bot needs Read Message History in the channel #no-history. A quest names the channel 1500000000000000099, which the chat server does not have.',
      });
      emulators.arm('chatcomm', { kind: 'outage', route: 'channels' });
      expect(await test()).toMatchObject({ outcome: 'no_answer' });
      emulators.arm('chatcomm', { kind: 'revoked_token', route: 'guild' });
      expect(await test()).toMatchObject({ outcome: 'refused' });
    });
  });

  it('look for a text only with the message-content capability', async () => {
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    write('Good morning');
    expect(await messages({ substring: 'morning' })).toMatchObject({ status: 'unsupported' });
    expect(await messages()).toMatchObject({ status: 'found' });
    expect(await channel()).toMatchObject({ value: { readsContent: false } });
    // Detected once for 10 minutes.
    emulators.put('chatcomm', 'settings', { messageContent: 'full' });
    expect(await channel()).toMatchObject({ value: { readsContent: false } });
  });

  it.each(['rate_limited', 'global_limit', 'outage', 'hang', 'invalid_json'])('are unavailable at %s', async (kind) => {
    emulators.arm('chatcomm', { kind, route: 'member' });
    const { status, retryAt } = await member();
    expect(status).toBe('unavailable');
    expect(retryAt !== null).toBe(kind.endsWith('_limited') || kind === 'global_limit');
  });

  it('need a bot that is in the server', async () => {
    emulators.arm('chatcomm', { kind: 'revoked_token', route: 'member' });
    expect(await member()).toMatchObject({ status: 'unsupported' });
    const [server] = emulators.items('chatcomm', 'servers');
    emulators.put('chatcomm', 'servers', { ...server, bot: false });
    expect(await member()).toMatchObject({ status: 'unsupported' });
  });
});
