import { randomUUID } from 'node:crypto';
import type { Admin, ApiKey, ApiKeyScope, Project, Quest, Submission } from '@questp/messages';
import type { Answer, Problem } from '../support/call.js';
import { Client } from '../support/client.js';
import { submit } from '../support/earn.js';
import { expectAnyProblem, expectProblem } from '../support/expect-problem.fixture.js';
import { fill, operations } from '../support/open-api.js';
import { TWO_OF_EACH, usePlatform } from '../support/platform.fixture.js';
import type { Person } from '../support/sign-in.js';
import { newSlug, newStudio, type Studio } from '../support/studio.js';
import { newOperator } from '../support/operators.js';
import { ACTORS, EXPECTED_ACCESS, type Actor } from './expected-access.js';

const e2e = usePlatform({ replicas: TWO_OF_EACH });

/** A project with one of everything in it. */
interface Tenant {
  studio: Studio;
  quest: Quest;
  earner: Person;
  submission: Submission;
  apiKey: ApiKey;
  key: string;
  ids: Record<string, string>;
}

async function newTenant(): Promise<Tenant> {
  const studio = await newStudio(await e2e.signIn());
  const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
  const earner = await e2e.signIn();
  const { json: submission } = await submit(earner, quest.id, { text: 'Done.' });
  const { apiKey, key } = await newKey(studio, ['project:read', 'submissions:read', 'leaderboard:read']);
  const { items: sessions } = await earner.client.get<{ items: { id: string }[] }>('/v1/users/me/sessions');
  const { items: wallets } = await earner.client.get<{ items: { id: string }[] }>('/v1/users/me/wallets');
  const ids = {
    projectId: studio.project.id,
    campaignId: studio.campaign.id,
    questId: quest.id,
    submissionId: submission.id,
    apiKeyId: apiKey.id,
    userId: studio.owner.user.id,
    sessionId: sessions[0]?.id as string,
    walletId: wallets[0]?.id as string,
    notificationId: randomUUID(),
    slug: studio.project.slug,
    taskTypeId: 'custom_manual',
    adminId: `svcadmin_${'0'.repeat(32)}`,
  };
  return { studio, quest, earner, submission, apiKey, key, ids };
}

const newKey = (studio: Studio, scopes: ApiKeyScope[]) =>
  studio.client.post<{ apiKey: ApiKey; key: string }>(`${studio.projectPath}/api-keys`, { name: 'Key', scopes });

const suspend = async ({ user }: Person) => {
  await (await e2e.superAdmin()).post(`/v1/admin/users/${user.id}/suspend`, { reason: 'Fraud' });
};

describe('Route matrix', () => {
  let tenant: Tenant;
  let actors: Record<Actor, Client>;

  beforeAll(async () => {
    tenant = await newTenant();
    const { studio } = tenant;
    const [moderator, suspendedEarner, suspendedAdmin, stranger] = await e2e.people(4);
    const other = await newStudio(await e2e.signIn(), { draft: true });
    await studio.addMember(moderator as Person, 'project_moderator');
    await studio.addMember(suspendedAdmin as Person, 'project_admin');
    await suspend(suspendedEarner as Person);
    await suspend(suspendedAdmin as Person);
    const key = async (scope: ApiKeyScope) => new Client(e2e.gatewayUrls, (await newKey(studio, [scope])).key);
    const foreign = await newKey(other, ['project:read', 'submissions:read', 'leaderboard:read']);
    const superAdmin = await e2e.superAdmin();
    actors = {
      anonymous: e2e.anonymous,
      earner: (stranger as Person).client,
      'admin of another project': other.client,
      project_moderator: (moderator as Person).client,
      project_admin: studio.client,
      'suspended earner': (suspendedEarner as Person).client,
      'suspended project_admin': (suspendedAdmin as Person).client,
      platform_moderator: (await newOperator(e2e, 'platform_moderator')).client,
      super_admin: superAdmin,
      'operator with an initial password': (await newOperator(e2e, 'super_admin', { initialPassword: true })).client,
      'key project:read': await key('project:read'),
      'key submissions:read': await key('submissions:read'),
      'key leaderboard:read': await key('leaderboard:read'),
      'key of another project': new Client(e2e.gatewayUrls, foreign.key),
    };
  }, 30_000);

  it('A-48 knows every route of the API, and no other', () => {
    expect([...EXPECTED_ACCESS.keys()].sort()).toEqual(
      operations()
        .map(({ route }) => route)
        .sort(),
    );
  });

  it.each([...EXPECTED_ACCESS])('A-48 %s lets in whom it should', async (route, expected) => {
    const [method = '', template = ''] = route.split(' ');
    const path = fill(template, tenant.ids);
    const outcomes: Record<string, string> = {};
    for (const actor of ACTORS) {
      // A member nobody knows: whoever is let in is told so, and nothing is done.
      const answer = await actors[actor].call(
        method,
        method === 'GET' ? `${path}?unknown=1` : path,
        method === 'GET' ? {} : { body: { unknown: 1 } },
      );
      const { code } = expectAnyProblem(answer);
      outcomes[actor] = code === 'VALIDATION_FAILED' ? 'allowed' : code;
    }

    expect(outcomes).toEqual(expected);
  });

  it('A-50 takes a token of one family nowhere as one of another, and no other credentials', async () => {
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
    expect((await anonymous.call('GET', `/v1/users/me?token=${userToken}`)).status).toBe(401);
    expect((await anonymous.call('GET', '/v1/users/me', { headers: { cookie: `token=${userToken}` } })).status).toBe(
      401,
    );
  });
});

describe('Ids of others', () => {
  let mine: Tenant;
  let theirs: Tenant;

  beforeAll(async () => {
    [mine, theirs] = [await newTenant(), await newTenant()];
  }, 30_000);

  const BODIES: Record<string, (ids: Record<string, string>) => unknown> = {
    'PATCH /v1/projects/{projectId}': () => ({ name: 'Taken over' }),
    'POST /v1/projects/{projectId}/members': () => ({ userId: mine.earner.user.id, role: 'project_admin' }),
    'PATCH /v1/projects/{projectId}/members/{userId}': () => ({ role: 'project_moderator' }),
    'POST /v1/projects/{projectId}/api-keys': () => ({ name: 'Key', scopes: ['project:read'] }),
    'POST /v1/projects/{projectId}/campaigns': () => ({ slug: newSlug('campaign'), title: 'Taken over' }),
    'PATCH /v1/projects/{projectId}/campaigns/{campaignId}': () => ({ title: 'Taken over' }),
    'POST /v1/projects/{projectId}/campaigns/{campaignId}/quests': () => ({
      slug: newSlug('quest'),
      title: 'Taken over',
      taskTypeId: 'engagement_daily_checkin',
      period: { kind: 'daily' },
      points: 1,
    }),
    'PUT /v1/projects/{projectId}/campaigns/{campaignId}/quests/order': ({ questId }) => ({ questIds: [questId] }),
    'PATCH /v1/projects/{projectId}/campaigns/{campaignId}/quests/{questId}': () => ({ title: 'Taken over' }),
    'POST /v1/projects/{projectId}/submissions/{submissionId}/reject': () => ({ reason: 'Taken over' }),
    'POST /v1/projects/{projectId}/submissions/{submissionId}/reverse': () => ({ reason: 'Taken over' }),
    'POST /v1/projects/{projectId}/submissions/bulk-review': ({ submissionId }) => ({
      items: [{ submissionId, decision: 'approve' }],
    }),
  };

  const tenantRoutes = [...EXPECTED_ACCESS.keys()].filter(
    (route) => route.includes('{projectId}') && !route.includes('/leaderboard'),
  );

  /** Everything of a tenant that requests could change. */
  const state = ({ studio, earner }: Tenant) =>
    e2e.sql(
      `SELECT (SELECT to_jsonb(p) FROM quests.project p WHERE p.id = $1) AS project,
        (SELECT jsonb_agg(m ORDER BY user_id) FROM quests.project_member m WHERE m.project_id = $1) AS members,
        (SELECT jsonb_agg(c ORDER BY id) FROM quests.campaign c WHERE c.project_id = $1) AS campaigns,
        (SELECT jsonb_agg(q ORDER BY id) FROM quests.quest q WHERE q.project_id = $1) AS quests,
        (SELECT jsonb_agg(s ORDER BY id) FROM quests.submission s WHERE s.project_id = $1) AS submissions,
        (SELECT jsonb_agg(k.revoked_at ORDER BY id) FROM identity.api_key k WHERE k.project_id = $1) AS keys,
        (SELECT jsonb_agg(w ORDER BY id) FROM identity.wallet w WHERE w.user_id = $2) AS wallets,
        (SELECT jsonb_agg(x.id ORDER BY id) FROM identity.user_session x WHERE x.owner_id = $2) AS sessions`,
      [studio.project.id, earner.user.id],
    );

  /** Answers alike but for what names the request. */
  const essence = ({ status, json }: Answer<Problem>) => ({ ...json, status, requestId: '', instance: '' });

  const unknownIds = () => ({
    projectId: randomUUID(),
    campaignId: randomUUID(),
    questId: randomUUID(),
    submissionId: randomUUID(),
    apiKeyId: randomUUID(),
    userId: `svcuser_${randomUUID().replaceAll('-', '')}`,
    sessionId: randomUUID(),
    walletId: randomUUID(),
    notificationId: randomUUID(),
  });

  it.each(tenantRoutes)('A-49 %s answers for what is theirs as for what does not exist', async (route) => {
    const [method = '', template = ''] = route.split(' ');
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const call = (ids: Record<string, string>) =>
      mine.studio.client.call(method, fill(template, ids), { body: BODIES[route]?.(ids) });
    const before = await state(theirs);

    // Their project with their children, then each of their children below what is mine.
    const foreign: Record<string, string>[] = [
      theirs.ids,
      ...names
        .filter((name) => name !== 'projectId')
        .map((name) => ({ ...mine.ids, [name]: theirs.ids[name] as string })),
    ];
    for (const ids of foreign) {
      const unknown = Object.fromEntries(
        Object.entries(ids).map(([name, id]) => [
          name,
          id === mine.ids[name] ? id : ((unknownIds() as Record<string, string>)[name] ?? id),
        ]),
      );
      const [answer, reference] = [await call(ids), await call(unknown)];
      expectProblem(answer, 'NOT_FOUND');
      expect(essence(answer)).toEqual(essence(reference));
    }
    expect(await state(theirs)).toEqual(before);
  });

  it('A-49 decides in bulk on nothing that is theirs', async () => {
    const before = await state(theirs);
    const bulk = (submissionId: string) =>
      mine.studio.client.post<{ results: { ok: boolean; error: unknown }[] }>(
        `${mine.studio.projectPath}/submissions/bulk-review`,
        { items: [{ submissionId, decision: 'approve' }] },
      );

    const [{ results: foreign }, { results: unknown }] = [await bulk(theirs.submission.id), await bulk(randomUUID())];

    expect(foreign[0]).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    expect(foreign[0]?.error).toEqual(unknown[0]?.error);
    expect(await state(theirs)).toEqual(before);
  });

  const OWN_ROUTES = [
    'DELETE /v1/users/me/sessions/{sessionId}',
    'DELETE /v1/users/me/wallets/{walletId}',
    'PUT /v1/users/me/wallets/{walletId}/primary',
    'GET /v1/users/me/submissions/{submissionId}',
  ];

  it.each(OWN_ROUTES)('A-49 %s answers for what is theirs as for what does not exist', async (route) => {
    const [method = '', template = ''] = route.split(' ');
    const before = await state(theirs);
    const call = (ids: Record<string, string>) => mine.earner.client.call(method, fill(template, ids));

    const [answer, reference] = [await call(theirs.ids), await call(unknownIds())];

    expectProblem(answer, 'NOT_FOUND');
    expect(essence(answer)).toEqual(essence(reference));
    expect(await state(theirs)).toEqual(before);
  });

  it('A-49 gives a key nothing of another project', async () => {
    const key = new Client(e2e.gatewayUrls, mine.key);
    const paths = [
      `/v1/projects/${theirs.ids['projectId']}`,
      `/v1/projects/${theirs.ids['projectId']}/leaderboard`,
      `/v1/campaigns/${theirs.ids['campaignId']}/leaderboard`,
      `/v1/projects/${mine.ids['projectId']}/campaigns/${theirs.ids['campaignId']}`,
      `/v1/projects/${mine.ids['projectId']}/campaigns/${theirs.ids['campaignId']}/totals`,
      `/v1/projects/${mine.ids['projectId']}/submissions/${theirs.ids['submissionId']}`,
    ];
    for (const path of paths) expectProblem(await key.call('GET', path), 'NOT_FOUND');
    expect((await key.get<Project>(`/v1/projects/${mine.ids['projectId']}`)).id).toBe(mine.ids['projectId']);
    expect(await key.get(`/v1/campaigns/${mine.ids['campaignId']}/leaderboard`)).toMatchObject({ items: [] });
  });

  it('A-49 lists nothing of theirs under a filter that names it', async () => {
    const filters = ['campaignId', 'questId', 'userId'].map((name) => `${name}=${theirs.ids[name]}`);
    for (const filter of [...filters, `userId=${theirs.earner.user.id}`]) {
      const page = await mine.studio.client.get<{ items: unknown[] }>(
        `${mine.studio.projectPath}/submissions?${filter}`,
      );
      expect(page.items).toEqual([]);
    }
  });

  it.each(['not-a-uuid', '0', '%00', '..%2f..', 'null', 'ffffffff-ffff-ffff-ffff-ffffffffffff', "'%20OR%201=1--"])(
    'A-49 knows no resource with the id %s',
    async (id) => {
      const { projectPath, campaignPath } = mine.studio;
      const paths = [`/v1/projects/${id}`, `${projectPath}/campaigns/${id}`, `${campaignPath}/quests/${id}`];
      for (const path of [...paths, `${projectPath}/submissions/${id}`, `/v1/quests/${id}`]) {
        expectProblem(await mine.studio.client.call('GET', path), 'NOT_FOUND');
      }
    },
  );
});

describe('Lost access', () => {
  const ROUNDS = 8;
  const everywhere = async (client: Client, path: string) =>
    Promise.all([0, 1].map((gateway) => client.callAt(gateway, 'GET', path)));
  const statuses = async (client: Client, path: string) => (await everywhere(client, path)).map(({ status }) => status);

  it('ends at once for a member that is removed, or loses the role', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await e2e.signIn();
      await studio.addMember(member, 'project_admin');
      const memberPath = `${studio.projectPath}/members/${member.user.id}`;
      expect(await statuses(member.client, `${studio.projectPath}/api-keys`)).toEqual([200, 200]);

      await studio.client.patch(memberPath, { role: 'project_moderator' });
      expect(await statuses(member.client, `${studio.projectPath}/api-keys`)).toEqual([403, 403]);
      expect(await statuses(member.client, studio.projectPath)).toEqual([200, 200]);

      await studio.client.delete(memberPath);
      expect(await statuses(member.client, studio.projectPath)).toEqual([404, 404]);
    }
  });

  it('ends at once for a user that is suspended, and comes back', async () => {
    const admin = await e2e.superAdmin();
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await e2e.signIn();
      expect(await statuses(person.client, '/v1/users/me/wallets')).toEqual([200, 200]);

      await suspend(person);
      const answers = await everywhere(person.client, '/v1/users/me/wallets');
      for (const answer of answers) expectProblem(answer, 'ACCOUNT_SUSPENDED');

      await admin.post(`/v1/admin/users/${person.user.id}/reactivate`);
      expect(await statuses(person.client, '/v1/users/me/wallets')).toEqual([200, 200]);
    }
  });

  it('ends at once for an API key that is revoked or expires', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    for (let round = 0; round < ROUNDS; round += 1) {
      const { apiKey, key } = await newKey(studio, ['project:read']);
      const client = new Client(e2e.gatewayUrls, key);
      expect(await statuses(client, studio.projectPath)).toEqual([200, 200]);

      await studio.client.delete(`${studio.projectPath}/api-keys/${apiKey.id}`);
      expect(await statuses(client, studio.projectPath)).toEqual([401, 401]);
    }
  });

  it('ends at once for a session that is signed out, ended from another, or ended with the others', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await e2e.signIn();
      const [second, third] = [await e2e.signIn({ wallet: first.wallet }), await e2e.signIn({ wallet: first.wallet })];
      for (const { client } of [first, second, third])
        expect(await statuses(client, '/v1/users/me')).toEqual([200, 200]);

      expect(await first.client.call('POST', '/v1/auth/sign-out')).toMatchObject({ status: 204 });
      expect(await statuses(first.client, '/v1/users/me')).toEqual([401, 401]);
      expect(await statuses(second.client, '/v1/users/me')).toEqual([200, 200]);

      expect(await second.client.call('DELETE', '/v1/users/me/sessions')).toMatchObject({ status: 200 });
      expect(await statuses(third.client, '/v1/users/me')).toEqual([401, 401]);
      expect(await statuses(second.client, '/v1/users/me')).toEqual([200, 200]);
    }
  });

  it('A-43 ends at once for an operator that is suspended or gets another role', async () => {
    const admin = await e2e.superAdmin();
    for (let round = 0; round < 3; round += 1) {
      const { client, admin: operator } = await newOperator(e2e, 'platform_moderator');
      expect(await statuses(client, '/v1/admin/users')).toEqual([200, 200]);
      const change = round % 2 ? { status: 'suspended' } : { role: 'super_admin' };
      await admin.patch<Admin>(`/v1/admin/admins/${operator.id}`, change);
      expect(await statuses(client, '/v1/admin/users')).toEqual([401, 401]);
    }
  });

  it('leaves a suspended user only what ends sessions', async () => {
    const person = await e2e.signIn();
    await suspend(person);

    expect(await person.client.get('/v1/users/me')).toMatchObject({ status: 'suspended' });
    expectProblem(await person.client.call('PATCH', '/v1/users/me', { body: { bio: 'x' } }), 'ACCOUNT_SUSPENDED');
    expect((await person.client.call('POST', '/v1/auth/sign-out')).status).toBe(204);
  });
});
