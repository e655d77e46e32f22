import { createHmac } from 'node:crypto';
import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import { DONE } from '../people.js';
import { Receiver } from '../testing/receiver.fixture.js';
import type { Emulators } from '../start-emulators.js';
import { numericId } from './users.js';

const CORE = 'repos/orbit/orbit-core';
const ID = 80_000_001;
const done = numericId(DONE);
const another = done + 1;

describe('the API of the emulated code host', () => {
  let emulators: Emulators;
  let receiver: Receiver;
  let app: Application;
  let admin: string;
  let earner: string;

  const signIn = async (login_hint: string, scope: string): Promise<string> => {
    const code = await app.code({ scope, login_hint });
    const form = { client_id: app.id, client_secret: app.secret };
    const answer = await app.exchange(code, form, { accept: 'application/json' });
    return ((await answer.json()) as Tokens).access_token;
  };

  beforeAll(async () => {
    [emulators, receiver] = await Promise.all([startWithCallback(), new Receiver().start()]);
    const paths = { authorize: 'github.com/login/oauth/authorize', token: 'github.com/login/oauth/access_token' };
    app = new Application(emulators, 'codehost', paths);
    [admin, earner] = [await signIn('verified', 'repo admin:repo_hook'), await signIn(DONE.key, 'public_repo')];
  });
  afterAll(() => Promise.all([emulators.stop(), receiver.stop()]));
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
    receiver.clear();
  });

  const send = async (method: string, path: string, token?: string, body?: object, headers: object = {}) => {
    const answer = await fetch(`${emulators.url}/api.github.com/${path}`, {
      method,
      headers: {
        'user-agent': 'questp',
        ...(token && bearer(token)),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : undefined) as unknown };
  };
  const get = (path: string, token?: string, headers?: object) => send('GET', path, token, undefined, headers);

  it('returns a star to its person, and the list of stars to administrators only', async () => {
    expect((await get('user/starred/orbit/orbit-core', earner)).status).toBe(204);
    emulators.remove('codehost', 'stars', { user: String(done) });
    expect((await get('user/starred/orbit/orbit-core', earner)).status).toBe(404);
    expect(await get(`${CORE}/stargazers`, earner)).toMatchObject({ status: 403, body: { status: '403' } });
    const accept = { accept: 'application/vnd.github.star+json' };
    const page = await get(`${CORE}/stargazers?per_page=2`, admin, accept);
    expect(page.body).toMatchObject([{ starred_at: '2026-03-01T00:00:00Z', user: { login: 'verified' } }, {}]);
    expect(page.headers.get('link')).toMatch(/page=2>; rel="next", <.*page=102>; rel="last"/);
    emulators.put('codehost', 'settings', { stargazers: 'empty' });
    expect(await get(`${CORE}/stargazers`, earner)).toMatchObject({ status: 200, body: [] });
    expect(await get('users/verified/starred', undefined, accept)).toMatchObject({ body: [{ repo: { id: ID } }] });
  });

  it('returns the forks and the parent of a repository', async () => {
    emulators.put('codehost', 'repositories', { id: 80_000_011, owner: another, name: 'copy', parent: ID });
    expect(await get(`${CORE}/forks?sort=newest`)).toMatchObject({
      body: [{ owner: { id: another } }, { owner: { id: done }, fork: true }],
    });
    expect(await get('repos/EARNER-1/Orbit-Core')).toMatchObject({ body: { fork: true, parent: { id: ID } } });
    expect(await get('repos/orbit/empty/forks')).toMatchObject({ status: 200, body: [] });
  });

  it('returns the commits of an author in an interval', async () => {
    expect(await get(`${CORE}/commits?author=earner-1&since=2026-03-01T00:00:00Z`)).toMatchObject({
      body: [{ sha: 'a'.repeat(40), author: { id: done } }],
    });
    expect(await get(`${CORE}/commits?author=earner-1&until=2026-02-01T00:00:00Z`)).toMatchObject({ body: [] });
    expect(await get(`${CORE}/commits`)).toMatchObject({ body: [{ author: null }, {}] });
    expect(await get('repos/orbit/empty/commits')).toMatchObject({
      status: 409,
      body: { message: 'Git Repository is empty.' },
    });
  });

  it('returns pull requests and issues', async () => {
    expect(await get(`${CORE}/pulls?state=all`)).toMatchObject({ body: [{ number: 3, state: 'open' }, { number: 2 }] });
    expect(await get(`${CORE}/pulls`)).toMatchObject({ body: [{ number: 3, merged_at: null }] });
    expect(await get(`${CORE}/pulls/2`)).toMatchObject({
      body: { merged: true, state: 'closed', user: { id: done }, author_association: 'CONTRIBUTOR' },
    });
    const merges = [await get(`${CORE}/pulls/2/merge`), await get(`${CORE}/pulls/3/merge`)];
    expect(merges.map(({ status }) => status)).toEqual([204, 404]);
    expect(await get(`${CORE}/issues?creator=earner-1&state=all`)).toMatchObject({
      body: [{ number: 3, pull_request: { merged_at: null } }, { number: 2 }, { number: 1, title: 'A question' }],
    });
    expect(await get(`${CORE}/issues?creator=nobody-at-all`)).toMatchObject({ status: 422 });
  });

  it('searches issues by qualifiers', async () => {
    const search = (q: string) => get(`search/issues?q=${encodeURIComponent(q)}`);
    expect(await search('repo:orbit/orbit-core type:pr author:earner-1 is:merged')).toMatchObject({
      body: { total_count: 1, incomplete_results: false, items: [{ number: 2 }] },
    });
    expect(await search('repo:orbit/orbit-core is:issue author:earner-1 created:>=2026-03-03')).toMatchObject({
      body: { items: [{ number: 1 }] },
    });
    expect(await search('repo:orbit/orbit-core is:pr merged:>2026-04-01')).toMatchObject({ body: { total_count: 0 } });
    expect(await search('repo:orbit/secret')).toMatchObject({ status: 422, body: { message: 'Validation Failed' } });
    expect((await search('')).status).toBe(422);
  });

  it('redirects from former names of a repository to its id, on every route', async () => {
    const [core] = emulators.items('codehost', 'repositories');
    emulators.put('codehost', 'repositories', { ...core, name: 'renamed', formerNames: ['orbit/orbit-core'] });
    const answer = await fetch(`${emulators.url}/api.github.com/${CORE}/commits?author=earner-1`, {
      ...{ redirect: 'manual', headers: { 'user-agent': 'questp' } },
    });
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(
      `${emulators.url}/api.github.com/repositories/${ID}/commits?author=earner-1`,
    );
    expect(await get(`${CORE}/commits?author=earner-1`)).toMatchObject({ body: [{ author: { id: done } }] });
    expect(await get(`repositories/${ID}`)).toMatchObject({ body: { full_name: 'orbit/renamed' } });
    expect((await get('user/starred/orbit/orbit-core', earner)).status).toBe(204);
    const added = await send('POST', `${CORE}/hooks`, admin, hook());
    expect(added.status).toBe(201);
    emulators.put('codehost', 'repositories', { id: 81_000_000, owner: 70_000_001, name: 'orbit-core' });
    expect(await get(CORE)).toMatchObject({ body: { id: 81_000_000 } });
  });

  it('hides a flagged account from others, and from searches', async () => {
    emulators.put('codehost', 'users', { id: done, login: 'earner-1', hidden: true });
    const search = (q: string) => get(`search/issues?q=${encodeURIComponent(q)}`, earner);
    expect(await search('repo:orbit/orbit-core author:earner-1')).toMatchObject({
      status: 422,
      body: { errors: [{ message: expect.stringMatching(/^The listed users cannot be searched/) as string }] },
    });
    expect([await get(`user/${done}`), await get('users/earner-1')].map(({ status }) => status)).toEqual([404, 404]);
    expect((await get(`user/${done}`, earner)).status).toBe(200);
  });

  it('lists the repositories of an account, the newest first where asked', async () => {
    emulators.put('codehost', 'repositories', { id: 80_000_012, owner: done, name: 'newer' });
    expect(await get('users/earner-1/repos?sort=created&direction=desc')).toMatchObject({
      body: [
        { name: 'newer', fork: false },
        { name: 'orbit-core', fork: true },
      ],
    });
  });

  it('shows a private repository to its administrators only', async () => {
    const statuses = [await get('repos/orbit/secret'), await get('repos/orbit/secret', earner)];
    expect([...statuses, await get('repos/orbit/secret', admin)].map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  it('returns a renamed account by its id', async () => {
    emulators.put('codehost', 'users', { id: done, login: 'renamed' });
    expect(await get(`user/${done}`)).toMatchObject({ body: { login: 'renamed', id: done } });
    expect((await get('users/earner-1')).status).toBe(404);
    expect(await get('user', earner)).toMatchObject({ body: { login: 'renamed' } });
  });

  it('limits anonymous callers to 60 requests an hour, and returns the remaining requests of a token', async () => {
    const anonymous = await get(CORE);
    expect(anonymous.headers.get('x-ratelimit-limit')).toBe('60');
    await get(CORE, earner);
    expect(await get('rate_limit', earner)).toMatchObject({
      body: { rate: { limit: 5_000, remaining: 4_999, used: 1 }, resources: { search: { limit: 30, used: 0 } } },
    });
    for (let asked = 0; asked < 59; asked += 1) await get(CORE);
    expect(await get(CORE)).toMatchObject({ status: 429 });
    expect((await get(CORE, 'another')).status).toBe(401);
  });

  const hook = (more: object = {}) => ({
    config: { url: `${receiver.url}/hook`, content_type: 'json', secret: 'emulated-secret' },
    events: ['star', 'pull_request', 'issues', 'push', 'fork'],
    ...more,
  });

  it('creates and deletes a webhook for administrators of the repository only', async () => {
    const stranger = await signIn('earner-2', 'admin:repo_hook');
    expect((await send('POST', `${CORE}/hooks`, earner, hook())).status).toBe(404);
    expect((await send('POST', `${CORE}/hooks`, stranger, hook())).status).toBe(404);
    const added = await send('POST', `${CORE}/hooks`, admin, hook());
    expect(added).toMatchObject({ status: 201, body: { events: ['star', 'pull_request', 'issues', 'push', 'fork'] } });
    expect(JSON.stringify(added.body)).not.toContain('emulated-secret');
    const [ping] = await receiver.until(1);
    expect(ping).toMatchObject({ headers: { 'x-github-event': 'ping' }, body: { repository: { id: ID } } });
    expect(await send('POST', `${CORE}/hooks`, admin, hook())).toMatchObject({ status: 422 });
    expect(await send('POST', `${CORE}/hooks`, admin, { config: { url: 'nowhere' } })).toMatchObject({ status: 422 });
    const { id } = added.body as { id: number };
    expect(await get(`${CORE}/hooks`, admin)).toMatchObject({ body: [{ id }] });
    expect((await send('DELETE', `${CORE}/hooks/${id}`, admin)).status).toBe(204);
    emulators.put('codehost', 'stars', { user: 90_000_005, repository: ID });
    expect(await get(`${CORE}/hooks`, admin)).toMatchObject({ body: [] });
    expect(receiver.received).toHaveLength(1);
  });

  it('sends events signed with the secret of the webhook', async () => {
    await send('POST', `${CORE}/hooks`, admin, hook());
    emulators.put('codehost', 'stars', { user: 90_000_005, repository: ID });
    emulators.put('codehost', 'pulls', { repository: ID, number: 3, author: done, mergedAt: '2026-04-01T00:00:00Z' });
    emulators.put('codehost', 'issues', { repository: ID, number: 4, author: another });
    emulators.put('codehost', 'commits', { repository: ID, author: another });
    emulators.put('codehost', 'repositories', { id: 80_000_011, owner: another, name: 'copy', parent: ID });
    emulators.remove('codehost', 'stars', { user: '90000005' });
    const received = await receiver.until(7);
    expect(received.slice(1).map(({ headers }) => headers['x-github-event'])).toEqual([
      ...['star', 'pull_request', 'issues', 'push', 'fork', 'star'],
    ]);
    expect(received.slice(1).map(({ body }) => body)).toMatchObject([
      { action: 'created', starred_at: expect.any(String) as string, sender: { id: 90_000_005 } },
      { action: 'closed', number: 3, pull_request: { merged_at: '2026-04-01T00:00:00Z', user: { id: done } } },
      { action: 'opened', issue: { number: 4 }, repository: { full_name: 'orbit/orbit-core' } },
      { ref: 'refs/heads/main', commits: [{ author: { username: 'earner-2' } }] },
      { forkee: { id: 80_000_011, owner: { id: another } } },
      { action: 'deleted', starred_at: null },
    ]);
    for (const { headers, text } of received) {
      const expected = `sha256=${createHmac('sha256', 'emulated-secret').update(text).digest('hex')}`;
      expect(headers['x-hub-signature-256']).toBe(expected);
    }
  });

  it('does not repeat a webhook that failed', async () => {
    await send('POST', `${CORE}/hooks`, admin, hook());
    await receiver.until(1);
    receiver.statuses.push(500);
    emulators.put('codehost', 'stars', { user: 90_000_005, repository: ID });
    emulators.remove('codehost', 'stars', { user: '90000005' });
    const [, created, deleted] = await receiver.until(3);
    expect([created?.body, deleted?.body]).toMatchObject([{ action: 'created' }, { action: 'deleted' }]);
  });
});
