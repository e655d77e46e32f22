import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import type { Emulators } from '../start-emulators.js';
import { BRAND, BRAND_POST, idOf, QUOTE } from './accounts.js';
import { DONE } from '../people.js';

const SCOPE = 'tweet.read users.read like.read follows.read offline.access';
const done = idOf(DONE);

describe('the API of the emulated microblog', () => {
  let emulators: Emulators;
  let user: string;

  beforeAll(async () => {
    emulators = await startWithCallback();
    const paths = { authorize: 'x.com/i/oauth2/authorize', token: 'api.x.com/2/oauth2/token' };
    const app = new Application(emulators, 'microblog', paths);
    const code = await app.code({ scope: SCOPE, login_hint: DONE.key });
    user = ((await (await app.exchange(code, {}, { authorization: app.basic })).json()) as Tokens).access_token;
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
    emulators.clearJournal();
  });

  const app = () => emulators.environment['MICROBLOG_BEARER_TOKEN'] ?? '';
  const ask = async (path: string, token = user) => {
    const answer = await fetch(`${emulators.url}/api.x.com/2/${path}`, { headers: bearer(token) });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  };

  it('returns follows as a list and as the connection of the viewer', async () => {
    const { body } = await ask(`users/${done}/following`);
    expect(body).toEqual({
      data: [{ id: BRAND.id, name: 'Orbit', username: 'orbit_hq' }],
      meta: { result_count: 1 },
    });
    const fields = 'users/by/username/ORBIT_hq?user.fields=connection_status';
    expect((await ask(fields)).body).toMatchObject({ data: { connection_status: ['following'] } });
    expect((await ask(fields, app())).body['data']).not.toHaveProperty('connection_status');
    emulators.remove('microblog', 'follows', { follower: done });
    expect((await ask(`users/${done}/following`)).body).toEqual({ meta: { result_count: 0 } });
  });

  it('returns likes to their person only', async () => {
    expect((await ask(`users/${done}/liked_tweets`)).body).toMatchObject({ data: [{ id: BRAND_POST }] });
    const refused = await ask(`users/${done}/liked_tweets`, app());
    expect([refused.status, refused.body['type']]).toEqual([
      403,
      'https://api.x.com/2/problems/unsupported-authentication',
    ]);
    expect((await ask(`tweets/${BRAND_POST}/liking_users`)).body).toMatchObject({ data: [{ id: done }] });
    expect((await ask(`tweets/${BRAND_POST}/retweeted_by`, app())).body).toMatchObject({ data: [{ id: done }] });
  });

  it('returns a timeline in pages, with the requested fields', async () => {
    const fields = 'tweet.fields=referenced_tweets,entities,conversation_id,author_id';
    const first = await ask(`users/${done}/tweets?exclude=replies,retweets&max_results=5&${fields}`, app());
    expect(first.body).toMatchObject({
      data: [
        { entities: { mentions: [{ username: 'orbit_hq', start: 6, end: 15 }], hashtags: [{ tag: 'Orbit' }, {}] } },
        { id: QUOTE, author_id: done, referenced_tweets: [{ type: 'quoted', id: BRAND_POST }] },
      ],
      meta: { result_count: 2, newest_id: '1900000000000000014', oldest_id: QUOTE },
    });
    const posts = Array.from({ length: 7 }, (_, index) => ({ id: `19100000000000000${10 + index}`, author: done }));
    emulators.put('microblog', 'posts', ...posts);
    const page = await ask(`users/${done}/tweets?max_results=5`, app());
    const { next_token: next } = page.body['meta'] as { next_token: string };
    const rest = await ask(`users/${done}/tweets?max_results=100&pagination_token=${next}`, app());
    expect([page.body['data'], rest.body['data']]).toMatchObject([{ length: 5 }, { length: 6 }]);
    expect(rest.body['meta']).not.toHaveProperty('next_token');
    const future = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    expect((await ask(`users/${done}/tweets?start_time=${future}`)).body['meta']).toEqual({ result_count: 0 });
  });

  it('finds a reply by its conversation, and includes what it refers to', async () => {
    const { body } = await ask(
      'tweets/1900000000000000013?tweet.fields=conversation_id&expansions=referenced_tweets.id,author_id',
      app(),
    );
    expect(body).toMatchObject({
      data: { conversation_id: BRAND_POST, referenced_tweets: [{ type: 'replied_to' }] },
      includes: { users: [{ id: done }], tweets: [{ id: BRAND_POST }] },
    });
  });

  it('cuts a long post, which is whole in its note alone', async () => {
    const id = '1910000000000000099';
    const text = `${'word '.repeat(68)}#Deep by @orbit_hq at www.orbit.example/quests/the-longest-one-of-all, #1 in Café`;
    emulators.put('microblog', 'posts', { id, author: done, text });
    const short = (await ask(`tweets/${id}?tweet.fields=entities`, app())).body['data'] as { text: string };
    expect(short.text).toMatch(/^(word )+w?o?r?d?… https:\/\/t\.co\/\w{10}$/);
    expect(short).not.toHaveProperty('note_tweet');
    expect(short).toMatchObject({ entities: { urls: [{ expanded_url: `https://x.com/i/web/status/${id}` }] } });
    const { body } = await ask(`tweets/${id}?tweet.fields=entities,note_tweet`, app());
    expect(body).toMatchObject({
      data: {
        note_tweet: {
          text: expect.stringMatching(/#Deep by @orbit_hq at https:\/\/t\.co\/\w{10}, #1 in Café$/) as string,
          entities: {
            hashtags: [{ tag: 'Deep', start: 340, end: 345 }],
            mentions: [{ id: BRAND.id }],
            urls: [
              {
                ...{ expanded_url: 'http://www.orbit.example/quests/the-longest-one-of-all' },
                display_url: 'orbit.example/quests/the-long…',
              },
            ],
          },
        },
      },
    });
  });

  it('shortens the links of a profile, whose entities have what it shows', async () => {
    const account = { id: done, username: 'earner_1', name: 'earner-1', url: 'https://luna.example' };
    emulators.put('microblog', 'accounts', { ...account, description: 'At orbit-quests.example #Orbit' });
    const fields = 'users/me?user.fields=description,url';
    expect((await ask(fields)).body).toMatchObject({
      data: { description: expect.stringMatching(/^At https:\/\/t\.co\/\w{10} #Orbit$/) as string },
    });
    expect((await ask(fields)).body['data']).not.toHaveProperty('entities');
    expect((await ask(`${fields},entities`)).body).toMatchObject({
      data: {
        entities: {
          description: { urls: [{ display_url: 'orbit-quests.example' }], hashtags: [{ tag: 'Orbit' }] },
          url: { urls: [{ expanded_url: 'https://luna.example', display_url: 'luna.example' }] },
        },
      },
    });
  });

  it('returns description and pinned post of the caller', async () => {
    const { body } = await ask('users/me?user.fields=description,pinned_tweet_id&expansions=pinned_tweet_id');
    expect(body).toMatchObject({
      data: { description: 'On #Orbit', pinned_tweet_id: QUOTE },
      includes: { tweets: [{ id: QUOTE }] },
    });
  });

  it('answers with the new member names if ordered, and accepts both', async () => {
    emulators.put('microblog', 'settings', { names: 'posts' });
    const me = await ask('users/me?user.fields=pinned_post_id&expansions=pinned_post_id');
    expect(me.body).toMatchObject({ data: { pinned_post_id: QUOTE }, includes: { posts: [{ id: QUOTE }] } });
    const post = await ask(`tweets/${QUOTE}?post.fields=referenced_posts&expansions=referenced_posts`, app());
    expect(post.body).toMatchObject({
      data: { referenced_posts: [{ id: BRAND_POST }], edit_history_post_ids: [QUOTE] },
    });
  });

  it('returns a Space until it ends', async () => {
    const query = 'space.fields=title,started_at,participant_count&expansions=creator_id,host_ids,speaker_ids';
    const live = await ask(`spaces/1LiveSpace001?${query}`, app());
    expect(live.body).toMatchObject({
      data: { state: 'live', creator_id: BRAND.id, host_ids: [BRAND.id], speaker_ids: [done], participant_count: 120 },
      includes: { users: [{ id: BRAND.id }, { id: done }] },
    });
    const other = await ask(`spaces?ids=1LiveSpace002,1EndedSpace01&${query}`, app());
    expect(other.body).toMatchObject({ data: [{ id: '1LiveSpace002' }], errors: [{ resource_id: '1EndedSpace01' }] });
    expect(other.body['data']).not.toMatchObject([{ participant_count: expect.anything() as unknown }]);
    expect((await ask('spaces/1LiveSpace001')).status).toBe(403);
    emulators.put('microblog', 'spaces', { id: '1Malformed001', state: 'malformed', creator: BRAND.id });
    const refused = await ask('spaces?ids=1LiveSpace002,1Malformed001', app());
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ parameters: { ids: ['1Malformed001'] } }] } });
    expect((await ask('spaces/1Malformed001', app())).status).toBe(400);
    const [space] = emulators.items('microblog', 'spaces');
    emulators.put('microblog', 'spaces', { ...space, state: 'ended' });
    const ended = await ask('spaces/1LiveSpace001', app());
    expect(ended).toMatchObject({
      status: 200,
      body: { errors: [{ type: 'https://api.x.com/2/problems/resource-not-found', resource_type: 'space' }] },
    });
  });

  it('lists missing and hidden resources as errors in an answer with status 200', async () => {
    const protectedId = '1700000000000000002';
    expect((await ask('users/by/username/nobody', app())).body).toMatchObject({
      errors: [{ title: 'Not Found Error' }],
    });
    expect((await ask('users/by/username/orbit_suspended', app())).body).toMatchObject({
      errors: [{ title: 'Forbidden' }],
    });
    expect((await ask(`users/${protectedId}/tweets`, app())).body).toMatchObject({
      errors: [{ type: 'https://api.x.com/2/problems/not-authorized-for-resource' }],
    });
    expect((await ask(`tweets?ids=${QUOTE},1`, app())).body).toMatchObject({
      data: [{ id: QUOTE }],
      errors: [{ resource_id: '1', parameter: 'ids' }],
    });
  });

  it.each([
    ['users/me/tweets'],
    [`users/${done}/tweets?max_results=4`],
    [`users/${done}/tweets?exclude=quotes`],
    [`users/${done}/tweets?start_time=yesterday`],
    [`users/${done}/tweets?pagination_token=x`],
    [`users/${done}/tweets?tweet.fields=secret`],
    [`tweets/${QUOTE}?expansions=pinned_tweet_id`],
    ['spaces/not-a-space'],
    ['tweets?ids='],
  ])('refuses %s', async (path) => {
    const { status, body } = await ask(path, app());
    expect([status, body['type']]).toEqual([400, 'https://api.x.com/2/problems/invalid-request']);
  });

  it('counts the limits of a person and of the application separately', async () => {
    const remaining = async (token: string) =>
      (await ask(`tweets/${BRAND_POST}/retweeted_by`, token)).headers.get('x-rate-limit-remaining');
    expect([await remaining(app()), await remaining(user), await remaining(app())]).toEqual(['74', '74', '73']);
    for (let asked = 0; asked < 73; asked += 1) await remaining(app());
    expect(await ask(`tweets/${BRAND_POST}/retweeted_by`, app())).toMatchObject({
      status: 429,
      body: { errors: [{ code: 88 }] },
    });
  });

  it('charges for each returned resource once a day', async () => {
    await ask(`tweets/${BRAND_POST}`, app());
    await ask(`tweets/${BRAND_POST}`, app());
    await ask(`users/${done}/following`, app());
    expect(emulators.spent('microblog')).toBe(0.015);
    expect(emulators.journal({ platform: 'microblog' }).map(({ cost }) => cost)).toEqual([0.005, 0, 0.01]);
  });
});
