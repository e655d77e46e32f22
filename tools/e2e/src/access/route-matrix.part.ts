import type { Caller } from '@questp/players';
import { expectAnyProblem, expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { asCsv, fill, operations, takesCsv } from '../support/open-api.js';
import { ACTORS, EXPECTED_ACCESS, type Actor } from './expected-access.js';
import { newActors } from './actors.fixture.js';
import { newTenant, type Tenant } from './stage.fixture.js';

/** These routes answer browsers, which send no token, with redirects only. */
const redirects = new Set(operations().flatMap(({ isRedirect, route }) => (isRedirect ? [route] : [])));

describe('Route matrix', () => {
  let tenant: Tenant;
  let actors: Record<Actor, Caller>;

  beforeAll(async () => {
    tenant = await newTenant();
    actors = await newActors(tenant);
  });

  it('A-48 the expected access lists exactly the routes of the API', () => {
    const expected = [...EXPECTED_ACCESS].map(([id, { route }]) => `${id}: ${route}`);

    expect(expected.sort()).toEqual(
      operations()
        .map(({ id, route }) => `${id}: ${route}`)
        .sort(),
    );
  });

  it.each([...EXPECTED_ACCESS.values()].filter(({ route }) => !redirects.has(route)))(
    'A-48 $route admits exactly the expected actors',
    async ({ route, outcomes: expected }) => {
      const [method = '', template = ''] = route.split(' ');
      const path = fill(template, tenant.ids);
      const refused = method === 'GET' ? {} : takesCsv(route) ? asCsv('') : { body: { unknown: 1 } };
      const outcomes: Record<string, string> = {};
      for (const actor of ACTORS) {
        // An unknown member, or a file without rows: an admitted actor gets VALIDATION_FAILED, and nothing is changed.
        const answer = await actors[actor].call(method, method === 'GET' ? `${path}?unknown=1` : path, refused);
        const { code } = expectAnyProblem(answer);
        outcomes[actor] = code === 'VALIDATION_FAILED' ? 'allowed' : code;
      }

      expect(outcomes).toEqual(expected);
    },
  );

  it('A-50 a token with the prefix of another family, or a changed token, is refused everywhere', async () => {
    const { token: userToken } = tenant.earner;
    const adminToken = (await e2e.superAdmin()).token as string;
    const swap = (token: string, from: string, to: string) => token.replace(from, to);
    const anonymous = e2e.anonymous;
    const tokens = [
      swap(userToken, 'svcu_', 'svca_'),
      swap(userToken, 'svcu_', 'svc_key_'),
      swap(adminToken, 'svca_', 'svcu_'),
      swap(tenant.key, 'svc_key_', 'svcu_'),
      userToken.slice(0, -1),
      `${userToken}A`,
      userToken.toUpperCase(),
      '',
      'null',
    ];
    for (const token of tokens) {
      for (const path of [
        '/v1/users/me',
        '/v1/admin/me',
        `/v1/projects/${tenant.ids['projectId']}`,
        '/v1/task-types',
      ]) {
        expectProblem(
          await anonymous.call('GET', path, { headers: { authorization: `Bearer ${token}` } }),
          'UNAUTHENTICATED',
        );
      }
    }
    for (const scheme of [
      userToken,
      `Basic ${userToken}`,
      `Bearer  ${userToken}`,
      `Bearer ${userToken}, ${userToken}`,
    ]) {
      const answer = await anonymous.call('GET', '/v1/users/me', { headers: { authorization: scheme } });
      expectProblem(answer, 'UNAUTHENTICATED');
    }
    expect((await anonymous.call('GET', `/v1/users/me?token=${userToken}`)).response.status).toBe(401);
    const withCookie = await anonymous.call('GET', '/v1/users/me', { headers: { cookie: `token=${userToken}` } });
    expect(withCookie.response.status).toBe(401);
  });
});
