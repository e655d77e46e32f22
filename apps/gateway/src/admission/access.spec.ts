import { ROLE_PERMISSIONS, type ApiKeyScope, type Principal, type PrincipalFamily } from '@questp/messages/access';
import { CONTRACTS } from '@questp/messages/contracts';
import type { PrincipalRevoked } from '@questp/messages/identity';
import { ACCESS_TABLE, eventSubject, PRINCIPAL_REVOKED } from '@questp/messages/tables';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { adminId, bearer, StandIn, startGateway, userId, uuid, type TestGateway } from '../testing/gateway.fixture.js';
import type { Operation } from '../operations/operation.js';
import { Operations } from '../operations/operations.js';

const PROJECT = uuid(1);
const OPERATIONS = [...new Operations(CONTRACTS, ACCESS_TABLE)];

const STREAMS = new Set(
  OPERATIONS.filter(({ binding }) => binding.stream).map(({ binding }) => binding.route as string),
);

/** A path of the route whose ids have the right form; :projectId is PROJECT. */
function pathOf(route: string): string {
  const values: Record<string, string> = {
    projectId: PROJECT,
    userId: userId(99),
    adminId: adminId(99),
    taskTypeId: 'learn_quiz',
    slug: 'a-slug',
    provider: 'chatcomm',
    action: 'claim',
    guardianAction: 'unpause',
    token: `${'a'.repeat(60)}.${'b'.repeat(43)}`,
    objectionToken: 'c'.repeat(43),
  };
  const path = (route.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? uuid(99));
  // Streams are refused before they start, since they do not end.
  return STREAMS.has(route) ? `${path}?unknown=1` : path;
}

const user = (n: number, status: 'active' | 'suspended' = 'active'): Principal => ({
  family: 'user',
  userId: userId(n),
  sessionId: uuid(n),
  status,
});
const operator = (
  role: 'super_admin' | 'platform_moderator',
  { mustChangePassword = false, mustEnableTwoFactor = false } = {},
): Principal => ({
  family: 'admin',
  adminId: adminId(role === 'super_admin' ? 1 : 2),
  sessionId: uuid(50),
  role,
  signedInAt: new Date().toISOString(),
  mustChangePassword,
  mustEnableTwoFactor,
});
const apiKey = (projectId: string, ...scopes: ApiKeyScope[]): Principal => ({
  family: 'api_key',
  apiKeyId: uuid(70),
  projectId,
  scopes,
});

const OWN_ADMIN = user(1);
const OWN_MODERATOR = user(2);
const OTHERS_ADMIN = user(3);
const EARNER = user(4);

/** The expected outcome according to the table, computed independently of the code under test; null: admitted. */
function expected({ rule: { allow }, path }: Operation, principal: Principal | null): string | null {
  if (principal === null) return allow.anonymous ? null : 'UNAUTHENTICATED';
  if (principal.family === 'user') {
    if (!allow.user) return 'WRONG_TOKEN_FAMILY';
    if (principal.status === 'suspended' && !allow.user.suspended) return 'ACCOUNT_SUSPENDED';
    if (!allow.user.role || principal === OWN_ADMIN) return null;
    if (principal === OWN_MODERATOR) return allow.user.role === 'project_moderator' ? null : 'FORBIDDEN';
    return 'NOT_FOUND';
  }
  if (principal.family === 'admin') {
    if (!allow.admin) return 'WRONG_TOKEN_FAMILY';
    if (principal.mustChangePassword) return allow.admin.initialPassword ? null : 'PASSWORD_CHANGE_REQUIRED';
    if (principal.mustEnableTwoFactor) return allow.admin.withoutTwoFactor ? null : 'TWO_FACTOR_REQUIRED';
    const { permission } = allow.admin;
    return !permission || ROLE_PERMISSIONS[principal.role].includes(permission) ? null : 'FORBIDDEN';
  }
  if (!allow.apiKey) return 'API_KEY_NOT_ACCEPTED';
  if (path.includes(':projectId') && principal.projectId !== PROJECT) return 'NOT_FOUND';
  return principal.scopes.includes(allow.apiKey) ? null : 'FORBIDDEN';
}

const PRINCIPALS: [string, Principal | null][] = [
  ['nobody', null],
  ['an earner', EARNER],
  ['a suspended earner', user(5, 'suspended')],
  ['a project_admin of the project', OWN_ADMIN],
  ['a project_moderator of the project', OWN_MODERATOR],
  ['a project_admin of another project', OTHERS_ADMIN],
  ['a super_admin', operator('super_admin')],
  ['a platform_moderator', operator('platform_moderator')],
  ['an operator with the initial password', operator('super_admin', { mustChangePassword: true })],
  ['an operator without two-factor sign-in', operator('super_admin', { mustEnableTwoFactor: true })],
  ['a full key of the project', apiKey(PROJECT, 'project:read', 'submissions:read', 'leaderboard:read')],
  ['a key of the project for its leaderboard', apiKey(PROJECT, 'leaderboard:read')],
  ['a full key of another project', apiKey(uuid(2), 'project:read', 'submissions:read', 'leaderboard:read')],
];

describe('access', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;

  const call = async (route: string, headers: Record<string, string> = {}, path = pathOf(route)) => {
    const [method = 'GET'] = route.split(' ');
    const response = await fetch(`${gateway.url}${path}`, { method, headers, redirect: 'manual' });
    const text = await response.text();
    const location = response.headers.get('location');
    if (location !== null) return { status: response.status, code: new URL(location).searchParams.get('error') };
    return {
      status: response.status,
      code: (text === '' ? null : (JSON.parse(text) as { code: string }).code) ?? null,
    };
  };

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    const many = 1e6;
    gateway = await startGateway(nats.urlOf('gateway'), {
      LIMIT_PRINCIPAL: many,
      LIMIT_PRINCIPAL_WRITES: many,
      LIMIT_ANONYMOUS: many,
      LIMIT_ADDRESS: many,
      LIMIT_ADMIN_SIGN_IN: many,
      LIMIT_EMAIL_CODES: many,
      LIMIT_PASSWORD: many,
      LIMIT_LOOKUP: many,
      LIMIT_ACCOUNT_EXPORTS: many,
    });
    services.roles.set(`${PROJECT} ${userId(1)}`, 'project_admin');
    services.roles.set(`${PROJECT} ${userId(2)}`, 'project_moderator');
    services.roles.set(`${uuid(2)} ${userId(3)}`, 'project_admin');
  });

  afterAll(async () => {
    await gateway?.close();
    await services?.close();
    await nats?.stop();
  });

  // The gateway caches a token for 10 s.
  const BEFORE_IT_ENDS = { timeoutMs: 7_000 };

  // Only tokens and roles are decided here: an admitted request ends with 503 (no service), or with 400 if the gateway
  // validates it first.
  const ADMITTED = new Set(['VALIDATION_FAILED', 'SERVICE_UNAVAILABLE']);

  it.each(PRINCIPALS)(
    'A-48 %s is admitted where the table says so and nowhere else',
    async (_, principal) => {
      const headers = principal === null ? {} : bearer(services.token(principal));
      const wrong: string[] = [];
      for (const operation of OPERATIONS) {
        const { code } = await call(operation.binding.route, headers);
        const wanted = expected(operation, principal);
        const fits = wanted === null ? ADMITTED.has(code ?? '') : code === wanted;
        if (!fits) wrong.push(`${operation.binding.id}: ${code} instead of ${wanted ?? 'admission'}`);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('A-50 refuses tokens that are none on every route, public ones included', async () => {
    const valid = services.token(EARNER);
    const bad = [
      'Bearer x',
      `Basic ${valid}`,
      `Bearer ${valid.slice(0, -1)}`,
      `Bearer ${valid.replace('svcu_', 'svca_')}`,
      `Bearer ${valid} ${valid}`,
      `Bearer svcu_${'a'.repeat(43)}`,
    ];
    for (const authorization of bad) {
      for (const route of ['GET /v1/task-types', 'GET /v1/users/me', 'GET /v1/admin/me', 'GET /v1/auth/methods']) {
        expect(await call(route, { authorization })).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
      }
    }
  });

  it('returns TOKEN_EXPIRED for an expired token and UNAUTHENTICATED for an unknown one', async () => {
    const token = services.token(user(9));
    services.expire(token);
    for (const route of ['GET /v1/task-types', 'GET /v1/users/me', 'GET /v1/admin/me']) {
      expect(await call(route, bearer(token))).toEqual({ status: 401, code: 'TOKEN_EXPIRED' });
      expect(await call(route, bearer(`svcu_${'b'.repeat(43)}`))).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    }
    const { headers } = await fetch(`${gateway.url}/v1/users/me`, { headers: bearer(token) });
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('returns NOT_FOUND for an empty id in a path, with or without a token', async () => {
    const wrong: string[] = [];
    for (const { binding, method, inPath } of OPERATIONS) {
      for (const name of inPath.keys()) {
        const path = pathOf(binding.route.replace(`:${name}`, ''));
        for (const headers of [{}, bearer(`svcu_${'a'.repeat(43)}`)]) {
          const { code } = await call(binding.route, headers, path);
          if (code !== 'NOT_FOUND') wrong.push(`${method} ${path}: ${code}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('reads the role of the caller again on every request', async () => {
    const headers = bearer(services.token(user(6)));
    const role = `${PROJECT} ${userId(6)}`;
    services.roles.set(role, 'project_admin');
    expect((await call('GET /v1/projects/:projectId', headers)).code).toBe('SERVICE_UNAVAILABLE');
    services.roles.delete(role);
    expect((await call('GET /v1/projects/:projectId', headers)).code).toBe('NOT_FOUND');
  });

  it('answers the same for a project of others and one that does not exist', async () => {
    const headers = bearer(services.token(OTHERS_ADMIN));
    const answer = async (projectId: string) => {
      const response = await fetch(`${gateway.url}/v1/projects/${projectId}`, { headers });
      const { requestId, instance, ...rest } = (await response.json()) as Record<string, unknown>;
      expect([requestId, instance]).toEqual([expect.any(String), `/v1/projects/${projectId}`]);
      return rest;
    };
    expect(await answer(PROJECT)).toEqual(await answer(uuid(12345)));
  });

  it('remembers a token for a while and forgets it when access is lost', async () => {
    const session = { family: 'user' as PrincipalFamily, id: userId(7), sessionId: uuid(7) };
    const token = services.token(user(7));
    const asked = () => services.requests.filter(({ subject }) => subject === 'identity.tokens.resolve').length;
    const ask = () => call('GET /v1/users/me', bearer(token));
    const before = asked();
    await ask();
    await ask();
    expect(asked()).toBe(before + 1);
    services.forget(token);
    expect((await ask()).code).toBe('SERVICE_UNAVAILABLE');
    const lose = (lost: PrincipalRevoked) => services.publish(PRINCIPAL_REVOKED, lost);
    await lose({ ...session, sessionId: uuid(8) });
    await lose({ ...session, family: 'admin' });
    expect((await ask()).code).toBe('SERVICE_UNAVAILABLE');
    await lose(session);
    await waitFor(async () => (await ask()).code === 'UNAUTHENTICATED', BEFORE_IT_ENDS);
  });

  it('drops a token on the event too: the process that had to broadcast may have died', async () => {
    const token = services.token(user(8));
    const ask = async () => (await call('GET /v1/users/me', bearer(token))).code;
    expect(await ask()).toBe('SERVICE_UNAVAILABLE');
    services.forget(token);
    const event = { id: uuid(80), type: 'principal.revoked', version: 1, data: { family: 'user', id: userId(8) } };
    await services.publish(eventSubject('principal.revoked'), event);
    await waitFor(async () => (await ask()) === 'UNAUTHENTICATED', BEFORE_IT_ENDS);
  });

  it('remembers no token beyond its end', async () => {
    const token = services.token(apiKey(PROJECT, 'project:read'));
    services.validForMs = 300;
    const ask = async () => (await call('GET /v1/projects/:projectId', bearer(token))).code;
    expect(await ask()).toBe('SERVICE_UNAVAILABLE');
    services.forget(token);
    services.validForMs = null;
    await waitFor(async () => (await ask()) === 'UNAUTHENTICATED', { timeoutMs: 3_000 });
  });
});
