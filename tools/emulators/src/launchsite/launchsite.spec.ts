import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import { DONE } from '../people.js';
import type { Emulators } from '../start-emulators.js';
import { BRAND_POST, idOf } from './collections.js';

const CHECK = `query ($slug: String) {
  post(slug: $slug) { id slug name isVoted thumbnail { url(width: 80) } }
  viewer { user { id username name } }
}`;
const done = idOf(DONE);

describe('the emulated launch site', () => {
  let emulators: Emulators;
  let app: Application;

  beforeAll(async () => {
    emulators = await startWithCallback();
    const paths = { authorize: 'api.producthunt.com/v2/oauth/authorize', token: 'api.producthunt.com/v2/oauth/token' };
    app = new Application(emulators, 'launchsite', paths);
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
  });

  const exchange = async (scope = 'public private', form: object = {}) => {
    const code = await app.code({ scope, login_hint: DONE.key });
    const answer = await app.exchange(code, { client_id: app.id, client_secret: app.secret, ...form });
    return { status: answer.status, body: (await answer.json()) as Tokens };
  };
  const ask = async (token: string, query: string, variables: object = {}) => {
    const answer = await app.fetch('api.producthunt.com/v2/api/graphql', {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
  };

  it('gives tokens that do not expire, to people and to the application', async () => {
    const { body } = await exchange();
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'public private' });
    expect(body).not.toHaveProperty('expires_in');
    const client = { grant_type: 'client_credentials', client_id: app.id, client_secret: app.secret };
    const own = (await (await app.post('api.producthunt.com/v2/oauth/token', client)).json()) as Tokens;
    expect(own.scope).toBe('public');
    expect(await ask(own.access_token, CHECK, { slug: 'orbit' })).toMatchObject({
      body: { data: { post: { id: BRAND_POST, isVoted: false }, viewer: null } },
    });
    const refused = await app.post('api.producthunt.com/v2/oauth/token', { ...client, client_secret: 'wrong' });
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(await exchange('public', { code: 'another' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_grant' },
    });
  });

  it('returns whether the caller has voted, and the profile of the caller', async () => {
    const { access_token } = (await exchange()).body;
    const check = () => ask(access_token, CHECK, { slug: 'orbit' });
    expect((await check()).body).toEqual({
      data: {
        post: {
          ...{ id: BRAND_POST, slug: 'orbit', name: 'Orbit', isVoted: true },
          thumbnail: { url: 'https://ph-files.imgix.net/orbit.png' },
        },
        viewer: { user: { id: done, username: 'earner_1', name: 'earner-1' } },
      },
    });
    emulators.remove('launchsite', 'votes', { user: done });
    expect((await check()).body).toMatchObject({ data: { post: { isVoted: false } } });
    expect((await ask(access_token, '{ post(id: "1") { id } }')).body).toEqual({ data: { post: null } });
    expect((await ask(access_token, '{ post(id: "910002") { thumbnail { url } } }')).body).toEqual({
      data: { post: { thumbnail: null } },
    });
  });

  it('redacts other users', async () => {
    const { access_token } = (await exchange()).body;
    emulators.put('launchsite', 'comments', { post: BRAND_POST, user: '5000001', body: 'Mine' });
    const query = '{ post(slug: "orbit") { comments(first: 5) { nodes { body user { id username } } totalCount } } }';
    expect((await ask(access_token, query)).body).toMatchObject({
      data: {
        post: {
          comments: {
            totalCount: 2,
            nodes: [{ user: { id: '0', username: '[REDACTED]' } }, { user: { id: done, username: 'earner_1' } }],
          },
        },
      },
    });
  });

  it('counts the complexity of queries for the whole application', async () => {
    const { access_token } = (await exchange()).body;
    const first = await ask(access_token, CHECK, { slug: 'orbit' });
    expect(first.headers.get('x-rate-limit-limit')).toBe('6250');
    expect(first.headers.get('x-rate-limit-remaining')).toBe('6238');
    expect(Number(first.headers.get('x-rate-limit-reset'))).toBeLessThanOrEqual(900);
    expect(emulators.spent('launchsite')).toBe(12);
    const many = `{ ${Array.from({ length: 600 }, (_, index) => `a${index}: viewer { user { id } }`).join(' ')} }`;
    for (let asked = 0; asked < 3; asked += 1) await ask(access_token, many);
    expect(await ask(access_token, many)).toMatchObject({
      status: 429,
      body: { errors: [{ error: 'rate_limit_reached' }] },
    });
  });

  it('refuses invalid queries and invalid tokens', async () => {
    const { access_token } = (await exchange()).body;
    expect(await ask('another', CHECK)).toMatchObject({
      status: 401,
      body: { errors: [{ error: 'invalid_oauth_token' }] },
    });
    expect(await ask(access_token, '{ post(slug: "orbit") { secret } }')).toMatchObject({
      status: 200,
      body: { errors: [{ message: 'Cannot query field "secret" on type "Post".' }] },
    });
    expect((await ask(access_token, '{ post(')).body).toMatchObject({
      errors: [{ message: expect.stringContaining('Syntax') as string }],
    });
    expect((await ask(access_token, CHECK, { slug: 7 })).body).toMatchObject({ errors: [{}] });
    expect((await app.authorize({ scope: 'everything' })).headers.get('location')).toContain('error=invalid_scope');
  });
});
