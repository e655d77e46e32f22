import { MessageType } from 'discord-api-types/v10';
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

/** Members that messages of people do not have. */
const PROGRAMS = ['webhook_id', 'application_id', 'message_reference'];
const OTHER = '1100000000000000009';
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
  const write = (content: string, author = accountId, more: object = {}) =>
    emulators.put('chatcomm', 'messages', { channel: channelId, author, content, ...more });

  it('return the server, and a role and a channel of it', async () => {
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

  it('list the channels with messages and the roles that members can hold', async () => {
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
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    expect(await choices()).toMatchObject({ value: { readsContent: false } });
    await stage.reset();
    emulators.arm('chatcomm', { kind: 'outage', route: 'channels' });
    expect(await choices()).toMatchObject({ status: 'unavailable' });
  });

  it('facts of the chat server are limited to the connected server of the project', async () => {
    expect(await member('1300000000000000002')).toMatchObject({ status: 'unsupported' });
    const other = { projectId: randomUUID(), guildId };
    expect(await service.call(readChatcommServer, other)).toMatchObject({ status: 'unsupported' });
  });

  it.each([
    ['an unknown channel', '1500000000000000099', 'not_found'],
    ['a voice channel', '1500000000000000004', 'not_found'],
    ['a channel that the bot may not view', '1500000000000000002', 'unsupported'],
    ['a channel whose history the bot may not read', '1500000000000000003', 'unsupported'],
  ])('report %s as unsupported', async (_, id, status) => {
    expect(await channel(id)).toMatchObject({ status, value: null });
  });

  it('report the membership of the linked account, with its roles and screening', async () => {
    emulators.put('chatcomm', 'members', { server: guildId, user: accountId, roles: [], pending: true });
    expect(await member()).toMatchObject({ value: { accountId, isMember: true, isPending: true } });
    emulators.remove('chatcomm', 'members', { server: guildId, user: accountId });
    expect(await member()).toMatchObject({ value: { accountId, isMember: false, roleIds: [] } });
  });

  it('facts of the chat server have no value if a member of an answer is missing or has another type', async () => {
    const of = {
      connectedId: guildId,
      optional: ['permission_overwrites', 'pending', 'author', 'content', ...PROGRAMS],
    };
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

  it('facts of the chat server find a message of the linked account by its text, in any case, and since a time', async () => {
    expect(await messages()).toMatchObject({ value: { hasWritten: false, messageId: null } });
    write('Good morning, ORBIT');
    for (let n = 0; n < 150; n += 1) write(`other ${n}`, OTHER);
    expect(await messages()).toMatchObject({ value: { hasWritten: true, messageId: expect.any(String) as string } });
    expect(await messages({ substring: 'orbit' })).toMatchObject({
      value: { messageId: expect.any(String) as string },
    });
    expect(await messages({ substring: 'moon' })).toMatchObject({ value: { hasWritten: true, messageId: null } });
    const since = new Date(Date.now() + 1_000).toISOString();
    expect(await messages({ since })).toMatchObject({ value: { hasWritten: false, messageId: null } });
  });

  it('facts of the chat server count only the message types that members write', async () => {
    const written: readonly number[] = [MessageType.Default, MessageType.Reply];
    const published = Object.values(MessageType).filter((type) => typeof type === 'number');
    // The last ones are unknown.
    for (const type of [...published, 30, 999]) {
      if (!written.includes(type)) write('Good morning', accountId, { type });
    }
    const none = { value: { hasWritten: false, messageId: null, isComplete: true } };
    expect(await messages()).toMatchObject(none);
    expect(await messages({ substring: 'morning' })).toMatchObject(none);
    for (const type of written) {
      emulators.remove('chatcomm', 'messages', {});
      write('Good morning', accountId, { type });
      const found = { value: { hasWritten: true, messageId: expect.any(String) as string } };
      expect(await messages()).toMatchObject(found);
      expect(await messages({ substring: 'morning' })).toMatchObject(found);
    }
  });

  it.each([
    ['a webhook', '', { webhook: '1700000000000000001' }],
    ['an application', '', { application: '1700000000000000001' }],
    ['another person, and forwarded', '', { forwards: 'Good morning' }],
  ])('facts of the chat server do not count messages that were written by %s', async (_, content, more) => {
    write(content, accountId, more);
    expect(await messages()).toMatchObject({ value: { hasWritten: false, messageId: null, isComplete: true } });
  });

  it.each([
    ['content that was edited', { content: 'Good morning', editedAt: '2026-05-01T00:00:00Z' }, true],
    ['a poll', { poll: 'Good morning?' }, true],
    ['the name of a file', { file: 'morning.png' }, false],
    ['a sticker', { sticker: 'Good morning' }, false],
    ['the preview of a link', { preview: 'Good morning' }, false],
  ])('search only the own words of the member: %s', async (_, more, isFound) => {
    write('', accountId, more);
    const { value } = await messages({ substring: 'morning' });
    expect([value?.hasWritten, value?.messageId !== null]).toEqual([true, isFound]);
  });

  it('facts of the chat server find a message among others that cannot be read', async () => {
    const odd = [{ author: null }, { content: null }, { type: 'x' }, { author: 'x' }, { id: 7 }];
    const oddOnes = (of: readonly object[]) => of.forEach((one) => write('Good', OTHER, { odd: one }));
    oddOnes(odd);
    write('Good morning');
    oddOnes(odd);
    expect(await messages({ substring: 'morning' })).toMatchObject({
      value: { messageId: expect.any(String) as string },
    });
    // One of them could be the message.
    expect(await messages({ substring: 'moon' })).toMatchObject({ status: 'unavailable' });
    emulators.remove('chatcomm', 'messages', {});
    // These cannot.
    oddOnes([{ author: null }, { content: null, type: 999 }, { type: 'x' }]);
    expect(await messages({ substring: 'moon' })).toMatchObject({ value: { hasWritten: false, isComplete: true } });
  });

  describe('beyond the pages of a busy channel', () => {
    const chatter = (count: number) => {
      for (let n = 0; n < count; n += 1) write(`other ${n}`, OTHER);
    };

    it('messages beyond the pages of a busy channel are found by a search for their author', async () => {
      write('Good morning');
      chatter(301);
      const found = { messageId: expect.any(String) as string, hasWritten: true };
      expect(await messages({ substring: 'morning' })).toMatchObject({ value: found });
      expect(await messages()).toMatchObject({ value: found });
      expect(await messages({ substring: 'moon' })).toMatchObject({
        value: { messageId: null, hasWritten: true, isComplete: true },
      });
    });

    it('messages are incomplete if the bot may not search or the search has more results than are read', async () => {
      for (let n = 0; n < 26; n += 1) write(`Good evening ${n}`);
      chatter(301);
      const partly = { value: { messageId: null, isComplete: false } };
      expect(await messages({ substring: 'morning' })).toMatchObject(partly);
      emulators.arm('chatcomm', { kind: 'missing_permissions', route: 'search' });
      expect(await messages({ substring: 'morning' })).toMatchObject(partly);
      emulators.put('chatcomm', 'settings', { messageContent: 'none' });
      await service.db.execute(sql`DELETE FROM shared_answer`);
      expect(await messages()).toMatchObject(partly);
    });

    it('wait until the server is searchable', async () => {
      chatter(301);
      emulators.arm('chatcomm', { kind: 'index_not_ready', route: 'search' });
      const { status, retryAt } = await messages();
      expect([status, retryAt !== null]).toEqual(['unavailable', true]);
      expect(await messages()).toMatchObject({ value: { messageId: null, isComplete: true } });
    });
  });

  it('include messages of threads and forum posts, with the permissions of their channel', async () => {
    const [forum, post] = ['1500000000000000020', '1500000000000000021'];
    const put = (id: string, more: object) => emulators.put('chatcomm', 'channels', { id, server: guildId, ...more });
    put(forum, { name: 'ideas', type: 'forum' });
    put(post, { name: 'My idea', type: 'thread', parent: forum });
    expect(await channel(forum)).toMatchObject({ status: 'not_found' });
    expect(await channel(post)).toMatchObject({ value: { channelName: 'My idea' } });
    const written = () =>
      service.call(readChatcommMessages, {
        ...{ projectId, guildId, channelId: post, userId },
        since: null,
        substring: null,
      });
    expect(await written()).toMatchObject({ value: { hasWritten: false } });
    emulators.put('chatcomm', 'messages', {
      channel: post,
      author: accountId,
      content: 'Mine',
      id: '1500000000000000022',
    });
    expect(await written()).toMatchObject({ value: { messageId: '1500000000000000022' } });
    await service.db.execute(sql`DELETE FROM shared_answer`);
    put(forum, { name: 'ideas', type: 'forum', overwrites: [{ id: guildId, deny: '65536' }] });
    expect(await written()).toMatchObject({ status: 'unsupported' });
  });

  it('include the current names of the server and the channel, if the platform returns them', async () => {
    const [server] = emulators.items('chatcomm', 'servers');
    emulators.put('chatcomm', 'servers', { ...server, name: 'Orbit' });
    emulators.put('chatcomm', 'channels', { id: channelId, server: guildId, name: 'lobby' });
    expect(await channel()).toMatchObject({ value: { channelName: 'lobby' } });
    expect(await member()).toMatchObject({ value: { guildName: 'Orbit' } });
    expect(await messages()).toMatchObject({ value: { channelName: 'lobby' } });
    await service.db.execute(sql`DELETE FROM shared_answer`);
    for (const route of ['guild', 'channel']) emulators.arm('chatcomm', { kind: 'outage', route });
    expect(await member()).toMatchObject({ status: 'found', value: { guildName: null } });
    expect(await messages()).toMatchObject({ status: 'found', value: { channelName: null } });
  });

  it('messages are unsupported for a deleted channel', async () => {
    emulators.remove('chatcomm', 'channels', { id: channelId });
    const detail = expect.stringContaining('deleted') as string;
    expect(await messages()).toMatchObject({ status: 'unsupported', detail });
  });

  describe('in a channel that the bot may not read', () => {
    const overwrite = (...overwrites: object[]) =>
      emulators.put('chatcomm', 'channels', { id: channelId, server: guildId, name: 'general', overwrites });
    const detail = 'The bot needs Read Message History in the channel #general.';

    it('report the missing permission instead of a missing message', async () => {
      write('Good morning');
      overwrite({ id: guildId, deny: '65536' });
      expect(await messages()).toEqual({ status: 'unsupported', value: null, detail, retryAt: null });
      expect(await channel()).toMatchObject({ status: 'unsupported', detail });
      overwrite({ id: guildId, deny: '1024' });
      await service.db.execute(sql`DELETE FROM shared_answer`);
      expect(await messages()).toMatchObject({ status: 'unsupported' });
    });

    it('messages are found again after the bot may read the channel', async () => {
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

    it('distinguish an empty channel from one that cannot be read', async () => {
      emulators.remove('chatcomm', 'messages', {});
      expect(await messages()).toMatchObject({ status: 'found', value: { hasWritten: false } });
      await service.db.execute(sql`DELETE FROM shared_answer`);
      emulators.arm('chatcomm', { kind: 'outage', route: 'roles' });
      expect(await messages()).toMatchObject({ status: 'unavailable' });
    });

    it('the test of the connection names a channel of a quest that the bot may not read', async () => {
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

  it('search for a text only with the message-content capability', async () => {
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    write('Good morning');
    expect(await messages({ substring: 'morning' })).toMatchObject({ status: 'unsupported' });
    expect(await messages()).toMatchObject({ status: 'found' });
    expect(await channel()).toMatchObject({ value: { readsContent: false } });
    // Detected once for 10 minutes.
    emulators.put('chatcomm', 'settings', { messageContent: 'full' });
    expect(await channel()).toMatchObject({ value: { readsContent: false } });
  });

  it.each(['rate_limited', 'global_limit', 'outage', 'hang', 'invalid_json'])(
    'facts of the chat server are unavailable at %s',
    async (kind) => {
      emulators.arm('chatcomm', { kind, route: 'member' });
      const { status, retryAt } = await member();
      expect(status).toBe('unavailable');
      expect(retryAt !== null).toBe(kind.endsWith('_limited') || kind === 'global_limit');
    },
  );

  it('facts of the chat server require a bot that is in the server', async () => {
    emulators.arm('chatcomm', { kind: 'revoked_token', route: 'member' });
    expect(await member()).toMatchObject({ status: 'unsupported' });
    const [server] = emulators.items('chatcomm', 'servers');
    emulators.put('chatcomm', 'servers', { ...server, bot: false });
    expect(await member()).toMatchObject({ status: 'unsupported' });
  });
});
