import { randomUUID } from 'node:crypto';
import { PERMISSIONS, type AdminRole } from '@questp/messages/access';
import { changeAdminPassword, createAdmin, listAdmins, signInAdmin, updateAdmin } from '@questp/messages/identity';
import { OPERATOR_ACCESS } from '@questp/messages/shared';
import { sql } from '@questp/postgres';
import { waitFor } from '@questp/testing';
import {
  CLIENT,
  principalOf,
  refusal,
  startIdentity,
  tally,
  type TestIdentity,
  opened,
} from '../testing/identity.fixture.js';
import { AdminsRepository } from './admins.repository.js';
import { BootstrapAdmin } from './bootstrap-admin.js';

const BOOTSTRAP = { BOOTSTRAP_ADMIN_EMAIL: ' Root@Example.org ', BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery' };

describe('operators', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity(BOOTSTRAP);
    await identity.get(BootstrapAdmin).onApplicationBootstrap();
  });
  afterAll(() => identity.stop());

  const signIn = (email: string, password: string, deviceToken: string | null = null, ip = CLIENT.ip) =>
    opened(
      identity.call(signInAdmin, {
        ...{ email, password, client: { ...CLIENT, ip } },
        ...(deviceToken !== null && { deviceToken }),
      }),
    );
  const root = () => signIn('root@example.org', BOOTSTRAP.BOOTSTRAP_ADMIN_PASSWORD);
  const create = async (role: AdminRole = 'platform_moderator', email = `${randomUUID()}@example.org`) => {
    const actingAdminId = `svcadmin_${'0'.repeat(32)}`;
    const { admin, initialPassword } = await identity.call(createAdmin, { email, role, actingAdminId });
    return { ...admin, password: initialPassword ?? '' };
  };
  const update = (adminId: string, change: object) =>
    identity.call(updateAdmin, { adminId, actingAdminId: adminId, ...change });
  const resolve = (token: string) => principalOf(identity, 'admin', token);
  /** Number of compared passwords that were wrong. */
  const failures = async (email: string) =>
    (
      await identity.db.row<{ n: number }>(sql`
        SELECT count(*)::integer AS n FROM audit_log
        WHERE action = 'admin.sign_in_failed' AND details ->> 'email' = ${email}`)
    )?.n;
  const countRows = async (table: 'admin' | 'credential_attempt') => {
    const statement =
      table === 'admin'
        ? sql`SELECT count(*)::integer AS n FROM admin`
        : sql`SELECT count(*)::integer AS n FROM credential_attempt`;
    return (await identity.db.row<{ n: number }>(statement))?.n;
  };

  it('A-45 creates one super admin when two replicas start, and never resets the password', async () => {
    await identity.db.execute(sql`DELETE FROM admin`);
    const env = {
      ...BOOTSTRAP,
      BOOTSTRAP_ADMIN_EMAIL: 'other@example.org',
      BOOTSTRAP_ADMIN_PASSWORD: 'another password',
    };
    const replicas = [identity, await startIdentity(BOOTSTRAP, identity), await startIdentity(env, identity)];
    const [, , changed] = replicas;
    await Promise.all(replicas.slice(0, 2).map((each) => each.get(BootstrapAdmin).onApplicationBootstrap()));
    await changed?.get(BootstrapAdmin).onApplicationBootstrap();
    expect(await countRows('admin')).toBe(1);
    expect(await root()).toMatchObject({ admin: { email: 'root@example.org', mustChangePassword: true } });
    expect(await refusal(signIn('other@example.org', 'another password'))).toBe('CREDENTIALS_INVALID');
    await Promise.all(replicas.slice(1).map((each) => each.stop()));
  });

  it('A-45 creates one first operator when ten are created in parallel', async () => {
    const other = await startIdentity();
    const admins = other.get(AdminsRepository);
    const tries = Array.from({ length: 10 }, (_, i) => ({
      email: `${i}@example.org`,
      passwordHash: '',
      role: 'super_admin' as const,
      mustChangePassword: false,
    }));
    const made = await Promise.all(tries.map((admin) => other.db.transaction((tx) => admins.insertFirst(tx, admin))));
    expect(made.filter((admin) => admin !== undefined)).toHaveLength(1);
    await other.stop();
  });

  it('does not start with a bootstrap password that is too short', async () => {
    const other = await startIdentity({ ...BOOTSTRAP, BOOTSTRAP_ADMIN_PASSWORD: 'elevenchars' });
    await expect(other.get(BootstrapAdmin).onApplicationBootstrap()).rejects.toThrow('12 to 128 characters');
    await other.stop();
  });

  it('does not start with a bootstrap password that is easy to guess', async () => {
    const other = await startIdentity({ ...BOOTSTRAP, BOOTSTRAP_ADMIN_PASSWORD: 'passwordpassword' });
    await expect(other.get(BootstrapAdmin).onApplicationBootstrap()).rejects.toThrow('easy to guess');
    await other.stop();
  });

  it('signs in with e-mail in any case, and records it', async () => {
    const { token, expiresAt, admin } = await signIn('ROOT@example.org', BOOTSTRAP.BOOTSTRAP_ADMIN_PASSWORD);
    expect(token).toMatch(/^svca_[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    expect(admin).toMatchObject({ role: 'super_admin', permissions: PERMISSIONS });
    expect(await resolve(token)).toMatchObject({ adminId: admin.id, role: 'super_admin', mustChangePassword: true });
    expect(await identity.audited(admin.id)).toContain('admin.sign_in');
    await identity.db.execute(sql`UPDATE admin_session SET last_used_at = now() - interval '61 minutes'`);
    expect(await resolve(token)).toBeNull();
  });

  it('A-40 gives the same answer for an unknown account, a wrong password and a suspended operator', async () => {
    const suspended = await create();
    await update(suspended.id, { status: 'suspended' });
    const attempts: [string, string][] = [
      [`${randomUUID()}@example.org`, 'wrong password'],
      [(await create()).email, 'wrong password'],
      [suspended.email, suspended.password],
      ['no@-address', 'wrong password'],
      ['root@example.org', '\0\ud800'.repeat(500)],
    ];
    for (const [email, password] of attempts) {
      await expect(signIn(email, password)).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID', details: {} });
    }
  });

  it('A-40 takes as long for an unknown account as for a wrong password', async () => {
    const unknownToKnown = async () => {
      const { email } = await create();
      const shortest = { known: Infinity, unknown: Infinity };
      const time = async (which: keyof typeof shortest, address: string) => {
        const started = performance.now();
        await refusal(signIn(address, 'wrong password'));
        shortest[which] = Math.min(shortest[which], performance.now() - started);
      };
      for (let i = 0; i < 9; i += 1) {
        await time('known', email);
        await time('unknown', `${randomUUID()}@example.org`);
      }
      return shortest.unknown / shortest.known;
    };
    // Without the dummy hash, the unknown account would take a tenth of the time.
    const isAlike = async () => {
      const ratio = await unknownToKnown();
      return ratio > 0.4 && ratio < 2.5;
    };
    await waitFor(isAlike, { what: 'refusals that take alike long' });
  });

  describe.each([
    ['of an operator', () => create()],
    ['of nobody', () => Promise.resolve({ email: `${randomUUID()}@example.org`, password: 'right password', id: '' })],
  ])('the lock %s', (_, account) => {
    it('admits 10 of 20 parallel wrong attempts, and then blocks their source for a minute', async () => {
      const { email, password, id } = await account();
      const outcomes = await tally(Array.from({ length: 20 }, (_, i) => signIn(email, `wrong password ${i}`)));
      expect(outcomes).toEqual({ CREDENTIALS_INVALID: 10, SIGN_IN_LOCKED: 10 });
      expect(await failures(email)).toBe(10);
      const refused = await signIn(email, password).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'SIGN_IN_LOCKED' });
      const { retryAfter } = (refused as { details: { retryAfter: number } }).details;
      expect(retryAfter).toBeLessThanOrEqual(60);
      const locked = await identity.events('admin.sign_in_locked', id);
      expect(locked).toHaveLength(id === '' ? 0 : 1);
    });
  });

  it('A-41 lets an operator in from a new device after an outsider tried ten wrong passwords', async () => {
    const { id, email, password } = await create();
    await tally(Array.from({ length: 12 }, () => signIn(email, 'wrong password', null, '2001:db8:1:2::1')));
    expect(await refusal(signIn(email, password, null, '2001:db8:1:2::2'))).toBe('SIGN_IN_LOCKED');
    expect(await signIn(email, password, null, '198.51.100.4')).toMatchObject({ admin: { id } });
  });

  it('A-41 allows ten wrong passwords, and then one a minute', async () => {
    const { email } = await create();
    await tally(Array.from({ length: 10 }, () => signIn(email, 'wrong password')));
    for (let minute = 0; minute < 2; minute += 1) {
      await identity.db.execute(sql`UPDATE credential_attempt SET locked_until = locked_until - interval '1 minute'`);
      const outcomes = await tally(Array.from({ length: 5 }, () => signIn(email, 'wrong password')));
      expect(outcomes).toEqual({ CREDENTIALS_INVALID: 1, SIGN_IN_LOCKED: 4 });
    }
  });

  it('A-41 slows guesses from many addresses, and lets the owner in from a new one', async () => {
    const { id, email, password } = await create();
    const guess = (n: number) => signIn(email, 'wrong password', null, `203.0.113.${n}`);
    await tally(Array.from({ length: 50 }, (_, n) => guess(n)));
    const more = [];
    for (let round = 0; round < 4; round += 1) more.push(await refusal(guess(100)));
    expect(more).toEqual(['CREDENTIALS_INVALID', 'CREDENTIALS_INVALID', 'SIGN_IN_LOCKED', 'SIGN_IN_LOCKED']);
    expect(await signIn(email, password, null, '198.51.100.4')).toMatchObject({ admin: { id } });
    expect(await identity.events('admin.sign_in_locked', id)).toHaveLength(1);
  });

  it('unlocks after 15 minutes', async () => {
    const { email, password } = await create();
    await tally(Array.from({ length: 10 }, () => signIn(email, 'wrong password')));
    expect(await refusal(signIn(email, password))).toBe('SIGN_IN_LOCKED');
    await identity.db.execute(sql`
      UPDATE credential_attempt SET locked_until = locked_until - interval '15 minutes',
        attempted_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(attempted_at) AS at)`);
    await expect(signIn(email, password)).resolves.toMatchObject({ admin: { email } });
    await identity.purge();
    expect(await countRows('credential_attempt')).toBe(0);
  });

  it('counts wrong attempts of any 15 minutes, and no right ones', async () => {
    const { email, password } = await create();
    await tally(Array.from({ length: 9 }, () => signIn(email, 'wrong password')));
    for (let i = 0; i < 3; i += 1) await signIn(email, password);
    await identity.db.execute(sql`
      UPDATE credential_attempt SET attempted_at[1] = now() - interval '15 minutes 1 second'
      WHERE cardinality(attempted_at) = 9`);
    expect(await refusal(signIn(email, 'wrong password'))).toBe('CREDENTIALS_INVALID');
    await signIn(email, password);
    expect(await refusal(signIn(email, 'wrong password'))).toBe('CREDENTIALS_INVALID');
    expect(await refusal(signIn(email, password))).toBe('SIGN_IN_LOCKED');
  });

  it('makes an operator with an initial password that has to be changed', async () => {
    const { id, email, password, mustChangePassword } = await create();
    expect(mustChangePassword).toBe(true);
    const { token } = await signIn(email, password);
    expect(await resolve(token)).toMatchObject({ mustChangePassword: true });
    expect(await identity.events('admin.created', id)).toEqual([{ adminId: id, email, role: 'platform_moderator' }]);
    expect(await identity.audited(id)).toEqual(['admin.created', 'admin.sign_in']);
    expect(await refusal(create('super_admin', email.toUpperCase()))).toBe('EMAIL_IN_USE');
    await expect(create('super_admin', 'no@-address')).rejects.toMatchObject({
      details: { errors: [{ pointer: '/email', code: 'FORMAT' }] },
    });
  });

  it('creates one operator for several requests with one Idempotency-Key, and replays the answer without the password', async () => {
    const email = `${randomUUID()}@example.org`;
    const request = { email, role: 'platform_moderator' as const, actingAdminId: `svcadmin_${'0'.repeat(32)}` };
    const idempotency = { scope: 'admin POST admins', key: email, requestHash: 'a'.repeat(64) };
    const run = () => identity.call(createAdmin, { ...request, idempotency });
    const outcomes = await tally([run(), run(), run(), run()]);
    expect((outcomes['ok'] ?? 0) + (outcomes['IDEMPOTENCY_IN_FLIGHT'] ?? 0)).toBe(4);
    expect(await run()).toMatchObject({ admin: { email }, initialPassword: null });
  });

  it('changes the password: every session ends, the old password and a second change at once are refused', async () => {
    const { id, email, password } = await create();
    const [session, other] = [await signIn(email, password), await signIn(email, password)];
    const change = (currentPassword: string, newPassword: string) =>
      identity.call(changeAdminPassword, { adminId: id, currentPassword, newPassword, client: CLIENT });
    await expect(change(password, password)).rejects.toMatchObject({
      details: { errors: [{ pointer: '/newPassword', code: 'NOT_ALLOWED' }] },
    });
    expect(await refusal(change('wrong password', 'a new password'))).toBe('CREDENTIALS_INVALID');
    for (const weak of ['passwordpassword', `${email.slice(0, 12)}1`, email]) {
      await expect(change(password, weak)).rejects.toMatchObject({
        details: { errors: [{ pointer: '/newPassword', code: 'WEAK' }] },
      });
    }
    const outcomes = await tally([change(password, 'a new password 1'), change(password, 'a new password 2')]);
    expect(outcomes).toEqual({ ok: 1, CREDENTIALS_INVALID: 1 });
    for (const { token } of [session, other]) expect(await resolve(token)).toBeNull();
    expect(await identity.events('principal.revoked', id)).toEqual([{ family: 'admin', id }]);
    expect(identity.revoked().at(-1)).toEqual({ family: 'admin', id });
    expect(await refusal(signIn(email, password))).toBe('CREDENTIALS_INVALID');
    expect(await identity.audited(id)).toContain('admin.password_changed');
  });

  it('counts wrong current passwords of signed-in users apart from wrong passwords at sign-in', async () => {
    const { id, email, password } = await create();
    const change = (currentPassword: string) =>
      identity.call(changeAdminPassword, {
        adminId: id,
        currentPassword,
        newPassword: 'a new password',
        client: CLIENT,
      });
    const wrong = (n: number) => tally(Array.from({ length: n }, () => change('wrong password')));
    await tally(Array.from({ length: 10 }, () => signIn(email, 'wrong password')));
    expect(await refusal(signIn(email, password))).toBe('SIGN_IN_LOCKED');
    expect(await wrong(9)).toEqual({ CREDENTIALS_INVALID: 9 });
    expect(await change(password)).toBeNull();
    expect(await wrong(3)).toEqual({ CREDENTIALS_INVALID: 1, SIGN_IN_LOCKED: 2 });
  });

  describe('a lock that strangers caused', () => {
    const wrongFromStrangers = (email: string) =>
      tally(Array.from({ length: 12 }, () => signIn(email, 'wrong password')));

    it('admits an operator from a known device', async () => {
      const { email, password } = await create();
      const { deviceToken } = await signIn(email, password);
      expect(deviceToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
      await wrongFromStrangers(email);
      expect(await refusal(signIn(email, password))).toBe('SIGN_IN_LOCKED');
      expect(await signIn(email, password, deviceToken)).toMatchObject({ admin: { email }, deviceToken: null });
    });

    it("keeps out who sends a device token that is none, or another operator's", async () => {
      const [{ email, password }, other] = [await create(), await create()];
      const { deviceToken } = await signIn(other.email, other.password);
      await wrongFromStrangers(email);
      expect(await refusal(signIn(email, password, deviceToken))).toBe('SIGN_IN_LOCKED');
      expect(await refusal(signIn(email, password, 'x'.repeat(43)))).toBe('SIGN_IN_LOCKED');
      expect(await refusal(signIn(email, 'wrong password', deviceToken))).toBe('SIGN_IN_LOCKED');
    });

    it('counts per device when the wrong passwords came from a known device', async () => {
      const { id, email, password } = await create();
      const [lost, kept] = [await signIn(email, password), await signIn(email, password)];
      const tries = Array.from({ length: 12 }, () => signIn(email, 'wrong password', lost.deviceToken));
      expect(await tally(tries)).toEqual({ CREDENTIALS_INVALID: 10, SIGN_IN_LOCKED: 2 });
      expect(await refusal(signIn(email, password, lost.deviceToken))).toBe('SIGN_IN_LOCKED');
      await signIn(email, password, kept.deviceToken);
      await signIn(email, password);
      expect(await identity.events('admin.sign_in_locked', id)).toHaveLength(1);
    });

    it('knows the twenty devices that were used last, and those of half a year', async () => {
      const { id, email, password } = await create();
      const first = await signIn(email, password);
      for (let i = 0; i < 20; i += 1) await signIn(email, password);
      const known = (await signIn(email, password, first.deviceToken)).deviceToken;
      expect(known).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const devices = () =>
        identity.db.row(sql`SELECT count(*)::integer AS n FROM admin_device WHERE admin_id = ${id}`);
      expect(await devices()).toEqual({ n: 20 });
      await identity.db.execute(sql`UPDATE admin_device SET last_used_at = now() - interval '181 days'`);
      await identity.purge();
      expect(await devices()).toEqual({ n: 0 });
    });

    it('keeps the device token as a hash alone', async () => {
      const { email, password } = await create();
      const { deviceToken } = await signIn(email, password);
      const rows = await identity.db.rows(sql`SELECT encode(token_hash, 'escape') AS hash FROM admin_device`);
      expect(JSON.stringify(rows)).not.toContain(deviceToken);
    });
  });

  it('ends the sessions of an operator whose role or status changes, and not of one that stays', async () => {
    const { id, email, password } = await create();
    const { token } = await signIn(email, password);
    await update(id, { role: 'platform_moderator' });
    expect(await resolve(token)).not.toBeNull();
    expect(await update(id, { role: 'super_admin' })).toMatchObject({ role: 'super_admin' });
    expect(await resolve(token)).toBeNull();
    expect(identity.revoked().at(-1)).toEqual({ family: 'admin', id });
    const access = { adminId: id, version: 2, role: 'super_admin', status: 'active' };
    expect(await identity.events('admin.updated', id)).toEqual([access]);
    expect(identity.bus.calls.slice(-OPERATOR_ACCESS.length)).toEqual(
      OPERATOR_ACCESS.map(({ subject }) => ({ subject, request: access })),
    );
    await update(id, { status: 'suspended' });
    expect(await refusal(signIn(email, password))).toBe('CREDENTIALS_INVALID');
    expect((await identity.audited(id)).filter((action) => action === 'admin.updated')).toHaveLength(2);
    expect(await refusal(update(`svcadmin_${'0'.repeat(32)}`, { status: 'active' }))).toBe('NOT_FOUND');
  });

  describe('the last super admin who can sign in', () => {
    /** From now on these are all super admins, each with its own password. */
    const only = async (count: number) => {
      await identity.db.execute(sql`UPDATE admin SET role = 'platform_moderator'`);
      const admins = [];
      for (let made = 0; made < count; made += 1) admins.push(await create('super_admin'));
      await identity.db.execute(sql`UPDATE admin SET must_change_password = false WHERE role = 'super_admin'`);
      return admins.map(({ id }) => id);
    };
    const usable = () =>
      identity.db.rows(sql`
        SELECT FROM admin WHERE role = 'super_admin' AND status = 'active' AND NOT must_change_password`);
    const going = [{ role: 'platform_moderator' }, { status: 'suspended' }];

    it('keeps the last super admin who can sign in, even if other super admins exist', async () => {
      const [last = '', other = ''] = await only(2);
      await update(other, { status: 'suspended' });
      const neverSignedIn = await create('super_admin');
      const unchanged = await create('super_admin');
      await signIn(unchanged.email, unchanged.password);
      for (const change of going) expect(await refusal(update(last, change))).toBe('LAST_SUPER_ADMIN');
      // An operator who cannot sign in may be removed.
      await update(neverSignedIn.id, { status: 'suspended' });
      await identity.call(changeAdminPassword, {
        ...{ adminId: unchanged.id, currentPassword: unchanged.password, client: CLIENT },
        newPassword: 'silver-meadow-77',
      });
      expect(await update(last, { role: 'platform_moderator' })).toMatchObject({ role: 'platform_moderator' });
    });

    it('stays when two go at once, in 20 requests', async () => {
      for (const change of going) {
        const both = await only(2);
        // A busy pool answers 503, and a client retries.
        const request = async (id: string): Promise<unknown> => {
          try {
            return await update(id, change);
          } catch (error) {
            if ((error as { code?: string }).code !== 'SERVICE_UNAVAILABLE') throw error;
            return request(id);
          }
        };
        const outcomes = await tally(Array.from({ length: 20 }, (_, at) => request(both[at % 2] as string)));
        expect(outcomes).toEqual({ ok: 10, LAST_SUPER_ADMIN: 10 });
        expect(await usable()).toHaveLength(1);
      }
    });

    it('stays when all of three go at once', async () => {
      const three = await only(3);
      const outcomes = await tally(three.map((id) => update(id, { role: 'platform_moderator' })));
      expect(outcomes).toEqual({ ok: 2, LAST_SUPER_ADMIN: 1 });
      const { items } = await identity.call(listAdmins, { limit: 100, role: 'super_admin', status: 'active' });
      expect(items).toHaveLength(1);
    });
  });
});
