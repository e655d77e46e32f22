import type { Update } from '@grammyjs/types';
import { startWithCallback } from '../testing/client.fixture.js';
import { DONE, PEOPLE } from '../people.js';
import { Receiver } from '../testing/receiver.fixture.js';
import type { Emulators } from '../start-emulators.js';
import { BOTS, idOfBot } from './bots.js';
import { COMMUNITY } from './chats.js';
import { idOf } from './users.js';

const [PLATFORM_BOT, FIRST_BOT, SECOND_BOT] = BOTS;
const bot = idOfBot(FIRST_BOT);
const done = idOf(DONE);
const stranger = idOf(PEOPLE[1] ?? DONE);

describe('the API of the emulated messenger', () => {
  let emulators: Emulators;
  let receiver: Receiver;

  beforeAll(async () => {
    [emulators, receiver] = await Promise.all([startWithCallback(), new Receiver().start()]);
  });
  afterAll(() => Promise.all([emulators.stop(), receiver.stop()]));
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
    receiver.clear();
  });

  const ask = async (method: string, body: object = {}, { token } = FIRST_BOT) => {
    const answer = await fetch(`${emulators.url}/api.telegram.org/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { ok: boolean; result: unknown };
  };
  const member = (user_id: number, chat_id: number | string = COMMUNITY) => ask('getChatMember', { chat_id, user_id });
  const updates = async (count: number) => (await receiver.until(count)).map(({ body }) => body as Update);
  const listen = (more: object = {}) =>
    ask('setWebhook', { url: `${receiver.url}/bot`, secret_token: 'secret_1', ...more });
  const start = (text = '/start payload', from = done) => emulators.put('messenger', 'messages', { bot, from, text });

  it('returns the status of members to a bot that is an administrator of the chat', async () => {
    expect(await member(done)).toMatchObject({
      ok: true,
      result: { status: 'member', user: { id: done, is_bot: false } },
    });
    expect(await member(done, '@Orbit_Community')).toMatchObject({ result: { status: 'member' } });
    expect(await member(idOf(PEOPLE[0]!))).toMatchObject({ result: { status: 'creator' } });
    const put = (more: object) => emulators.put('messenger', 'members', { chat: COMMUNITY, user: done, ...more });
    put({ status: 'restricted', isMember: false });
    expect(await member(done)).toMatchObject({ result: { status: 'restricted', is_member: false } });
    put({ status: 'left' });
    expect(await member(done)).toMatchObject({ result: { status: 'left' } });
    emulators.remove('messenger', 'members', { user: String(done) });
    expect(await member(done)).toMatchObject({ result: { status: 'left' } });
    expect(await member(stranger)).toMatchObject({ error_code: 400, description: 'Bad Request: user not found' });
  });

  it('returns no other member to a bot without administrator rights, and no chat without the bot', async () => {
    expect(await member(done, -4_000_000_002)).toMatchObject({ description: 'Bad Request: USER_ID_INVALID' });
    expect(await member(bot, -4_000_000_002)).toMatchObject({ result: { status: 'member', user: { is_bot: true } } });
    expect(await member(done, -1_001_000_000_005)).toMatchObject({ description: 'Bad Request: chat not found' });
    emulators.put('messenger', 'members', { chat: COMMUNITY, user: bot, status: 'kicked' });
    expect(await member(done)).toMatchObject({
      error_code: 403,
      description: 'Forbidden: bot was kicked from the supergroup chat',
    });
    emulators.put('messenger', 'members', { chat: -1_001_000_000_004, user: bot });
    expect(await member(done, -1_001_000_000_004)).toMatchObject({ description: 'Bad Request: CHAT_ADMIN_REQUIRED' });
  });

  it('returns private chats and supergroups, and the new id of a group that became a supergroup', async () => {
    expect(await ask('getChat', { chat_id: -4_000_000_003 })).toMatchObject({
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: COMMUNITY },
    });
    expect(await ask('getChat', { chat_id: COMMUNITY })).toMatchObject({
      result: { type: 'supergroup', title: 'Orbit community', invite_link: expect.any(String) as string },
    });
    expect(await ask('getChat', { chat_id: done })).toMatchObject({
      result: { type: 'private', username: 'earner_1' },
    });
    expect(await ask('getChatAdministrators', { chat_id: COMMUNITY })).toMatchObject({
      result: [{ status: 'creator' }, { status: 'administrator', user: { id: bot } }],
    });
  });

  it('fails once with an error that the platform returns at random', async () => {
    emulators.arm('messenger', { kind: 'participant_id_invalid', route: 'getChatMember' });
    expect(await member(done)).toMatchObject({ error_code: 400, description: 'Bad Request: PARTICIPANT_ID_INVALID' });
    expect(await member(done)).toMatchObject({ ok: true });
  });

  it('sends what people write to the webhook of their bot, with its secret', async () => {
    expect(await listen()).toMatchObject({ ok: true, result: true });
    start();
    const [first] = await receiver.until(1);
    expect(first).toMatchObject({ path: '/bot', headers: { 'x-telegram-bot-api-secret-token': 'secret_1' } });
    start('Hello');
    const [one, two] = await updates(2);
    expect(one?.message).toMatchObject({
      from: { id: done, username: 'earner_1' },
      chat: { id: done, type: 'private' },
      text: '/start payload',
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
    });
    expect(two?.update_id).toBe(Number(one?.update_id) + 1);
    expect(emulators.journal({ direction: 'out' })[0]).toMatchObject({ route: 'message', status: 200 });
  });

  it('repeats an update until it is accepted, and keeps the order', async () => {
    await listen();
    receiver.statuses.push(500, 401);
    start('first');
    start('second');
    expect(await ask('getWebhookInfo')).toMatchObject({ result: { pending_update_count: 2 } });
    const texts = (await updates(4)).map(({ message, update_id }) => [message?.text, update_id]);
    expect(texts.map(([text]) => text)).toEqual(['first', 'first', 'first', 'second']);
    expect(texts[2]).toEqual(texts[0]);
    expect(await ask('getWebhookInfo')).toMatchObject({
      result: { last_error_message: 'Wrong response from the webhook: 401', max_connections: 40 },
    });
  });

  it('reports people who block a bot, and delivers no message to them', async () => {
    await listen();
    const block = (blocked: boolean) => emulators.put('messenger', 'contacts', { bot, user: done, blocked });
    const send = (chat_id = done) => ask('sendMessage', { chat_id, text: 'Welcome' });
    expect(await send()).toMatchObject({ result: { chat: { id: done }, text: 'Welcome' } });
    expect(emulators.items('messenger', 'sent')).toMatchObject([{ bot, chat: done, text: 'Welcome' }]);
    block(true);
    expect(await send()).toMatchObject({ error_code: 403, description: 'Forbidden: bot was blocked by the user' });
    start('/start again');
    expect(await send()).toMatchObject({ ok: true });
    expect(await send(stranger)).toMatchObject({
      description: "Forbidden: bot can't initiate conversation with a user",
    });
    const [blocked, back, message] = await updates(3);
    expect(blocked?.my_chat_member).toMatchObject({ from: { id: done }, new_chat_member: { status: 'kicked' } });
    expect(back?.my_chat_member).toMatchObject({ new_chat_member: { status: 'member' } });
    expect(message?.message).toMatchObject({ text: '/start again' });
  });

  it('sends updates about new members to administrators that requested them', async () => {
    const join = (user: number, chat = COMMUNITY) => emulators.put('messenger', 'members', { chat, user });
    await listen();
    join(stranger);
    await listen({ allowed_updates: ['message', 'chat_member', 'my_chat_member'] });
    join(stranger, -4_000_000_002);
    emulators.remove('messenger', 'members', { chat: String(COMMUNITY), user: String(stranger) });
    join(stranger);
    join(bot, -1_001_000_000_005);
    const [left, joined, added] = await updates(3);
    expect(left?.chat_member).toMatchObject({ chat: { id: COMMUNITY }, new_chat_member: { status: 'left' } });
    expect(joined?.chat_member).toMatchObject({
      old_chat_member: { status: 'left' },
      new_chat_member: { status: 'member', user: { id: stranger } },
    });
    expect(added?.my_chat_member).toMatchObject({ chat: { id: -1_001_000_000_005 } });
  });

  it('sends the updates of a bot only to its own webhook', async () => {
    await listen();
    emulators.put('messenger', 'messages', { bot: idOfBot(SECOND_BOT ?? FIRST_BOT), from: done, text: 'Hello' });
    expect(await ask('deleteWebhook')).toMatchObject({ result: true });
    start();
    expect(await ask('getWebhookInfo')).toMatchObject({ result: { url: '', pending_update_count: 0 } });
    await ask('setWebhook', { url: `${receiver.url}/platform` }, PLATFORM_BOT);
    emulators.put('messenger', 'messages', { bot: idOfBot(PLATFORM_BOT), from: done, text: 'Hello' });
    const all = await receiver.until(1);
    expect(all.map(({ path, headers }) => [path, headers['x-telegram-bot-api-secret-token']])).toEqual([
      ['/platform', undefined],
    ]);
  });

  it('sends an update twice or not at all, if ordered', async () => {
    await listen();
    emulators.arm('messenger', { kind: 'webhook_lost' });
    emulators.arm('messenger', { kind: 'webhook_twice', route: 'webhook' });
    start('lost');
    start('twice');
    const all = await updates(2);
    expect(all.map(({ message }) => message?.text)).toEqual(['twice', 'twice']);
    expect(all[0]?.update_id).toBe(all[1]?.update_id);
  });

  it.each(['http://127.0.0.1:9/', 'http://api.localhost:9/', 'https://bot.example.org/'])(
    'takes the webhook %s',
    async (url) => {
      expect(await ask('setWebhook', { url })).toMatchObject({ ok: true });
    },
  );

  it.each([
    [{ url: 'http://bot.example.org/' }, 'An HTTPS URL must be provided for webhook'],
    [{ url: 'nowhere' }, 'invalid url specified'],
    [{ url: 'https://bot.example.org/', secret_token: 'not allowed' }, 'secret token contains unallowed characters'],
    [{ url: 'https://bot.example.org/', max_connections: 101 }, 'max_connections'],
    [{ url: 'https://bot.example.org/', allowed_updates: 'message' }, "can't parse allowed updates"],
  ])('refuses the webhook %j', async (body, why) => {
    expect(await ask('setWebhook', body)).toMatchObject({
      error_code: 400,
      description: expect.stringContaining(why) as string,
    });
  });
});
