import { randomBytes } from 'node:crypto';
import type { Admin, AuditEntry, Page, TaskType } from '@questp/messages';
import type { Answer } from '../support/call.js';
import { Client } from '../support/client.js';
import { checkIn, submit } from '../support/earn.js';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { newOperator } from '../support/operators.js';
import { unlessCutOff } from '../support/oversized.js';
import { parallel, tally } from '../support/parallel.js';
import { TWO_OF_EACH, usePlatform } from '../support/platform.fixture.js';
import type { Person } from '../support/sign-in.js';
import { newSlug, newStudio, type Studio } from '../support/studio.js';

const e2e = usePlatform({ replicas: TWO_OF_EACH });

const LOGIN = '/v1/admin/auth/login';
const login = (email: string, password: string, gateway = 0, headers: Record<string, string> = {}) =>
  e2e.anonymous.callAt<{ token: string; admin: Admin; code: string; detail: string }>(gateway, 'POST', LOGIN, {
    body: { email, password },
    headers,
  });
const newEmail = () => `${newSlug('operator')}@questp.test`;

describe('Operator sign-in', () => {
  it('gives a token of its own family, which reaches the operator', async () => {
    const { email, password } = e2e.platform.admin;
    const { status, json } = await login(email, password);

    expect({ status, json }).toMatchObject({
      status: 200,
      json: {
        token: expect.stringMatching(/^svca_[A-Za-z0-9_-]{43}$/) as string,
        admin: { email, role: 'super_admin', mustChangePassword: false, status: 'active' },
      },
    });
    expect(await new Client(e2e.gatewayUrls, json.token).get('/v1/admin/me')).toMatchObject({ email });
  });

  it.each([
    ['upper case', (email: string) => email.toUpperCase()],
    ['spaces around', (email: string) => `  ${email} `],
  ])('knows an e-mail address in %s or refuses its form, and never another account', async (_what, change) => {
    const { email, password } = e2e.platform.admin;
    const answer = await login(change(email), password);

    expect([200, 400]).toContain(answer.status);
  });

  it('A-40 answers alike in form and time for a wrong password, an unknown and a suspended account', async () => {
    const suspended = await newOperator(e2e, 'platform_moderator');
    await (await e2e.superAdmin()).patch(`/v1/admin/admins/${suspended.admin.id}`, { status: 'suspended' });
    const active = await newOperator(e2e, 'platform_moderator');
    const cases: [string, string][] = [
      [active.email, 'wrong password'],
      [newEmail(), 'wrong password'],
      [suspended.email, suspended.password],
    ];
    const times: number[][] = cases.map(() => []);
    const bodies = new Set<string>();
    for (let round = 0; round < 7; round += 1) {
      for (const [index, [email, password]] of cases.entries()) {
        const started = performance.now();
        const answer = await login(email, password);
        times[index]?.push(performance.now() - started);
        bodies.add(JSON.stringify({ ...expectProblem(answer, 'CREDENTIALS_INVALID'), requestId: '' }));
      }
    }
    expect(bodies.size).toBe(1);
    const medians = times.map((list) => list.sort((a, b) => a - b)[3] as number);
    // A hash takes tens of milliseconds; leaving it out would show as a ratio far above this.
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.8);
  }, 30_000);

  it.each([
    ['an account', async () => (await newOperator(e2e, 'platform_moderator')).email],
    ['an address nobody has', () => Promise.resolve(newEmail())],
  ])('locks the sign-in to %s after 10 wrong passwords, however many come at once', async (_what, emailOf) => {
    const email = await emailOf();

    const answers = await parallel(20, (gateway) => login(email, 'wrong password', gateway));

    expect(tally(answers)).toEqual({ '401 CREDENTIALS_INVALID': 10, '429 SIGN_IN_LOCKED': 10 });
    const locked = answers.find(({ status }) => status === 429) as Answer<unknown>;
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  });

  it('refuses the right password while locked, and takes it again after 15 minutes', async () => {
    const { email, password } = await newOperator(e2e, 'platform_moderator');
    await parallel(10, (gateway) => login(email, 'wrong password', gateway));

    expectProblem(await login(email, password), 'SIGN_IN_LOCKED');
    await e2e.sql(
      `UPDATE identity.credential_attempt SET locked_until = locked_until - interval '15 minutes',
        attempted_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(attempted_at) AS at)
      WHERE locked_until IS NOT NULL`,
    );
    expect((await login(email, password)).status).toBe(200);
  });

  it.each([
    ['a megabyte', 'x'.repeat(1_000_000), 'PAYLOAD_TOO_LARGE'],
    ['2000 characters', 'x'.repeat(2_000), 'VALIDATION_FAILED'],
    ['NUL', 'a\0b', 'VALIDATION_FAILED'],
    ['nothing', '', 'VALIDATION_FAILED'],
  ] as const)('A-41 refuses a password of %s for its form', async (_what, password, code) => {
    const answer = await unlessCutOff(login(e2e.platform.admin.email, password));
    if (answer || code !== 'PAYLOAD_TOO_LARGE') expectProblem(answer as Answer<unknown>, code);
  });

  it('A-41 tells passwords apart beyond 72 bytes', async () => {
    const { client, email, password } = await newOperator(e2e, 'platform_moderator');
    const long = randomBytes(45).toString('base64url').padEnd(100, '0');
    await client.put('/v1/admin/me/password', { currentPassword: password, newPassword: `${long}a` });

    expectProblem(await login(email, `${long}b`), 'CREDENTIALS_INVALID');
    expect((await login(email, `${long}a`)).status).toBe(200);
  });
});

describe('The bootstrap account', () => {
  it('A-45 stays one, with its password, when identity starts again with another configuration', async () => {
    const { email, password } = e2e.platform.admin;
    const admins = 'SELECT count(*) FROM identity.admin WHERE role = $1';
    const before = await e2e.count(admins, ['super_admin']);

    await Promise.all(
      [0, 1].map((replica) =>
        e2e.service('identity', replica).restart({
          BOOTSTRAP_ADMIN_EMAIL: replica ? email : 'other@questp.test',
          BOOTSTRAP_ADMIN_PASSWORD: 'another password entirely',
        }),
      ),
    );

    expect(await e2e.count(admins, ['super_admin'])).toBe(before);
    expect((await login(email, password)).status).toBe(200);
    expectProblem(await login(email, 'another password entirely'), 'CREDENTIALS_INVALID');
    expectProblem(await login('other@questp.test', 'another password entirely'), 'CREDENTIALS_INVALID');
  }, 20_000);
});

describe('Operators', () => {
  it('reach their password alone until the initial one is changed, which ends the other sessions', async () => {
    const { client, email, password } = await newOperator(e2e, 'super_admin', { initialPassword: true });
    const second = new Client(e2e.gatewayUrls, (await login(email, password)).json.token);

    expect(await client.get('/v1/admin/me')).toMatchObject({ mustChangePassword: true });
    expectProblem(await client.call('GET', '/v1/admin/users'), 'FORBIDDEN');
    const change = (newPassword: string, currentPassword = password) =>
      client.call('PUT', '/v1/admin/me/password', { body: { currentPassword, newPassword } });
    expectProblem(await change('short'), 'VALIDATION_FAILED');
    expectProblem(await change(password), 'VALIDATION_FAILED');
    expectProblem(await change('a new good password', 'not the initial one'), 'CREDENTIALS_INVALID');
    expect((await change('a new good password')).status).toBe(204);

    expect((await client.call('GET', '/v1/admin/users')).status).toBe(200);
    expectProblem(await second.call('GET', '/v1/admin/me'), 'UNAUTHENTICATED');
    expectProblem(await login(email, password), 'CREDENTIALS_INVALID');
  });

  it('have one account per e-mail address, however many ask for it at once', async () => {
    const admin = await e2e.superAdmin();
    const email = newEmail();

    const answers = await parallel(10, (index) =>
      admin.callAt(index, 'POST', '/v1/admin/admins', {
        body: { email: index % 2 ? email : email.toUpperCase(), role: 'platform_moderator' },
      }),
    );

    expect(tally(answers)).toEqual({ '201': 1, '409 EMAIL_IN_USE': 9 });
  });

  it('show the initial password once, in no list and no replay', async () => {
    const admin = await e2e.superAdmin();
    const request = {
      body: { email: newEmail(), role: 'platform_moderator' },
      headers: { 'idempotency-key': newSlug('key') },
    };
    const first = await admin.call<{ admin: Admin; initialPassword: string }>('POST', '/v1/admin/admins', request);
    const replay = await admin.call<{ admin: Admin; initialPassword: null }>('POST', '/v1/admin/admins', request);

    expect(first.json.initialPassword).toEqual(expect.any(String));
    expect(replay.json).toEqual({ admin: first.json.admin, initialPassword: null });
    const list = await admin.call('GET', '/v1/admin/admins?limit=100');
    expect(list.text).toContain(first.json.admin.id);
    expect(list.text).not.toContain(first.json.initialPassword);
  });

  it('always keep one active super admin', async () => {
    const admin = await e2e.superAdmin();
    const { items } = await admin.get<Page<Admin>>('/v1/admin/admins?role=super_admin&status=active&limit=100');
    const me = await admin.get<Admin>('/v1/admin/me');
    for (const { id } of items) {
      if (id !== me.id) await admin.patch(`/v1/admin/admins/${id}`, { role: 'platform_moderator' });
    }
    const demote = (client: Client, id: string) =>
      client.call('PATCH', `/v1/admin/admins/${id}`, { body: { status: 'suspended' } });

    expectProblem(await demote(admin, me.id), 'LAST_SUPER_ADMIN');
    const second = await newOperator(e2e, 'super_admin');
    const answers = await Promise.all([demote(admin, second.admin.id), demote(second.client, me.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const active = `SELECT count(*) FROM identity.admin WHERE role = 'super_admin' AND status = 'active'`;
    expect(await e2e.count(active)).toBe(1);
    // The rest of this suite needs the bootstrap account.
    await e2e.sql(`UPDATE identity.admin SET status = 'active', role = 'super_admin' WHERE id = $1`, [me.id]);
    e2e.forgetSuperAdmin();
    expect(await (await e2e.superAdmin()).get('/v1/admin/me')).toMatchObject({ id: me.id });
  });
});

describe('The audit log', () => {
  const entries = async (query: string) =>
    (await (await e2e.superAdmin()).get<Page<AuditEntry>>(`/v1/admin/audit-log?limit=100&${query}`)).items;

  it('tells who signed in from where, and who tried', async () => {
    const { email, password, admin } = await newOperator(e2e, 'platform_moderator');
    const agent = { 'user-agent': `Browser/${newSlug('agent')}` };
    await login(email, 'wrong password', 0, agent);
    await login(email, password, 0, agent);

    const where = { ip: '127.0.0.1', userAgent: agent['user-agent'], subjectId: admin.id };
    const found = (await entries(`subjectId=${admin.id}`)).filter(({ userAgent }) => userAgent === where.userAgent);
    expect(found).toMatchObject([
      { ...where, action: 'admin.sign_in' },
      { ...where, action: 'admin.sign_in_failed', actorType: 'anonymous' },
    ]);
  });

  it('tells of users, keys and operators, with the operator who did it', async () => {
    const admin = await e2e.superAdmin();
    const me = await admin.get<Admin>('/v1/admin/me');
    const person = await e2e.signIn();
    await admin.post(`/v1/admin/users/${person.user.id}/suspend`, { reason: 'Fraud' });
    await admin.post(`/v1/admin/users/${person.user.id}/reactivate`);

    const found = await entries(`subjectId=${person.user.id}`);
    expect(found.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user.reactivated', me.id],
      ['user.suspended', me.id],
      ['user.sign_in', person.user.id],
    ]);
    expect(found[2]).toMatchObject({ ip: '127.0.0.1', actorType: 'user' });
    expect(Date.parse(found[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('holds no password, token or key, and cannot be changed', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const { key } = await studio.client.post<{ key: string }>(`${studio.projectPath}/api-keys`, {
      name: 'Key',
      scopes: ['project:read'],
    });
    const secrets = [e2e.platform.admin.password, (await e2e.superAdmin()).token as string, studio.owner.token, key];
    const [log] = await e2e.sql<{ text: string }>('SELECT jsonb_agg(a)::text AS text FROM identity.audit_log a');

    expect(log?.text).toContain('api_key.created');
    for (const secret of secrets) expect(log?.text).not.toContain(secret);
    await expect(e2e.sql('DELETE FROM identity.audit_log')).rejects.toThrow('append-only');
    await expect(e2e.sql(`UPDATE identity.audit_log SET ip = ''`)).rejects.toThrow('append-only');
  });
});

describe('A task type that is switched off', () => {
  const ID = 'engagement_terms_accept';
  const switchTo = async (enabled: boolean) =>
    (await e2e.superAdmin()).patch<TaskType>(`/v1/admin/task-types/${ID}`, { enabled });
  const listed = async () => {
    const { items } = await e2e.anonymous.get<{ items: TaskType[] }>('/v1/task-types');
    return items.some(({ id }) => id === ID);
  };
  const config = { version: '1', url: 'https://example.org/terms' };

  afterEach(() => switchTo(true));

  it('is hidden from the studio and cannot be chosen, while its quests stay', async () => {
    const studio = await newStudio(await e2e.signIn());
    const open = await studio.quest(ID, config);
    expect(await listed()).toBe(true);

    expect(await switchTo(false)).toMatchObject({ id: ID, enabled: false });

    expect(await listed()).toBe(false);
    expectProblem(await e2e.anonymous.call('GET', `/v1/task-types/${ID}`), 'NOT_FOUND');
    const body = { slug: newSlug('quest'), title: 'Terms', taskTypeId: ID, points: 1, config };
    expectProblem(await studio.client.call('POST', `${studio.campaignPath}/quests`, { body }), 'TASK_TYPE_DISABLED');
    expect((await submit(await e2e.signIn(), open.id, { version: '1' })).status).toBe(201);
    const { items } = await (await e2e.superAdmin()).get<{ items: TaskType[] }>('/v1/admin/task-types');
    expect(items.find(({ id }) => id === ID)).toMatchObject({ enabled: false });

    await switchTo(true);
    expect(await listed()).toBe(true);
  });

  it('is one the catalog knows', async () => {
    const admin = await e2e.superAdmin();

    expectProblem(
      await admin.call('PATCH', '/v1/admin/task-types/no_such_type', { body: { enabled: false } }),
      'NOT_FOUND',
    );
  });
});

describe('Moderation', () => {
  let studio: Studio;
  let earner: Person;
  let moderator: Client;

  beforeAll(async () => {
    studio = await newStudio(await e2e.signIn());
    earner = await e2e.signIn();
    moderator = (await newOperator(e2e, 'platform_moderator')).client;
  });

  it('takes a suspended earner from the leaderboard and puts it back, points untouched', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    await checkIn(earner, quest.id);
    const board = async () =>
      (await e2e.anonymous.get<Page<{ userId: string }>>(`/v1/campaigns/${studio.campaign.id}/leaderboard`)).items.map(
        ({ userId }) => userId,
      );
    expect(await board()).toEqual([earner.user.id]);

    await moderator.post(`/v1/admin/users/${earner.user.id}/suspend`, { reason: 'Fraud' });
    expect(await board()).toEqual([]);
    expect(await moderator.get(`/v1/admin/users/${earner.user.id}`)).toMatchObject({
      status: 'suspended',
      suspendedReason: 'Fraud',
    });
    await e2e.checkPoints();

    await moderator.post(`/v1/admin/users/${earner.user.id}/reactivate`);
    expect(await board()).toEqual([earner.user.id]);
    expect(await earner.client.get(`/v1/campaigns/${studio.campaign.id}/leaderboard/me`)).toMatchObject({
      rank: 1,
      points: '10',
    });
  });

  it('decides on submissions of every project', async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
    const { json } = await submit(earner, quest.id, { text: 'Done.' });

    const { items } = await moderator.get<Page<{ id: string }>>('/v1/admin/submissions?status=in_review');
    expect(items.map(({ id }) => id)).toContain(json.id);
    expect(await moderator.post(`/v1/admin/submissions/${json.id}/approve`)).toMatchObject({ status: 'claimed' });
    expect(await moderator.post(`/v1/admin/submissions/${json.id}/reverse`, { reason: 'Copied.' })).toMatchObject({
      status: 'reversed',
      history: expect.arrayContaining([expect.objectContaining({ by: 'platform', reason: 'Copied.' })]) as unknown,
    });
    await e2e.checkPoints();
  });

  it('finds users by the start of id, username and wallet', async () => {
    const username = `u${newSlug('x').replaceAll('-', '_')}`;
    await earner.client.patch('/v1/users/me', { username });
    for (const search of [earner.user.id.slice(0, 30), username.slice(0, 8), earner.wallet.address.slice(0, 20)]) {
      const { items } = await moderator.get<Page<{ id: string }>>(`/v1/admin/users?search=${search}`);
      expect(items.map(({ id }) => id)).toContain(earner.user.id);
    }
    const none = await moderator.get<Page<unknown>>('/v1/admin/users?search=%25');
    expect(none.items).toEqual([]);
  });
});
