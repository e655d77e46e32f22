import { randomUUID } from 'node:crypto';
import { BOTS, startEmulators, type Emulators } from '@questp/emulators';
import { findAccountOwner, findLinkedGrant, getPublicProfile, linkAccountByMessage } from '@questp/messages/identity';
import {
  connectMessengerBot,
  listMessengerChats,
  listProjectConnections,
  makeMessengerStartUrl,
  readMessengerChat,
  readMessengerMember,
  readMessengerStart,
  receiveMessengerUpdate,
  registerMessengerWebhook,
  removeProjectConnection,
  startMessengerLink,
} from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { getProjectRole, readStartMessage } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { metrics } from '@questp/service';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey, waitFor } from '@questp/testing';
import { ConnectionToken } from '../../connections/connection-token.js';
import { ConnectionsRepository, type Connection } from '../../connections/connections.repository.js';
import { TakeBackWebhooks } from './take-back-webhooks.js';
import { ReadHealth } from '../../health/read-health.js';
import { undescribedCalls } from '../../testing/described-calls.fixture.js';
import { integrations } from '../../service.js';
import { ProcessDeliveries } from '../../webhooks/process-deliveries.js';
import { changedAnswers } from '../../testing/changed-answers.fixture.js';

const PUBLIC_URL = 'https://api.example.org';
const [PLATFORM_BOT, FIRST, SECOND] = BOTS as [(typeof BOTS)[0], (typeof BOTS)[1], (typeof BOTS)[1]];
const COMMUNITY = '-1001000000001';
const SMALL = '-4000000002';
const MIGRATED = '-4000000003';
const aUser = () => `svcuser_${randomUUID().replaceAll('-', '')}`;
const idOf = ({ token }: { token: string }) => token.split(':', 1)[0] ?? '';
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as AppError).code,
  );

/** More levels than any update has. */
const DEEP = `{"update_id":1,"message":${'['.repeat(100)}${']'.repeat(100)}}`;

describe('the messenger', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  /** What identity has: account by user. */
  const linked = new Map<string, string>();
  const blocked = new Set<string>();
  const suspended = new Set<string>();
  let secret = '';
  let updates = 1_000;

  beforeAll(async () => {
    emulators = await startEmulators();
    const env = { ...emulators.environment, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL };
    service = await startTestService(integrations, { env });
    const { bus } = service;
    bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
    bus.answer(readStartMessage, () => ({ message: 'Welcome aboard' }));
    bus.answer(findLinkedGrant, ({ userId }) => {
      const accountId = linked.get(userId) ?? null;
      return { grantId: null, accountId, relinkNeeded: accountId !== null && blocked.has(accountId) };
    });
    bus.answer(findAccountOwner, ({ accountId }) => ({
      userId: [...linked].find(([, account]) => account === accountId)?.[0] ?? null,
    }));
    bus.answer(getPublicProfile, ({ userId }) => {
      if (suspended.has(userId)) throw new AppError('NOT_FOUND');
      const unset = { username: null, bio: null, avatarUrl: null, wallet: null };
      return { userId, ...unset, displayName: 'Alice', createdAt: new Date().toISOString() };
    });
    bus.answer(linkAccountByMessage, ({ userId, accountId, handle }) => {
      const owner = [...linked].find(([, account]) => account === accountId)?.[0];
      if (owner !== undefined && owner !== userId) throw new AppError('IDENTITY_IN_USE');
      linked.set(userId, accountId);
      return { provider: 'messenger', accountId, handle, relinkNeeded: false, linkedAt: new Date().toISOString() };
    });
    await service.call(registerMessengerWebhook, { adminId: `svcadmin_${'a'.repeat(32)}` });
    secret = secretOf(PLATFORM_BOT);
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });
  afterEach(() => {
    expect(undescribedCalls(emulators, 'messenger')).toEqual([]);
  });
  beforeEach(() => {
    emulators.clearFaults();
    emulators.clearJournal();
    linked.clear();
    blocked.clear();
  });

  const webhookOf = (bot: { token: string }) =>
    (
      emulators.items('messenger', 'webhooks') as {
        bot: number;
        url: string;
        secret?: string;
        allowedUpdates: string[];
      }[]
    ).find((one) => String(one.bot) === idOf(bot));
  const secretOf = (bot: { token: string }) => webhookOf(bot)?.secret ?? '';
  const deliver = (
    update: object,
    {
      by = secret,
      projectId,
      header = 'x-telegram-bot-api-secret-token',
    }: { by?: string; projectId?: string; header?: string } = {},
  ) =>
    service.call(receiveMessengerUpdate, {
      ...(projectId !== undefined && { projectId }),
      headers: { [header]: by },
      body: JSON.stringify(update),
    });
  const person = (id: number) => ({ id, is_bot: false, first_name: 'A', username: `person_${id}` });
  const write = (id: number, text: string) => ({
    update_id: (updates += 1),
    message: { message_id: 1, from: person(id), chat: { id, type: 'private' }, date: 1, text },
  });
  const start = (id: number, payload: string) => write(id, `/start ${payload}`);
  const settled = async () => {
    while (await service.get(ProcessDeliveries).round());
  };
  const takenBack = async () => {
    while (await service.get(TakeBackWebhooks).execute());
  };
  const sentTo = (id: number) =>
    (emulators.items('messenger', 'sent') as { chat: number; text: string }[])
      .filter(({ chat }) => chat === id)
      .map(({ text }) => text);
  const meet = (bot: { token: string }, id: number) =>
    emulators.put('messenger', 'contacts', { bot: Number(idOf(bot)), user: id });
  const tokenOf = (url: string) => new URL(url).searchParams.get('start') ?? '';
  const connect = async (bot = FIRST) => {
    const member = { projectId: randomUUID(), userId: aUser() };
    await service.call(connectMessengerBot, { ...member, botToken: bot.token });
    return member;
  };
  const disconnect = (member: { projectId: string; userId: string }) =>
    service.call(removeProjectConnection, { ...member, provider: 'messenger' });

  describe('webhook of the platform bot', () => {
    it('the webhook of the platform bot is registered with a secret for the updates that are needed', () => {
      expect(webhookOf(PLATFORM_BOT)).toMatchObject({
        url: `${PUBLIC_URL}/v1/messenger/webhook`,
        allowedUpdates: ['message', 'my_chat_member', 'chat_member'],
      });
      expect(secret).toMatch(/^[\w-]{43}$/);
    });

    it('A-68: takes nothing without its secret, under both names of the header', async () => {
      for (const by of ['', 'wrong', `${secret} `, secret.slice(1)]) {
        expect(await outcome(deliver(start(1, 'x'), { by }))).toBe('UNAUTHENTICATED');
      }
      expect(await outcome(deliver(start(1, 'x'), { header: 'authorization' }))).toBe('UNAUTHENTICATED');
      expect(await outcome(deliver(start(1, 'x'), { projectId: randomUUID() }))).toBe('UNAUTHENTICATED');
      const team = await connect();
      expect(await outcome(deliver(start(1, 'x'), { projectId: team.projectId }))).toBe('UNAUTHENTICATED');
      expect(await outcome(deliver(start(1, 'x'), { by: secretOf(FIRST) }))).toBe('UNAUTHENTICATED');
      await disconnect(team);
      const header = 'x-messenger-bot-api-secret-token';
      expect(await outcome(deliver(start(1, 'x'), { header }))).toBe('ok');
    });

    it.each([
      '',
      'null',
      '[]',
      '{}',
      '{"update_id":"1"}',
      '{"update_id":-1}',
      '{"update_id":1.5}',
      'update_id=1',
      DEEP,
    ])('refuses the body %j', async (body) => {
      const sent = service.call(receiveMessengerUpdate, {
        headers: { 'x-telegram-bot-api-secret-token': secret },
        body,
      });
      expect(await outcome(sent)).toMatch(/^(VALIDATION_FAILED|INVALID_JSON)$/);
    });

    it.each([
      { message: null },
      { message: { text: '/start x' } },
      { message: { text: { a: 1 }, from: 7, chat: [] } },
      { my_chat_member: 'x' },
      { chat_member: { new_chat_member: { status: 'member', user: { id: '../x' } } } },
      { message: { text: `/start ${'a'.repeat(65)}`, from: person(1), chat: { type: 'private' } } },
      { unheard_of: {} },
    ])('stores and ignores %j', async (content) => {
      expect(await outcome(deliver({ update_id: (updates += 1), ...content }))).toBe('ok');
      await settled();
    });
  });

  describe('update that is received', () => {
    const kept = () =>
      service.db.rows<{ body: unknown }>(sql`SELECT body FROM webhook_delivery WHERE body IS NOT NULL`);
    const long = {
      text: 'x'.repeat(4_096),
      entities: Array.from({ length: 100 }, (_, offset) => ({
        ...{ type: 'text_link', offset, length: 1, url: `https://example.org/${'x'.repeat(1_000)}` },
      })),
    };

    it.each([
      ['a long message with a hundred links that answers another one', { ...long, reply_to_message: long }],
      ['a message of a group', { text: '/start abc', chat: { id: -1, type: 'group' } }],
      ['a message of an anonymous admin', { text: '/start abc', from: { id: 1087968824, is_bot: true } }],
      ['a forwarded message', { text: '/start abc', forward_origin: { type: 'user' } }],
      ['new members', { new_chat_members: [person(2)], chat: { id: -1, type: 'supergroup' } }],
      ['a pinned message', { pinned_message: { message_id: 1 }, chat: { id: -1, type: 'supergroup' } }],
    ])('an update that is %s is accepted and not kept', async (_, content) => {
      const { message, ...update } = write(1, '');
      expect(await outcome(deliver({ ...update, message: { ...message, ...content } }))).toBe('ok');
      expect(await kept()).toEqual([]);
    });

    it('stores only the members of an update that are read, until the update is processed', async () => {
      const { message, ...update } = write(1, ' /start\u200b  abc\u00a0');
      await deliver({ ...update, message: { ...message, reply_to_message: long, entities: long.entities } });
      expect(await kept()).toEqual([
        {
          body: {
            message: {
              from: { id: 1, is_bot: false, username: 'person_1' },
              chat: { id: 1, type: 'private' },
              text: message.text,
            },
          },
        },
      ]);
      await settled();
    });
  });

  describe('link of a user', () => {
    const link = (userId: string) => service.call(startMessengerLink, { userId });
    /** Starts the bot with the link; returns the command by which the bot lets the account confirm it. */
    const follow = async (id: number, url: string) => {
      meet(PLATFORM_BOT, id);
      await deliver(start(id, tokenOf(url)));
      await settled();
      return commandTo(id);
    };
    const commandTo = (id: number) => /\/confirm_\w+/.exec(sentTo(id).at(-1) ?? '')?.[0] ?? '';
    const confirm = async (id: number, command: string) => {
      await deliver(write(id, command));
      await settled();
    };

    it('asks for the confirmation again when the messenger was unavailable', async () => {
      const [userId, id] = [aUser(), 5_000_000_090];
      emulators.arm('messenger', { kind: 'outage', route: 'sendMessage', times: 1 });
      await follow(id, (await link(userId)).url);
      await confirm(id, await waitFor(() => commandTo(id), { what: 'the question of the bot' }));
      await waitFor(() => linked.get(userId) === String(id), { what: 'the link' });
    });

    it('links the account that starts the bot with it and confirms it, once', async () => {
      const userId = aUser();
      const { url } = await link(userId);
      expect(url).toMatch(/^https:\/\/t\.me\/emulated_platform_bot\?start=[\w-]{43}$/);
      const command = await follow(5_000_000_021, url);
      expect(sentTo(5_000_000_021)).toEqual([
        `This links your account @person_5000000021 to the user "Alice" (${userId}) of the quest platform. If this user is you, press ${command} to confirm. If not, do nothing, and nothing is linked.`,
      ]);
      expect(linked.size).toBe(0);
      await confirm(5_000_000_021, command);
      expect(linked.get(userId)).toBe('5000000021');
      expect(sentTo(5_000_000_021).slice(1)).toEqual(['Your account is linked. Go back to the quests.']);
      linked.clear();
      await confirm(5_000_000_021, command);
      expect(await follow(5_000_000_021, url)).toBe('');
      expect(linked.size).toBe(0);
    });

    it('links no account that does not confirm in time with the command it received', async () => {
      const [victim, other] = [5_000_000_022, 5_000_000_023];
      const { url } = await link(aUser());
      const former = await follow(victim, url);
      const command = await follow(victim, url);
      expect(former).not.toBe(command);
      await confirm(other, command);
      for (const text of [former, '/confirm', '/confirm_22222_22222', `${command}2`, command.toLowerCase()]) {
        await confirm(victim, text);
      }
      expect(linked.size).toBe(0);
      await service.db.execute(sql`UPDATE account_link SET expires_at = now() - interval '1 second'`);
      await confirm(victim, command);
      expect(linked.size).toBe(0);
    });

    it('sends no question for a suspended user', async () => {
      const userId = aUser();
      suspended.add(userId);
      expect(await follow(5_000_000_024, (await link(userId)).url)).toBe('');
      expect(sentTo(5_000_000_024)).toEqual(['This link has expired or was used. Get a new one.']);
    });

    it('A-70: of 20 accounts that start the bot with one link, one is asked', async () => {
      const { url } = await link(aUser());
      const ids = Array.from({ length: 20 }, (_, n) => 5_000_000_030 + n);
      for (const id of ids) meet(PLATFORM_BOT, id);
      await Promise.all(ids.map((id) => deliver(start(id, tokenOf(url)))));
      await settled();
      const asked = ids.filter((id) => commandTo(id) !== '');
      expect(asked).toHaveLength(1);
      for (const id of asked) await confirm(id, commandTo(id));
      expect([...linked.values()]).toEqual(asked.map(String));
    });

    it('A-70: ends with a newer link, and after its time', async () => {
      const userId = aUser();
      const old = await link(userId);
      const { url } = await link(userId);
      expect(await follow(5_000_000_051, old.url)).toBe('');
      await service.db.execute(sql`UPDATE account_link SET expires_at = now() - interval '1 second'`);
      expect(await follow(5_000_000_051, url)).toBe('');
    });

    it('A-69: an update that is delivered 20 times at a time has one effect', async () => {
      const { url } = await link(aUser());
      const update = write(5_000_000_052, await follow(5_000_000_052, url));
      const calls = service.bus.calls.length;
      await Promise.all(Array.from({ length: 20 }, () => deliver(update)));
      await settled();
      const links = service.bus.calls.slice(calls).filter(({ subject }) => subject === linkAccountByMessage.subject);
      expect(links).toHaveLength(1);
    });

    it('A-69: updates have their effects in whatever order they come', async () => {
      const users = [aUser(), aUser(), aUser()];
      const sent: ReturnType<typeof write>[] = [];
      for (const [n, userId] of users.entries()) {
        const id = 5_000_000_053 + n;
        sent.push(write(id, await follow(id, (await link(userId)).url)));
      }
      for (const update of sent.toReversed()) await deliver(update);
      await settled();
      expect(users.map((userId) => linked.get(userId))).toEqual(['5000000053', '5000000054', '5000000055']);
    });

    it('A-70: is bound to the first account when identity does not answer', async () => {
      const userId = aUser();
      const { url } = await link(userId);
      await service.db.execute(sql`UPDATE account_link SET account_id = '5000000056' WHERE user_id = ${userId}`);
      expect(await follow(5_000_000_057, url)).toBe('');
      expect(await follow(5_000_000_056, url)).not.toBe('');
    });

    it('the link of a user has to be followed again while the person blocks the bot', async () => {
      const change = (status: string) => ({
        update_id: (updates += 1),
        my_chat_member: {
          chat: { id: 9_500_001, type: 'private' },
          from: person(9_500_001),
          new_chat_member: { status },
        },
      });
      await deliver(change('kicked'));
      await settled();
      await deliver(change('member'));
      await settled();
      const changes = await service.events('account.reach_changed', '9500001');
      expect(changes.map(({ relinkNeeded }) => relinkNeeded)).toEqual([true, false]);
    });
  });

  describe('bot of a project', () => {
    let team: { projectId: string; userId: string };
    const userId = aUser();
    const member = (chatId = COMMUNITY) =>
      service.call(readMessengerMember, { projectId: team.projectId, userId, chatId });
    const chat = (chatId: string) => service.call(readMessengerChat, { projectId: team.projectId, chatId });

    beforeEach(async () => {
      emulators.resetState();
      team = await connect();
      linked.set(userId, '5000000001');
    });
    afterEach(() => disconnect(team));

    it('sends its updates to the project, with a secret of its own', () => {
      expect(webhookOf(FIRST)?.url).toBe(`${PUBLIC_URL}/v1/messenger/webhook/project/${team.projectId}`);
      expect(secretOf(FIRST)).not.toBe(secret);
    });

    it('loses its webhook when it is replaced or removed, unless another project connected it meanwhile', async () => {
      await service.call(connectMessengerBot, { ...team, botToken: SECOND.token });
      await takenBack();
      expect(webhookOf(FIRST)).toBeUndefined();
      const kept = secretOf(SECOND);
      await service.call(connectMessengerBot, { ...team, botToken: SECOND.token });
      expect(secretOf(SECOND)).toBe(kept);
      emulators.arm('messenger', { kind: 'outage', route: 'deleteWebhook' });
      await disconnect(team);
      await takenBack();
      expect(secretOf(SECOND)).toBe(kept);
      const other = await connect(SECOND);
      await service.db.execute(sql`UPDATE messenger_ended_bot SET leased_until = '-infinity'`);
      await takenBack();
      expect(webhookOf(SECOND)?.url).toContain(other.projectId);
      await disconnect(other);
      await takenBack();
      expect(webhookOf(SECOND)).toBeUndefined();
    });

    it('the bot of a project is not connected when its webhook cannot be set', async () => {
      emulators.arm('messenger', { kind: 'outage', route: 'setWebhook' });
      expect(await outcome(connect(SECOND))).toBe('PLATFORM_UNAVAILABLE');
      expect(await outcome(disconnect(await connect(SECOND)))).toBe('ok');
    });

    it('returns a chat in which the bot is an administrator, by its id and by its username', async () => {
      const value = { chatId: COMMUNITY, chatTitle: 'Orbit community' };
      for (const asked of [COMMUNITY, '@orbit_community', MIGRATED]) {
        expect(await chat(asked)).toMatchObject({ status: 'found', value });
      }
      expect(await chat(SMALL)).toMatchObject({ status: 'unsupported' });
      expect(await chat('-1001000000005')).toMatchObject({ status: 'unsupported' });
      expect(await chat('5000000001')).toMatchObject({ status: 'unsupported' });
    });

    it('returns the membership of the earner in a chat, also after the group became a supergroup', async () => {
      const value = { accountId: '5000000001', chatId: COMMUNITY, status: 'member' };
      expect(await member()).toMatchObject({ status: 'found' });
      const put = (status: string, isMember = true) =>
        emulators.put('messenger', 'members', { chat: Number(COMMUNITY), user: 5_000_000_001, status, isMember });
      put('member');
      expect(await member()).toMatchObject({ status: 'found', value });
      expect(await member(MIGRATED)).toMatchObject({ status: 'found', value });
      put('restricted');
      expect(await member()).toMatchObject({ status: 'found', value });
      put('restricted', false);
      expect(await member()).toMatchObject({ status: 'not_found' });
      put('kicked');
      expect(await member()).toMatchObject({ status: 'not_found' });
      linked.set(userId, '5000000077');
      expect(await member()).toMatchObject({ status: 'not_found' });
      expect(await member(SMALL)).toMatchObject({ status: 'unsupported' });
    });

    it('returns no value if a member of an answer is missing or has another type', async () => {
      const { projectId } = team;
      const asked = { projectId, chatId: COMMUNITY };
      const user = 5_000_000_001;
      const changed: string[] = [];
      for (const status of ['member', 'restricted']) {
        emulators.put('messenger', 'members', { chat: Number(COMMUNITY), user, status, isMember: true });
        changed.push(
          ...(await changedAnswers({ service }, 'messenger', readMessengerMember, { ...asked, userId })),
          ...(await changedAnswers({ service }, 'messenger', readMessengerChat, asked)),
        );
      }
      expect(changed).toEqual([]);
    });

    it('a bot whose token is refused at checks is reported once, and works again after it is replaced', async () => {
      const connection = () => service.call(listProjectConnections, { projectId: team.projectId });
      const refusals = async () =>
        (await service.events('project.integration_changed', team.projectId)).filter(
          ({ action }) => action === 'connection.refused',
        );
      emulators.arm('messenger', { kind: 'revoked_token', times: 10 });
      const detail = 'The team has to connect the project to the messenger again.';
      const answers = await Promise.all(Array.from({ length: 10 }, () => member()));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['unsupported']));
      expect(answers[0]).toMatchObject({ detail });
      expect(await refusals()).toMatchObject([
        { projectId: team.projectId, details: { provider: 'messenger', accountId: idOf(FIRST) }, userId: null },
      ]);
      expect(await connection()).toMatchObject({ items: [{ provider: 'messenger', state: 'refused' }] });
      emulators.clearFaults();
      emulators.clearJournal();
      expect(await member()).toMatchObject({ status: 'unsupported', detail });
      expect(emulators.journal({ platform: 'messenger' })).toEqual([]);
      await service.call(connectMessengerBot, { ...team, botToken: SECOND.token });
      expect(await connection()).toMatchObject({ items: [{ state: 'connected' }] });
      expect(await refusals()).toHaveLength(1);
    });

    it('a bot is not marked as refused when the refused token was replaced meanwhile', async () => {
      const connections = service.get(ConnectionsRepository);
      const before = await connections.get(team.projectId, 'messenger');
      const { refuse } = await service.get(ConnectionToken).of(before as Connection);
      await service.call(connectMessengerBot, { ...team, botToken: FIRST.token });
      expect(await outcome(refuse?.() ?? Promise.resolve())).toBe('ACCOUNT_RELINK_NEEDED');
      expect((await connections.get(team.projectId, 'messenger'))?.isRefused).toBe(false);
    });

    const refuse = (description: string, status = 400) =>
      emulators.put('messenger', 'refusals', { method: 'getChatMember', user: '5000000001', status, description });

    it.each(['user not found', 'member not found', 'USER_NOT_PARTICIPANT', 'USER_ID_INVALID'])(
      'reports that the earner is not a member for each wording of the error: %s',
      async (words) => {
        for (const description of [words, words.toLowerCase(), words.toUpperCase()]) {
          for (const prefix of ['', 'Bad Request: ', 'BAD REQUEST: ']) {
            refuse(prefix + description);
            expect(await member()).toMatchObject({
              status: 'not_found',
              detail: 'Your linked account is not in the chat yet.',
            });
          }
        }
      },
    );

    it.each([
      ['Bad Request: CHAT_ADMIN_REQUIRED', 400],
      ['Bad Request: chat_admin_required', 400],
      ['Bad Request: member list is inaccessible', 400],
      ['Bad Request: chat not found', 400],
      ['Bad Request: CHANNEL_PRIVATE', 400],
      ['Forbidden: bot was kicked from the supergroup chat', 403],
      ['Forbidden: bot is not a member of the channel chat', 403],
      ['Forbidden: the group chat was deleted', 403],
      ['Bad Request: group chat was upgraded to a supergroup chat', 400],
    ])('a fact is unsupported, with what the team must change, at the error: %s', async (description, status) => {
      refuse(description, status);
      expect(await member()).toMatchObject({ status: 'unsupported' });
    });

    it.each(['PARTICIPANT_ID_INVALID', 'participant_id_invalid', 'Internal Server Error: unheard of'])(
      'a bot is not reported after %s',
      async (description) => {
        refuse(`Bad Request: ${description}`);
        expect(await member()).toMatchObject({ status: 'unavailable' });
      },
    );

    it('facts of the messenger require a linked account that can be reached', async () => {
      blocked.add('5000000001');
      expect(await member()).toMatchObject({ status: 'relink' });
      linked.clear();
      expect(await member()).toMatchObject({ status: 'not_linked' });
    });

    it('retries random failures, and never takes one for an answer', async () => {
      emulators.put('messenger', 'members', { chat: Number(COMMUNITY), user: 5_000_000_001, status: 'member' });
      emulators.arm('messenger', { kind: 'participant_id_invalid', route: 'getChatMember' });
      expect(await member()).toMatchObject({ status: 'found' });
      emulators.arm('messenger', { kind: 'participant_id_invalid', route: 'getChatMember', times: 2 });
      expect(await member()).toMatchObject({ status: 'unavailable' });
      emulators.put('messenger', 'members', { chat: Number(COMMUNITY), user: 5_000_000_001, status: 'left' });
      emulators.arm('messenger', { kind: 'participant_id_invalid', route: 'getChatMember' });
      expect(await member()).toMatchObject({ status: 'unavailable' });
    });

    it.each(['outage', 'rate_limited', 'hang'])('facts of the messenger are unavailable at %s', async (kind) => {
      emulators.arm('messenger', { kind, route: 'getChatMember' });
      expect(await member()).toMatchObject({ status: 'unavailable' });
    });

    it('lists the chats that its updates reported', async () => {
      const change = (id: number, status: string) => ({
        update_id: (updates += 1),
        my_chat_member: {
          chat: { id, type: 'supergroup', title: `Chat ${id}` },
          from: person(1),
          new_chat_member: { status },
        },
      });
      const of = { by: secretOf(FIRST), projectId: team.projectId };
      await deliver(change(-1, 'member'), of);
      await deliver(change(-2, 'administrator'), of);
      await settled();
      await deliver(change(-1, 'left'), of);
      await settled();
      expect((await service.call(listMessengerChats, { projectId: team.projectId })).items).toEqual([
        { chatId: '-2', title: 'Chat -2', type: 'supergroup', isAdmin: true },
      ]);
      expect(await outcome(service.call(listMessengerChats, { projectId: randomUUID() }))).toBe('NOT_FOUND');
    });

    it('lists its chats under their new titles, and a group as the supergroup that it has become', async () => {
      const of = { by: secretOf(FIRST), projectId: team.projectId };
      const items = async () => (await service.call(listMessengerChats, { projectId: team.projectId })).items;
      const chat = { id: -70, type: 'group', title: 'Group' };
      const own = { chat, from: person(1), new_chat_member: { status: 'administrator' } };
      const serviceMessage = (id: number, content: object) => ({
        update_id: (updates += 1),
        message: { message_id: 1, from: person(1), chat: { id, type: 'group', title: 'Group' }, date: 1, ...content },
      });
      await deliver({ update_id: (updates += 1), my_chat_member: own }, of);
      await settled();
      await deliver(serviceMessage(-70, { new_chat_title: 'Orbit group' }), of);
      await settled();
      expect(await items()).toContainEqual({ chatId: '-70', title: 'Orbit group', type: 'group', isAdmin: true });
      await deliver(serviceMessage(-70, { migrate_to_chat_id: -10070 }), of);
      await settled();
      const moved = (await items()).filter(({ title }) => title === 'Orbit group');
      expect(moved).toEqual([{ chatId: '-10070', title: 'Orbit group', type: 'supergroup', isAdmin: true }]);
    });

    describe('applies updates about a chat in the order of the messenger', () => {
      const CHAT = -77;
      const changed = (update_id: number, status: string) => ({
        update_id,
        my_chat_member: {
          chat: { id: CHAT, type: 'supergroup', title: `After ${update_id}` },
          from: person(1),
          new_chat_member: { status },
        },
      });
      const send = (update: object) => deliver(update, { by: secretOf(FIRST), projectId: team.projectId });
      const titles = async () =>
        (await service.call(listMessengerChats, { projectId: team.projectId })).items
          .filter(({ chatId }) => chatId === String(CHAT))
          .map(({ title }) => title);
      const lease = (until: string) =>
        service.db.execute(sql`
          UPDATE webhook_delivery SET leased_until = ${until}::timestamptz WHERE body IS NOT NULL`);

      beforeEach(() => service.db.execute(sql`DELETE FROM messenger_latest_update`));

      it('when a later one arrives first', async () => {
        const [joined, left] = [(updates += 1), (updates += 1)];
        await send(changed(left, 'left'));
        await settled();
        await send(changed(joined, 'member'));
        await settled();
        expect(await titles()).toEqual([]);
      });

      it('when an earlier one failed and is processed again', async () => {
        const [joined, left] = [(updates += 1), (updates += 1)];
        await send(changed(joined, 'member'));
        // Its replica stopped after it had claimed it.
        await lease('infinity');
        await send(changed(left, 'left'));
        await settled();
        await lease('-infinity');
        await settled();
        expect(await titles()).toEqual([]);
      });

      it('when 20 arrive at a time and repeated, in any order', async () => {
        const sent = Array.from({ length: 20 }, (_, n) => changed((updates += 1), n % 2 === 0 ? 'left' : 'member'));
        const mixed = [...sent, ...sent].toSorted((one, other) => (one.update_id % 7) - (other.update_id % 7));
        await Promise.all(mixed.map(send));
        await settled();
        expect(await titles()).toEqual([`After ${sent.at(-1)?.update_id}`]);
      });

      it('updates of a bot apply that the messenger numbers anew after a week without updates', async () => {
        await send(changed(9_000_000, 'left'));
        await settled();
        await service.db.execute(
          sql`UPDATE messenger_latest_update SET applied_at = now() - interval '7 days 1 second'`,
        );
        await send(changed((updates += 1), 'member'));
        await settled();
        expect(await titles()).toEqual([`After ${updates}`]);
      });
    });

    it('counts an update that fails at every try in the health that operators see', async () => {
      const givenUp = async () =>
        (await metrics.getSingleMetric('questp_webhook_deliveries_given_up')?.get())?.values[0]?.value;
      const health = async () =>
        (await service.get(ReadHealth).execute()).items.find(({ name }) => name === 'messenger');
      expect([await givenUp(), (await health())?.status]).toEqual([0, 'up']);
      const { url } = await service.call(makeMessengerStartUrl, {
        ...{ projectId: team.projectId, userId, questId: randomUUID() },
      });
      service.bus.answer(readStartMessage, () => {
        throw new AppError('SERVICE_UNAVAILABLE');
      });
      await deliver(start(5_000_000_001, tokenOf(url ?? '')), { by: secretOf(FIRST), projectId: team.projectId });
      let tries = 0;
      while (await service.get(ProcessDeliveries).round()) {
        expect(await givenUp()).toBe(0);
        tries += 1;
        await service.db.execute(sql`UPDATE webhook_delivery SET leased_until = '-infinity'`);
      }
      expect([tries, await givenUp()]).toEqual([10, 1]);
      expect(await health()).toMatchObject({
        status: 'degraded',
        detail: expect.stringContaining('1 of its webhook requests of the last 24 hours failed at every try') as string,
      });
      await service.db.execute(sql`DELETE FROM webhook_delivery WHERE body IS NOT NULL`);
      service.bus.answer(readStartMessage, () => ({ message: 'Welcome aboard' }));
    });

    it('reports a fact when a linked account joins one of its chats', async () => {
      const change = (id: number) => ({
        update_id: (updates += 1),
        chat_member: {
          chat: { id: -2, type: 'supergroup' },
          from: person(1),
          new_chat_member: { status: 'member', user: person(id) },
        },
      });
      const of = { by: secretOf(FIRST), projectId: team.projectId };
      await deliver(change(5_000_000_001), of);
      await deliver(change(5_000_000_099), of);
      await settled();
      expect(await service.events('integration.fact_observed', userId)).toEqual([{ userId, provider: 'messenger' }]);
    });

    describe('is started by a link of a quest', () => {
      const questId = randomUUID();
      const asked = () => ({ projectId: team.projectId, userId, questId });
      const url = async () => (await service.call(makeMessengerStartUrl, asked())).url ?? '';
      const started = () => service.call(readMessengerStart, asked());

      it('and answers with the message of the quest', async () => {
        const link = await url();
        expect(link).toMatch(/^https:\/\/t\.me\/emulated_first_bot\?start=[\w-]{64}$/);
        expect(await started()).toMatchObject({ status: 'not_found' });
        const before = (await service.events('integration.fact_observed', userId)).length;
        const of = { by: secretOf(FIRST), projectId: team.projectId };
        // The start link as opened by another account, with a changed payload, and by the earner.
        await deliver(start(5_000_000_002, tokenOf(link)), of);
        await deliver(start(5_000_000_001, tokenOf(link).replace(/.{4}$/, 'AAAA')), of);
        await settled();
        expect(await started()).toMatchObject({ status: 'not_found' });
        meet(FIRST, 5_000_000_001);
        await deliver(start(5_000_000_001, tokenOf(link)), of);
        await settled();
        expect(await started()).toMatchObject({ status: 'found', value: { accountId: '5000000001' } });
        expect((await service.events('integration.fact_observed', userId)).length).toBe(before + 2);
        expect(sentTo(5_000_000_001)).toContain('Welcome aboard');
      });

      it('a start requires a linked account and a bot', async () => {
        linked.clear();
        expect(await started()).toMatchObject({ status: 'not_linked' });
        const other = { ...asked(), projectId: randomUUID() };
        expect(await service.call(readMessengerStart, other)).toMatchObject({ status: 'unsupported' });
        expect(await service.call(makeMessengerStartUrl, other)).toEqual({ url: null });
      });
    });
  });

  // Last: calls of the messenger fail for a while after so many that took too long.
  it('processes updates of one bot without delay while another answers slowly', async () => {
    const team = await connect();
    const worker = service.get(ProcessDeliveries);
    emulators.arm('messenger', { kind: 'hang', route: 'sendMessage', times: 100 });
    for (let id = 1; id <= 100; id += 1) await deliver(start(5_000_100_000 + id, 'expired'));
    worker.onApplicationBootstrap();
    const chat = { id: Number(COMMUNITY), type: 'supergroup', title: 'Orbit community' };
    const status = { status: 'administrator', user: { id: Number(idOf(FIRST)), is_bot: true } };
    const update = { update_id: (updates += 1), my_chat_member: { chat, from: person(1), new_chat_member: status } };
    await deliver(update, { by: secretOf(FIRST), projectId: team.projectId });
    const begun = performance.now();
    const chats = async () => (await service.call(listMessengerChats, { projectId: team.projectId })).items;
    await waitFor(async () => (await chats()).length > 0, { what: 'the chat' });
    expect(performance.now() - begun).toBeLessThan(3_000);
    await worker.beforeApplicationShutdown();
  }, 30_000);
});
