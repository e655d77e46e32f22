import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import { DONE } from '../people.js';
import type { Emulators } from '../start-emulators.js';
import { idOf } from './users.js';

const SERVER = '1300000000000000001';
const WITHOUT_BOT = '1300000000000000003';
const GENERAL = '1500000000000000001';
const done = idOf(DONE);
const another = '1100000000000000001';

describe('the API of the emulated chat server', () => {
  let emulators: Emulators;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
  });

  const ask = async (path: string, authorization = `Bot ${emulators.environment['CHATCOMM_BOT_TOKEN']}`) => {
    const answer = await fetch(`${emulators.url}/discord.com/api/v10/${path}`, { headers: { authorization } });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
  };
  const refused = (status: number, code: number) => ({ status, body: { code } });

  it('returns members to the bot, with their roles and the state of their screening', async () => {
    const member = () => ask(`guilds/${SERVER}/members/${done}`);
    expect(await member()).toMatchObject({
      status: 200,
      body: { user: { id: done, username: 'earner_1' }, roles: ['1400000000000000001'], pending: false },
    });
    emulators.put('chatcomm', 'members', { server: SERVER, user: done, pending: true });
    expect(await member()).toMatchObject({ body: { roles: [], pending: true } });
    expect(await ask(`guilds/${SERVER}/members/${another}`)).toMatchObject(refused(404, 10_007));
    expect(await ask(`guilds/${SERVER}/members/999999999999999999`)).toMatchObject(refused(404, 10_013));
    expect(await ask(`guilds/${SERVER}/members/me`)).toMatchObject(refused(400, 50_035));
  });

  it("returns the caller's membership with its scope", async () => {
    const paths = { authorize: 'discord.com/oauth2/authorize', token: 'discord.com/api/oauth2/token' };
    const app = new Application(emulators, 'chatcomm', paths);
    const code = await app.code({ scope: 'identify guilds.members.read guilds', login_hint: DONE.key });
    const tokens = (await (await app.exchange(code, {}, { authorization: app.basic })).json()) as Tokens;
    const own = (path: string) => ask(`users/@me/guilds${path}`, bearer(tokens.access_token).authorization);
    expect(await own(`/${SERVER}/member`)).toMatchObject({ status: 200, body: { user: { id: done } } });
    expect(await own(`/${WITHOUT_BOT}/member`)).toMatchObject(refused(404, 10_004));
    emulators.put('chatcomm', 'members', { server: WITHOUT_BOT, user: done });
    expect(await own('')).toMatchObject({
      body: [{ owner: true }, { owner: true }, { id: WITHOUT_BOT, owner: false }],
    });
  });

  it('lists roles and channels of the servers that the bot is in', async () => {
    expect(await ask(`guilds/${SERVER}/roles`)).toMatchObject({
      body: [{ id: SERVER, name: '@everyone' }, { name: 'Explorer', managed: false }, {}, { managed: true }],
    });
    expect(await ask(`guilds/${SERVER}/channels`)).toMatchObject({
      body: [{ type: 4 }, { id: GENERAL, guild_id: SERVER, name: 'general', type: 0 }, {}, {}, { type: 2 }],
    });
    for (const path of ['roles', 'channels', `members/${done}`, 'messages/search']) {
      expect(await ask(`guilds/${WITHOUT_BOT}/${path}`)).toMatchObject(refused(403, 50_001));
    }
    expect(await ask(`guilds/${WITHOUT_BOT}`)).toMatchObject(refused(404, 10_004));
    expect(await ask('guilds/1300000000000000009/roles')).toMatchObject(refused(404, 10_004));
  });

  it('adds the bot to the server where a person allows it', async () => {
    const paths = { authorize: 'discord.com/oauth2/authorize', token: 'discord.com/api/oauth2/token' };
    const install = { scope: 'bot', guild_id: WITHOUT_BOT, permissions: '1024', login_hint: 'verified' };
    await new Application(emulators, 'chatcomm', paths).redirected(install);
    expect((await ask(`guilds/${WITHOUT_BOT}/roles`)).status).toBe(200);
    expect(emulators.items('chatcomm', 'servers')).toContainEqual(
      expect.objectContaining({ id: WITHOUT_BOT, bot: true, botPermissions: '1024' }),
    );
  });

  it('gives the messages of a channel, newest first, at the position that is asked for', async () => {
    const ids = Array.from({ length: 5 }, (_, index) => `20000000000000000${index}`);
    emulators.remove('chatcomm', 'messages', {});
    emulators.put('chatcomm', 'messages', ...ids.map((id) => ({ id, channel: GENERAL, author: done, content: id })));
    const messages = async (query: string) =>
      ((await ask(`channels/${GENERAL}/messages?${query}`)).body as { id: string }[]).map(({ id }) => ids.indexOf(id));
    expect(await messages('limit=2')).toEqual([4, 3]);
    expect(await messages(`limit=2&before=${ids[3]}`)).toEqual([2, 1]);
    expect(await messages(`limit=2&after=${ids[0]}`)).toEqual([2, 1]);
    expect(await messages(`limit=3&around=${ids[2]}`)).toEqual([3, 2, 1]);
    expect(await ask(`channels/${GENERAL}/messages?limit=101`)).toMatchObject(refused(400, 50_035));
    expect(await ask(`channels/${GENERAL}/messages?after=x`)).toMatchObject(refused(400, 50_035));
  });

  it('refuses a channel that the bot may not see, and gives no messages without their history', async () => {
    expect(await ask('channels/1500000000000000002/messages')).toMatchObject(refused(403, 50_001));
    expect(await ask('channels/1500000000000000002')).toMatchObject(refused(403, 50_001));
    expect(await ask('channels/1500000000000000009999')).toMatchObject(refused(400, 50_035));
    expect(await ask('channels/1500000000000000099')).toMatchObject(refused(404, 10_003));
    emulators.put('chatcomm', 'messages', { channel: '1500000000000000003', author: done, content: 'Hello' });
    expect(await ask('channels/1500000000000000003/messages')).toMatchObject({ status: 200, body: [] });
  });

  it('computes permissions of the bot from its roles and the overwrites of a channel', async () => {
    const [bot, own, moderator] = ['1200000000000000001', '1600000000000000001', '1400000000000000002'];
    const [server] = emulators.items('chatcomm', 'servers');
    const permit = (everyonePermissions: string, botPermissions: string) =>
      emulators.put('chatcomm', 'servers', { ...server, everyonePermissions, botPermissions });
    const overwrite = (...overwrites: object[]) =>
      emulators.put('chatcomm', 'channels', { id: GENERAL, server: SERVER, name: 'general', overwrites });
    const seen = async () => {
      const { status, body } = await ask(`channels/${GENERAL}/messages`);
      return status === 200 ? (body as unknown[]).length : status;
    };
    permit('0', '66560');
    expect(await seen()).toBe(1);
    permit('0', '1024');
    expect(await seen()).toBe(0);
    permit('65536', '0');
    expect(await seen()).toBe(403);
    permit('65536', '1024');
    expect(await seen()).toBe(1);
    overwrite({ id: SERVER, deny: '65536' });
    expect(await seen()).toBe(0);
    overwrite({ id: SERVER, deny: '65536' }, { id: own, allow: '65536' });
    expect(await seen()).toBe(1);
    overwrite({ id: own, allow: '65536' }, { id: bot, type: 'member', deny: '65536' });
    expect(await seen()).toBe(0);
    overwrite({ id: own, deny: '1024' }, { id: moderator, allow: '1024' });
    expect(await seen()).toBe(403);
    emulators.put('chatcomm', 'members', { server: SERVER, user: bot, roles: [moderator] });
    expect(await seen()).toBe(1);
    expect(await ask(`guilds/${SERVER}/members/${bot}`)).toMatchObject({ body: { roles: [own, moderator] } });
    expect(await ask(`channels/${GENERAL}`)).toMatchObject({
      body: {
        permission_overwrites: [
          { id: own, type: 0, allow: '0', deny: '1024' },
          { id: moderator, type: 0 },
        ],
      },
    });
    overwrite({ id: bot, type: 'member', deny: '66560' });
    permit('8', '0');
    expect(await seen()).toBe(1);
  });

  it('returns the content of messages only with the intent, which the application shows', async () => {
    const seen = async () => [(await ask('applications/@me')).body, (await ask(`channels/${GENERAL}/messages`)).body];
    expect(await seen()).toMatchObject([{ flags: 1 << 19 }, [{ content: 'Hello from Orbit', author: { id: done } }]]);
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    expect(await seen()).toMatchObject([{ flags: 0 }, [{ content: '' }]]);
    expect(await ask(`guilds/${SERVER}/messages/search`)).toMatchObject(refused(403, 50_001));
    emulators.put('chatcomm', 'messages', { channel: GENERAL, author: done, content: 'Hello <@1200000000000000001>' });
    expect(await seen()).toMatchObject([{}, [{ content: 'Hello <@1200000000000000001>' }, { content: '' }]]);
  });

  it('searches messages by author, channel, content and id', async () => {
    emulators.put('chatcomm', 'messages', {
      id: '1000000000000000009',
      channel: GENERAL,
      author: another,
      content: 'Old',
    });
    const search = async (query: string) => (await ask(`guilds/${SERVER}/messages/search?${query}`)).body;
    expect(await search(`author_id=${done}&content=orbit`)).toMatchObject({
      total_results: 1,
      messages: [[{ author: { id: done }, channel_id: GENERAL }]],
    });
    expect(await search(`author_id=${done}&content=moon`)).toMatchObject({ total_results: 0, messages: [] });
    expect(await search('limit=1&offset=1')).toMatchObject({ total_results: 2, messages: [[{}]] });
    expect(await search(`max_id=1000000000000000010&channel_id=${GENERAL}`)).toMatchObject({ total_results: 1 });
    expect(await search('limit=26')).toMatchObject({ code: 50_035 });
    const [server] = emulators.items('chatcomm', 'servers');
    emulators.put('chatcomm', 'servers', { ...server, botPermissions: '1024', everyonePermissions: '1024' });
    expect(await search('')).toMatchObject({ code: 50_013 });
  });

  it('says when its index is not ready, and when everything is asked too often', async () => {
    emulators.arm('chatcomm', { kind: 'index_not_ready', route: 'search' });
    expect(await ask(`guilds/${SERVER}/messages/search`)).toMatchObject({
      status: 202,
      body: { code: 110_000, retry_after: 2 },
    });
    emulators.arm('chatcomm', { kind: 'global_limit' });
    const { status, headers, body } = await ask(`guilds/${SERVER}/roles`);
    expect([status, headers.get('x-ratelimit-scope'), body]).toMatchObject([
      429,
      'global',
      { global: true, retry_after: 1.5 },
    ]);
  });

  it('counts the limit of the bot by server and channel, and returns it in headers', async () => {
    const remaining = async (path: string) => (await ask(path)).headers.get('x-ratelimit-remaining');
    expect(await remaining(`guilds/${SERVER}/roles`)).toBe('49');
    expect(await remaining('guilds/1300000000000000002/roles')).toBe('49');
    expect(await remaining(`guilds/${SERVER}/roles`)).toBe('48');
  });
});
