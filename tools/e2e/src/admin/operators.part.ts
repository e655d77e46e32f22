import { type Body, type Caller, newOperator, newSlug, operatorPasswordProof, operatorSignIn } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { mailbox } from '../support/mailbox.js';
import { e2e } from '../support/one-platform.fixture.js';
import { parallel, tally } from '../support/parallel.js';
import { enableOperatorTwoFactor } from '../support/two-factor.js';
import { login, newEmail } from './stage.fixture.js';

describe('The bootstrap account', () => {
  it('A-45 stays one, with its password, when identity starts again with another configuration', async () => {
    await e2e.superAdmin();
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
    expect((await login(email, password)).response.status).toBe(200);
    expectProblem(await login(email, 'another password entirely'), 'CREDENTIALS_INVALID');
    expectProblem(await login('other@questp.test', 'another password entirely'), 'CREDENTIALS_INVALID');
  });
});

describe('The bootstrap password', () => {
  it('opens nothing but its own change', async () => {
    const [admin] = await e2e.sql<{ id: string }>(`SELECT id FROM identity.admin WHERE email = $1`, [
      e2e.platform.admin.email,
    ]);
    const changed = `SELECT count(*) FROM identity.audit_log WHERE action = 'admin.password_changed' AND subject_id = $1`;
    await e2e.superAdmin();
    expect(await e2e.count(changed, [admin?.id])).toBe(1);
  });
});

describe('Operators', () => {
  it('reach their password alone until the initial one is changed, which ends every session', async () => {
    const { client, email, password } = await newOperator(e2e, 'super_admin', { initialPassword: true });
    const second = await operatorSignIn(e2e.gateways, { email, password });

    expect(await unwrap(client.GET('/v1/admin/me'))).toMatchObject({ mustChangePassword: true });
    expectProblem(await client.GET('/v1/admin/users'), 'PASSWORD_CHANGE_REQUIRED');
    const change = (newPassword: string, currentPassword = password) =>
      client.PUT('/v1/admin/me/password', { body: { currentPassword, newPassword } });
    expectProblem(await change('short'), 'VALIDATION_FAILED');
    expectProblem(await change(password), 'VALIDATION_FAILED');
    expectProblem(await change('a new good password', 'not the initial one'), 'CREDENTIALS_INVALID');
    expect((await change('a new good password')).response.status).toBe(204);

    expectProblem(await client.GET('/v1/admin/me'), 'UNAUTHENTICATED');
    const again = await operatorSignIn(e2e.gateways, { email, password: 'a new good password' });
    expect((await again.GET('/v1/admin/users')).response.status).toBe(200);
    expectProblem(await second.GET('/v1/admin/me'), 'UNAUTHENTICATED');
    expectProblem(await login(email, password), 'CREDENTIALS_INVALID');
  });

  it('have one account per e-mail address, however many ask for it at once', async () => {
    const admin = await e2e.superAdmin();
    const email = newEmail();

    const answers = await parallel(10, (index) =>
      admin.POST('/v1/admin/admins', {
        body: { email: index % 4 < 2 ? email : email.toUpperCase(), role: 'platform_moderator' },
      }),
    );

    expect(tally(answers)).toEqual({ '201': 1, '409 EMAIL_IN_USE': 9 });
  });

  it('show the initial password once, in no list and no replay', async () => {
    const admin = await e2e.superAdmin();
    const request = {
      params: { header: { 'Idempotency-Key': newSlug('key') } },
      body: { email: newEmail(), role: 'platform_moderator' as const },
    };
    const create = () => unwrap(admin.POST('/v1/admin/admins', request));
    const [first, replay] = [await create(), await create()];

    expect(first.initialPassword).toEqual(expect.any(String));
    expect(replay).toEqual({ admin: first.admin, initialPassword: null });
    const query = { limit: 100 };
    const list = await unwrap(admin.GET('/v1/admin/admins', { params: { query }, parseAs: 'text' }));
    expect(list).toContain(first.admin.id);
    expect(list).not.toContain(first.initialPassword);
  });

  it('reset a lost password by a mailed code and the second step, which ends every session at once', async () => {
    const { client, email, password } = await newOperator(e2e, 'super_admin');
    const [first = '', second = ''] = await enableOperatorTwoFactor(client);
    const verify = (challengeToken: string | undefined, code: string) =>
      e2e.anonymous.POST('/v1/admin/auth/2fa/verify', { body: { challengeToken: challengeToken as string, code } });
    const { challenge: before } = await unwrap(login(email, password));
    const old = e2e.as((await unwrap(verify(before?.challengeToken, first))).token);
    await unwrap(old.GET('/v1/admin/users'));

    const body = { ...(await operatorPasswordProof(e2e.anonymous, mailbox, email)), password: 'violet-harbour-42' };
    const reset = () => e2e.anonymous.POST('/v1/admin/auth/password/verify', { body });
    const { challenge, token } = await unwrap(reset());
    expect(token).toBeUndefined();
    expectProblem(await reset(), 'EMAIL_CODE_INVALID');
    await unwrap(old.GET('/v1/admin/users'));
    const signedIn = await unwrap(verify(challenge?.challengeToken, second));
    expectProblem(await old.GET('/v1/admin/users'), 'UNAUTHENTICATED');
    await unwrap(e2e.as(signedIn.token).GET('/v1/admin/users'));
    expectProblem(await login(email, password), 'CREDENTIALS_INVALID');
    expect(await unwrap(login(email, 'violet-harbour-42'))).toMatchObject({ challenge: { method: 'app' } });
    expect(await mailbox.newest(email, /^Your password was set$/)).toBeDefined();
  });

  it('get a code to reset a password where they have the address, and the same answer where they have not', async () => {
    const email = newEmail();
    const ask = (address: string) => e2e.anonymous.POST('/v1/admin/auth/password/code', { body: { email: address } });
    const unknown = await unwrap(ask(email));
    const known = await unwrap(ask((await newOperator(e2e, 'platform_moderator')).email));
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    const body = { challengeId: unknown.challengeId, code: 'aaaaaaaa', password: 'violet-harbour-42' };
    expectProblem(await e2e.anonymous.POST('/v1/admin/auth/password/verify', { body }), 'EMAIL_CODE_INVALID');
    expect(await mailbox.to(email)).toEqual([]);
  });

  it('get a new initial password of another super admin, which ends their sessions at once', async () => {
    const { client, admin, email, password } = await newOperator(e2e, 'platform_moderator');
    const params = { path: { adminId: admin.id } };
    const resetBy = (by: Caller) => by.POST('/v1/admin/admins/{adminId}/password', { params });
    const other = await newOperator(e2e, 'super_admin');
    await unwrap(client.GET('/v1/admin/users'));
    expectProblem(await resetBy((await newOperator(e2e, 'platform_moderator')).client), 'FORBIDDEN');
    const own = { path: { adminId: other.admin.id } };
    expectProblem(await other.client.POST('/v1/admin/admins/{adminId}/password', { params: own }), 'FORBIDDEN');

    const { initialPassword } = await unwrap(resetBy(other.client));
    expectProblem(await client.GET('/v1/admin/users'), 'UNAUTHENTICATED');
    expectProblem(await login(email, password), 'CREDENTIALS_INVALID');
    const again = await operatorSignIn(e2e.gateways, { email, password: initialPassword as string });
    expectProblem(await again.GET('/v1/admin/users'), 'PASSWORD_CHANGE_REQUIRED');
    expect(await mailbox.newest(email, /^Your operator password was reset$/)).toBeDefined();
  });

  it('of whom two reset each other at once leave one who can sign in', async () => {
    const two = [await newOperator(e2e, 'super_admin'), await newOperator(e2e, 'super_admin')] as const;
    const answers = await parallel(20, (index) => {
      const [by, whom] = index % 2 === 0 ? two : [two[1], two[0]];
      return by.client.POST('/v1/admin/admins/{adminId}/password', { params: { path: { adminId: whom.admin.id } } });
    });
    const usable = `SELECT count(*) FROM identity.admin WHERE id = ANY($1) AND NOT must_change_password`;
    expect(await e2e.count(usable, [two.map(({ admin }) => admin.id)])).toBe(1);
    expect(Object.keys(tally(answers)).sort()).toEqual(['200', '401 UNAUTHENTICATED']);
  });

  it('always keep one active super admin', async () => {
    const admin = await e2e.superAdmin();
    const query = { role: 'super_admin', status: 'active', limit: 100 } as const;
    const { items } = await unwrap(admin.GET('/v1/admin/admins', { params: { query } }));
    const me = await unwrap(admin.GET('/v1/admin/me'));
    const change = (client: Caller, adminId: string, body: Body<'adminUpdateAdmin'>) =>
      client.PATCH('/v1/admin/admins/{adminId}', { params: { path: { adminId } }, body });
    for (const { id } of items) if (id !== me.id) await unwrap(change(admin, id, { role: 'platform_moderator' }));
    const demote = (client: Caller, id: string) => change(client, id, { status: 'suspended' });

    expectProblem(await demote(admin, me.id), 'LAST_SUPER_ADMIN');
    const second = await newOperator(e2e, 'super_admin');
    const answers = await Promise.all([demote(admin, second.admin.id), demote(second.client, me.id)]);
    expect(answers.filter(({ response }) => response.ok)).toHaveLength(1);
    const active = `SELECT count(*) FROM identity.admin WHERE role = 'super_admin' AND status = 'active'`;
    expect(await e2e.count(active)).toBe(1);
    // The rest of this suite needs the bootstrap account.
    if (answers[1].response.ok) await unwrap(change(second.client, me.id, { status: 'active' }));
    e2e.forgetSuperAdmin();
    expect(await unwrap((await e2e.superAdmin()).GET('/v1/admin/me'))).toMatchObject({ id: me.id });
  });
});
