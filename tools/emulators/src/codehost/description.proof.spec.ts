import { Ajv, type ValidateFunction } from 'ajv';
import { Application, bearer, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import { publishedFile } from '../published-file.js';
import type { Emulators } from '../start-emulators.js';
import { CODEHOST } from './codehost.js';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
}

/** OpenAPI 3.0 says `nullable` also where it says no type, which JSON Schema cannot. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNull(one)]));
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

/** A part of a JSON pointer. */
const part = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

const CORE = 'repos/orbit/orbit-core';

describe('the emulated code host and its published description', () => {
  let emulators: Emulators;
  let description: Description;
  let ajv: Ajv;
  let admin: string;

  beforeAll(async () => {
    const text = await publishedFile({
      name: '@octokit/openapi',
      version: '23.0.2',
      integrity: 'sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==',
      file: 'generated/api.github.com.json',
    });
    description = JSON.parse(text) as Description;
    ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(withNull(description) as object, 'description');
    emulators = await startWithCallback();
    const paths = { authorize: 'github.com/login/oauth/authorize', token: 'github.com/login/oauth/access_token' };
    const app = new Application(emulators, 'codehost', paths);
    const code = await app.code({ scope: 'repo admin:repo_hook user', login_hint: 'verified' });
    const form = { client_id: app.id, client_secret: app.secret };
    admin = ((await (await app.exchange(code, form, { accept: 'application/json' })).json()) as Tokens).access_token;
  });
  afterAll(() => emulators.stop());

  /** Of the body of an answer; some are described once for many routes. */
  const validatorOf = (path: string, method: string, status: number): ValidateFunction => {
    const shared = description.paths[path]?.[method]?.responses[status]?.$ref;
    const pointer = shared ?? `#/paths/${part(path)}/${method}/responses/${status}`;
    return ajv.compile({ $ref: `description${pointer}/content/${part('application/json')}/schema` });
  };

  const send = async (method: string, path: string, body?: object, accept = 'application/vnd.github+json') =>
    await fetch(`${emulators.url}/api.github.com/${path}`, {
      method,
      headers: { ...bearer(admin), accept, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('has the same routes', () => {
    const routes = [...CODEHOST.routes, ...(CODEHOST.signIn?.userRoutes ?? [])];
    const shape = (path: string): string => path.replaceAll(/\{[^}]+\}|:[a-z_]+/g, '*');
    const known = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    );
    const own = routes
      .map(({ method, path }) => ({ method, path: path.replace('/api.github.com', '') }))
      // Redirects of moved repositories lead to these, and the description does not list them.
      .filter(({ path }) => !path.startsWith('/repositories/'))
      .map(({ method, path }) => `${method} ${shape(path)}`);
    expect(own.filter((route) => !known.includes(route))).toEqual([]);
  });

  it.each([
    ['/user', 'user', 200],
    ['/users/{username}', 'users/earner-1', 200],
    ['/user/{account_id}', 'user/90000006', 200],
    ['/user/emails', 'user/emails', 200],
    ['/rate_limit', 'rate_limit', 200],
    ['/repos/{owner}/{repo}', CORE, 200],
    ['/repos/{owner}/{repo}', 'repos/earner-1/orbit-core', 200],
    ['/repos/{owner}/{repo}', 'repos/orbit/none', 404],
    ['/repos/{owner}/{repo}', 'repositories/80000001', 200],
    ['/users/{username}/repos', 'users/earner-1/repos', 200],
    ['/repos/{owner}/{repo}/forks', `${CORE}/forks`, 200],
    ['/repos/{owner}/{repo}/stargazers', `${CORE}/stargazers`, 200],
    ['/users/{username}/starred', 'users/earner-1/starred', 200],
    ['/user/starred/{owner}/{repo}', 'user/starred/orbit/empty', 404],
    ['/repos/{owner}/{repo}/commits', `${CORE}/commits`, 200],
    ['/repos/{owner}/{repo}/commits', 'repos/orbit/empty/commits', 409],
    ['/repos/{owner}/{repo}/pulls', `${CORE}/pulls?state=all`, 200],
    ['/repos/{owner}/{repo}/pulls/{pull_number}', `${CORE}/pulls/2`, 200],
    ['/repos/{owner}/{repo}/issues', `${CORE}/issues?state=all`, 200],
    ['/repos/{owner}/{repo}/issues', `${CORE}/issues?creator=nobody-at-all`, 422],
    ['/repos/{owner}/{repo}/issues/{issue_number}', `${CORE}/issues/1`, 200],
    ['/search/issues', 'search/issues?q=repo:orbit/orbit-core', 200],
    ['/search/issues', 'search/issues?q=', 422],
    ['/search/issues', 'search/issues?q=author:not-there', 422],
    ['/repos/{owner}/{repo}/hooks', `${CORE}/hooks`, 200],
  ])('answers GET %s as described: %s with %i', async (path, asked, status) => {
    const answer = await send('GET', asked);
    expect(answer.status).toBe(status);
    const validate = validatorOf(path, 'get', status);
    validate(await answer.json());
    expect(validate.errors).toBeNull();
  });

  it('answers stars with their times, and registers webhooks as described', async () => {
    const stars = await send('GET', `${CORE}/stargazers`, undefined, 'application/vnd.github.star+json');
    const withTimes = ajv.compile({ type: 'array', items: { $ref: 'description#/components/schemas/stargazer' } });
    withTimes(await stars.json());
    expect(withTimes.errors).toBeNull();
    const config = { url: 'http://127.0.0.1:1/hook', content_type: 'json' };
    const added = await send('POST', `${CORE}/hooks`, { config, events: ['star'] });
    const validate = validatorOf('/repos/{owner}/{repo}/hooks', 'post', 201);
    validate(await added.json());
    expect([added.status, validate.errors]).toEqual([201, null]);
  });
});
