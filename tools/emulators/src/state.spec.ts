import { accountIdOf } from './account-ids.js';
import { Application, bearer, startWithCallback, type Tokens } from './testing/client.fixture.js';
import type { JournalEntry } from './journal.js';
import { DONE } from './people.js';
import type { Emulators } from './start-emulators.js';

const BRAND_POST = 'api.x.com/2/tweets/1900000000000000001';

describe('the state of the emulated platforms', () => {
  let emulators: Emulators;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
    emulators.clearJournal();
  });

  const control = async (method: string, path: string, body?: unknown) => {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${emulators.url}/control/${path}`, { method, ...init });
    return { status: answer.status, body: (await answer.json().catch(() => undefined)) as unknown };
  };
  const app = () => emulators.environment['MICROBLOG_BEARER_TOKEN'] ?? '';
  const get = (path: string, token = app()) => fetch(`${emulators.url}/${path}`, { headers: bearer(token) });

  it('takes one item or many, with defaults, and replaces those with the same key', async () => {
    const post = { id: '42', author: '1700000000000000001', text: 'Hello' };
    const put = await control('POST', 'microblog/posts', [post, { ...post, id: '43' }]);
    expect(put).toMatchObject({ status: 200, body: { items: [{ id: '42', references: [] }, { id: '43' }] } });
    await control('POST', 'microblog/posts', { ...post, text: 'Hello again' });
    const { body } = await control('GET', `microblog/posts?author=${post.author}&text=Hello again`);
    expect(body).toMatchObject({ items: [{ id: '42' }] });
  });

  it('removes the items with the given members, and resets to the seed', async () => {
    expect((await control('DELETE', 'microblog/likes?post=1900000000000000001')).body).toEqual({ removed: 1 });
    expect((await control('GET', 'microblog/likes')).body).toEqual({ items: [] });
    expect((await control('DELETE', 'state')).status).toBe(204);
    expect((await control('GET', 'state')).body).toMatchObject({
      microblog: { likes: [{ post: '1900000000000000001' }], settings: [{ names: 'tweets' }] },
      spent: { microblog: 0 },
    });
  });

  it.each([
    ['elsewhere/posts', {}],
    ['microblog/elsewhere', {}],
    ['microblog/posts', { id: '42' }],
    ['microblog/posts', { id: '42', author: '1', surplus: true }],
    ['microblog/posts', 'text'],
    ['microblog/posts', [null]],
  ])('refuses %s with %j in a sentence', async (path, body) => {
    expect(await control('POST', path, body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) as string },
    });
  });

  it('is the own one of every process that emulates', async () => {
    const others = await startWithCallback();
    others.remove('microblog', 'likes', {});
    expect([others.items('microblog', 'likes').length, emulators.items('microblog', 'likes').length]).toEqual([0, 1]);
    await others.stop();
  });

  it('has the accounts of people by their ids', () => {
    const people = [
      ['microblog', 'accounts', 'id'],
      ['chatcomm', 'members', 'user'],
      ['messenger', 'contacts', 'user'],
      ['codehost', 'users', 'id'],
      ['videosite', 'channels', 'id'],
      ['photosite', 'accounts', 'id'],
      ['launchsite', 'users', 'id'],
    ] as const;
    for (const [platform, collection, member] of people) {
      const found = emulators
        .items(platform, collection)
        .map((item) => String(new Map(Object.entries(item)).get(member)));
      expect(found).toContain(accountIdOf(platform, DONE));
    }
  });

  it('has a journal of who asked what, without secrets', async () => {
    const paths = { authorize: 'discord.com/oauth2/authorize', token: 'discord.com/api/oauth2/token' };
    const chat = new Application(emulators, 'chatcomm', paths);
    const code = await chat.code({ scope: 'identify', login_hint: 'verified' });
    const exchanged = await chat.exchange(code, {}, { authorization: chat.basic });
    const { access_token: user } = (await exchanged.json()) as Tokens;
    const bot = emulators.environment['CHATCOMM_BOT_TOKEN'] ?? '';
    const messenger = emulators.environment['MESSENGER_BOT_TOKEN'] ?? '';
    const key = emulators.environment['VIDEOSITE_API_KEY'] ?? '';
    emulators.clearJournal();
    await get(BRAND_POST);
    await get('discord.com/api/v10/users/@me', user);
    await fetch(`${emulators.url}/discord.com/api/v10/applications/@me`, { headers: { authorization: `Bot ${bot}` } });
    await get(`api.telegram.org/bot${messenger}/getMe`, '');
    await fetch(`${emulators.url}/www.googleapis.com/youtube/v3/i18nLanguages?part=snippet&key=${key}`);
    await get('discord.com/api/v10/users/@me', 'another');
    const { entries } = (await control('GET', 'journal')).body as { entries: JournalEntry[] };
    expect(entries.map(({ platform, route, caller, status }) => [platform, route, caller, status])).toEqual([
      ['microblog', 'post', { kind: 'app' }, 200],
      ['chatcomm', 'user', { kind: 'user', id: '1' }, 200],
      ['chatcomm', 'application', { kind: 'bot', id: '1200000000000000001' }, 200],
      ['messenger', 'getMe', { kind: 'bot', id: '7100000001' }, 200],
      ['videosite', 'languages', { kind: 'api_key' }, 200],
      ['chatcomm', 'user', { kind: 'unknown' }, 401],
    ]);
    expect(entries[3]?.path).toBe('/api.telegram.org/bot7100000001:***/getMe');
    expect(entries[4]?.path).toBe('/www.googleapis.com/youtube/v3/i18nLanguages?part=snippet&key=***');
    const since = entries[3]?.number;
    const later = await control('GET', `journal?platform=videosite&since=${since}`);
    expect(later.body).toMatchObject({ entries: [{ route: 'languages' }] });
    await control('DELETE', 'journal');
    expect((await control('GET', 'journal')).body).toEqual({ entries: [] });
    expect((await control('GET', 'journal?since=never')).status).toBe(400);
  });
});

describe('a fault that is ordered for a time or a share of requests', () => {
  let emulators: Emulators;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
  });

  const statuses = async (count: number): Promise<number[]> => {
    const token = emulators.environment['MICROBLOG_BEARER_TOKEN'] ?? '';
    const all: number[] = [];
    for (let asked = 0; asked < count; asked += 1) {
      all.push((await fetch(`${emulators.url}/${BRAND_POST}`, { headers: bearer(token) })).status);
    }
    return all;
  };

  it('meets its share, the same requests with the same seed', async () => {
    const run = async (seed: number) => {
      emulators.clearFaults();
      emulators.arm('microblog', { kind: 'outage', probability: 0.1, seed });
      return await statuses(200);
    };
    const [first, second, other] = [await run(7), await run(7), await run(8)];
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
    const failed = first.filter((status) => status === 503).length;
    expect(failed).toBeGreaterThan(8);
    expect(failed).toBeLessThan(35);
  });

  it('begins and ends when it was ordered to', async () => {
    emulators.arm('microblog', { kind: 'outage', from: 60, until: 120 });
    expect(await statuses(1)).toEqual([200]);
    emulators.arm('microblog', { kind: 'outage', until: new Date(Date.now() + 500).toISOString() });
    expect(await statuses(2)).toEqual([503, 503]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await statuses(1)).toEqual([200]);
    expect(() => emulators.arm('microblog', { kind: 'outage', until: 'never' })).toThrow('until is not a time');
  });

  it('is in the journal', async () => {
    emulators.clearJournal();
    emulators.arm('microblog', { kind: 'outage' });
    await statuses(1);
    expect(emulators.journal()).toMatchObject([{ status: 503, fault: 'outage' }]);
  });
});
