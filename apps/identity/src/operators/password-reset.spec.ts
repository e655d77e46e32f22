import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { Passwords } from '../security/passwords/passwords.js';
import {
  askForAdminPasswordCode,
  askForPasswordCode,
  changeAdminPassword,
  createAdmin,
  resetAdminPassword,
  resetOwnAdminPassword,
  setPasswordByCode,
  signInAdmin,
  updateAdmin,
  verifyAdminSecondFactor,
} from '@questp/messages/identity';
import { sql } from '@questp/postgres';
import { mainOf, started } from '@questp/testing';
import {
  CLIENT,
  newEmail,
  opened,
  principalOf,
  proofOf,
  refusal,
  startIdentity,
  tally,
} from '../testing/identity.fixture.js';
import { codeOf, enableApp, WRONG } from '../testing/two-factor.fixture.js';

const run = promisify(execFile);
const NEW = 'violet-harbour-42';
const OTHER = 'silver-meadow-77';
const ELSEWHERE = { ...CLIENT, ip: '198.51.100.20' };

describe("an operator's lost password", () => {
  const identity = started(startIdentity);

  const actingAdminId = `svcadmin_${'0'.repeat(32)}`;
  const signIn = (email: string, password: string, deviceToken: string | null = null) =>
    identity.call(signInAdmin, { email, password, client: CLIENT, ...(deviceToken !== null && { deviceToken }) });
  const alive = async (token: string) => (await principalOf(identity, 'admin', token)) !== null;

  /** An operator with a session. */
  async function operator() {
    const email = newEmail();
    const { admin, initialPassword } = await identity.call(createAdmin, { email, role: 'super_admin', actingAdminId });
    await identity.db.execute(sql`UPDATE admin SET must_change_password = false WHERE id = ${admin.id}`);
    const password = initialPassword as string;
    const { token, deviceToken } = await opened(signIn(email, password));
    const principal = await principalOf(identity, 'admin', token);
    if (principal?.family !== 'admin') throw new Error('not signed in');
    return { id: admin.id, email, password, token, deviceToken, sessionId: principal.sessionId };
  }

  const ask = (email: string, client = CLIENT) => identity.call(askForAdminPasswordCode, { email, client });
  const proof = async (email: string) => proofOf(identity, email, (await ask(email.toUpperCase())).challengeId);
  const reset = (proven: { challengeId: string; code: string }, password = NEW) =>
    identity.call(resetOwnAdminPassword, { ...proven, password, client: CLIENT });
  const byAnother = (adminId: string, key = adminId) =>
    identity.call(resetAdminPassword, {
      ...{ adminId, actingAdminId, client: CLIENT },
      idempotency: { scope: 'admin POST password', key, requestHash: 'a'.repeat(64) },
    });
  const mailsTo = async (email: string) =>
    (await identity.mails())
      .filter(({ recipient }) => recipient === email)
      .map(({ template, family }) => [template, family]);
  const auditOf = (id: string) =>
    identity.db.rows(sql`
      SELECT actor_type, actor_id, details ->> 'by' AS by FROM audit_log
      WHERE subject_id = ${id} AND action = 'admin.password_reset'`);
  /** Sessions, devices and codes that depend on the old password. */
  const left = ({ id }: { id: string }) =>
    identity.db.row(sql`
      SELECT (SELECT count(*)::integer FROM admin_session WHERE owner_id = ${id}) AS sessions,
        (SELECT count(*)::integer FROM admin_device WHERE admin_id = ${id}) AS devices,
        (SELECT count(*)::integer FROM second_factor_challenge WHERE owner_id = ${id}) AS challenges`);

  describe('is reset by a mailed code', () => {
    it('which signs in and ends every session and device there was', async () => {
      const account = await operator();
      const attacker = await opened(signIn(account.email, account.password));
      const { token, admin } = await opened(reset(await proof(account.email)));
      expect(admin).toMatchObject({ id: account.id, mustChangePassword: false });
      expect(await Promise.all([account.token, attacker.token, token].map(alive))).toEqual([false, false, true]);
      expect(await left(account)).toEqual({ sessions: 1, devices: 1, challenges: 0 });
      expect(identity.revoked().at(-1)).toEqual({ family: 'admin', id: account.id });
      expect(await refusal(signIn(account.email, account.password, account.deviceToken))).toBe('CREDENTIALS_INVALID');
      await opened(signIn(account.email, NEW));
      expect(await mailsTo(account.email)).toEqual([
        ['operator_password_code', 'admin'],
        ['password_changed', 'admin'],
      ]);
      expect(await auditOf(account.id)).toEqual([{ actorType: 'admin', actorId: account.id, by: 'code' }]);
    });

    it('and is hashed for the right code alone', async () => {
      const proven = await proof((await operator()).email);
      const hash = jest.spyOn(identity.get(Passwords), 'hash');
      expect(await refusal(reset({ ...proven, challengeId: randomUUID() }))).toBe('EMAIL_CODE_INVALID');
      expect(await refusal(reset({ ...proven, code: 'aaaaaaaa' }))).toBe('EMAIL_CODE_INVALID');
      expect(hash).not.toHaveBeenCalled();
      hash.mockRestore();
      await reset(proven);
    });

    it('once, of 20 requests at once', async () => {
      const { email, id } = await operator();
      const proven = await proof(email);
      const resets = Array.from({ length: 20 }, (_, at) => reset(proven, `${NEW}-${at}`));
      expect(await tally(resets)).toEqual({ ok: 1, EMAIL_CODE_INVALID: 19 });
      expect(await auditOf(id)).toHaveLength(1);
    });

    it('asked for with the same answer for an unknown address and for a suspended operator', async () => {
      const [suspended, nobody, known] = [await operator(), newEmail(), (await operator()).email];
      await identity.call(updateAdmin, { adminId: suspended.id, actingAdminId, status: 'suspended' });
      const answer = { challengeId: expect.any(String) as string, expiresAt: expect.any(String) as string };
      for (const email of [suspended.email, nobody, known]) {
        const asked = await ask(email);
        expect(asked).toEqual(answer);
        const guess = { challengeId: asked.challengeId, code: 'aaaaaaaa' };
        expect(await refusal(reset(guess))).toBe('EMAIL_CODE_INVALID');
      }
      const codes = async (email: string) =>
        (await mailsTo(email)).filter(([template]) => template === 'operator_password_code').length;
      expect([await codes(suspended.email), await codes(nobody), await codes(known)]).toEqual([0, 0, 1]);
      await expect(ask('no@-address')).rejects.toMatchObject({
        details: { errors: [{ pointer: '/email', code: 'FORMAT' }] },
      });
    });

    it('and not with the password of an operator who was suspended since', async () => {
      const { id, email } = await operator();
      await operator();
      const proven = await proof(email);
      await identity.call(updateAdmin, { adminId: id, actingAdminId, status: 'suspended' });
      expect(await refusal(reset(proven))).toBe('EMAIL_CODE_INVALID');
      expect(await auditOf(id)).toEqual([]);
    });

    it('in five tries; a rejected new password does not count as one', async () => {
      const { email } = await operator();
      const proven = await proof(email);
      for (const password of ['passwordpassword', email]) {
        await expect(reset(proven, password)).rejects.toMatchObject({
          details: { errors: [{ pointer: '/password', code: 'WEAK' }] },
        });
      }
      const wrong = Array.from({ length: 20 }, () => reset({ ...proven, code: 'aaaaaaaa' }));
      expect(await tally(wrong)).toEqual({ EMAIL_CODE_INVALID: 20 });
      expect(await refusal(reset(proven))).toBe('EMAIL_CODE_INVALID');
    });

    it('for operators alone: neither code sets the password of the other family', async () => {
      const { email, id } = await operator();
      const { challengeId } = await identity.call(askForPasswordCode, { email, client: CLIENT });
      expect(await refusal(reset(await proofOf(identity, email, challengeId)))).toBe('EMAIL_CODE_INVALID');
      const ofOperator = { ...(await proof(email)), password: NEW, client: CLIENT };
      expect(await refusal(identity.call(setPasswordByCode, ofOperator))).toBe('EMAIL_CODE_INVALID');
      expect(await auditOf(id)).toEqual([]);
    });

    it('with the second step of a sign-in, and nothing changes before it', async () => {
      const account = await operator();
      const { secret } = await enableApp(identity, 'admin', account.id, account.sessionId);
      const first = await signIn(account.email, account.password);
      const live = await identity.call(verifyAdminSecondFactor, {
        ...{ challengeToken: first.challenge?.challengeToken as string, code: codeOf(secret), client: CLIENT },
      });
      await identity.db.execute(sql`UPDATE two_factor SET last_step = 0 WHERE owner_id = ${account.id}`);

      const { challenge, ...rest } = await reset(await proof(account.email));
      expect(rest).toEqual({});
      expect(challenge).toMatchObject({ method: 'app' });
      const verify = (code: string) =>
        identity.call(verifyAdminSecondFactor, {
          ...{ challengeToken: challenge?.challengeToken as string, code, client: CLIENT },
        });
      expect(await refusal(verify(WRONG))).toBe('SECOND_FACTOR_INVALID');
      expect(await alive(live.token)).toBe(true);
      expect(await signIn(account.email, account.password)).toMatchObject({ challenge: { method: 'app' } });
      expect(await auditOf(account.id)).toEqual([]);

      const verified = await Promise.allSettled(Array.from({ length: 4 }, () => verify(codeOf(secret))));
      const done = verified.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(done).toHaveLength(1);
      expect([await alive(live.token), await alive(done[0]?.token as string)]).toEqual([false, true]);
      expect(identity.revoked().at(-1)).toEqual({ family: 'admin', id: account.id });
      expect(await left(account)).toEqual({ sessions: 1, devices: 1, challenges: 0 });
      expect(await refusal(signIn(account.email, account.password))).toBe('CREDENTIALS_INVALID');
      expect(await signIn(account.email, NEW)).toMatchObject({ challenge: { method: 'app' } });
      expect(await auditOf(account.id)).toHaveLength(1);
      expect(await mailsTo(account.email)).toContainEqual(['password_changed', 'admin']);
    });

    it('while sign-ins with the old one run, of which none is left', async () => {
      const { email, password, id } = await operator();
      const proven = await proof(email);
      const [done] = await Promise.all([
        opened(reset(proven)),
        tally(Array.from({ length: 9 }, () => signIn(email, password))),
      ]);
      const sessions = await identity.db.rows(sql`SELECT id FROM admin_session WHERE owner_id = ${id}`);
      expect(sessions).toHaveLength(1);
      expect(await alive(done.token)).toBe(true);
    });

    it('that an operator gets where a session of the operator was, however often strangers ask for one', async () => {
      const { email } = await operator();
      const asked = Array.from({ length: 60 }, (_, at) => ask(email, { ...CLIENT, ip: `192.0.2.${at}` }));
      expect(await tally(asked)).toEqual({ ok: 60 });
      expect(await refusal(ask(email, ELSEWHERE))).toBe('RATE_LIMITED');
      await expect(ask(email)).resolves.toMatchObject({});
    });
  });

  describe('is reset by another super admin', () => {
    it('to an initial password, which ends sessions, devices, waiting sign-ins and mailed codes', async () => {
      const account = await operator();
      const proven = await proof(account.email);
      await enableApp(identity, 'admin', account.id, account.sessionId);
      await signIn(account.email, account.password);
      const { admin, initialPassword } = await byAnother(account.id);
      expect(admin).toMatchObject({ id: account.id, mustChangePassword: true });
      expect(await left(account)).toEqual({ sessions: 0, devices: 0, challenges: 0 });
      expect(identity.revoked().at(-1)).toEqual({ family: 'admin', id: account.id });
      expect(await refusal(reset(proven))).toBe('EMAIL_CODE_INVALID');
      expect(await refusal(signIn(account.email, account.password))).toBe('CREDENTIALS_INVALID');
      // Two-factor sign-in stays enabled.
      const first = await signIn(account.email, initialPassword as string);
      expect(first).toMatchObject({ challenge: { method: 'app' } });
      expect(await mailsTo(account.email)).toContainEqual(['operator_password_reset', 'admin']);
      expect(await auditOf(account.id)).toEqual([{ actorType: 'admin', actorId: actingAdminId, by: 'super_admin' }]);
      expect(await identity.db.rows(sql`SELECT * FROM published_operator_v1 WHERE admin_id = ${account.id}`)).toEqual([
        { adminId: account.id, changedByOthersAt: expect.any(Date) as Date },
      ]);
    });

    it('who is not oneself, and of an operator there is', async () => {
      expect(await refusal(byAnother(actingAdminId))).toBe('FORBIDDEN');
      expect(await refusal(byAnother(`svcadmin_${'1'.repeat(32)}`))).toBe('NOT_FOUND');
    });

    it('once for one Idempotency-Key, of 20 requests at once, and replayed without the password', async () => {
      const { id, email } = await operator();
      const answers = await Promise.allSettled(Array.from({ length: 20 }, () => byAnother(id)));
      const passwords = answers.flatMap((each) =>
        each.status === 'fulfilled' && each.value.initialPassword !== null ? [each.value.initialPassword] : [],
      );
      expect(passwords).toHaveLength(1);
      expect(await auditOf(id)).toHaveLength(1);
      expect(await byAnother(id)).toMatchObject({ admin: { id }, initialPassword: null });
      const { token } = await opened(signIn(email, passwords[0] as string));
      expect(await principalOf(identity, 'admin', token)).toMatchObject({ mustChangePassword: true });
      const change = { adminId: id, currentPassword: passwords[0] as string, newPassword: OTHER, client: CLIENT };
      await identity.call(changeAdminPassword, change);
      expect((await opened(signIn(email, OTHER))).admin.mustChangePassword).toBe(false);
    });
  });

  describe('is reset by a command where the platform runs', () => {
    const command = (...args: string[]) =>
      run(process.execPath, [mainOf('identity'), 'reset-operator-password', ...args], {
        env: { DATABASE_URL: identity.database?.urlOf('identity') },
      });

    it('which prints an initial password and ends what there was', async () => {
      const account = await operator();
      const { stdout, stderr } = await command(account.email.toUpperCase());
      const [, password = ''] = /^The new initial password of \S+ is (\S{24})\n$/.exec(stdout) ?? [];
      expect(stderr).not.toContain(password);
      expect(await left(account)).toEqual({ sessions: 0, devices: 0, challenges: 0 });
      expect(await identity.events('principal.revoked', account.id)).toEqual([{ family: 'admin', id: account.id }]);
      expect((await opened(signIn(account.email, password))).admin).toMatchObject({ mustChangePassword: true });
      expect(await mailsTo(account.email)).toEqual([['operator_password_reset', 'admin']]);
      expect(await auditOf(account.id)).toEqual([{ actorType: 'system', actorId: null, by: 'command' }]);
      const stored = await identity.db.rows(sql`SELECT details, user_agent FROM audit_log`);
      expect(JSON.stringify(stored)).not.toContain(password);
    });

    it('and turns two-factor sign-in off only on request', async () => {
      const account = await operator();
      await enableApp(identity, 'admin', account.id, account.sessionId);
      const passwordOf = async (...args: string[]) => (await command(...args)).stdout.trim().split(' ').at(-1) ?? '';
      const first = await passwordOf(account.email);
      expect(await signIn(account.email, first)).toMatchObject({ challenge: { method: 'app' } });
      await opened(signIn(account.email, await passwordOf(account.email, '--two-factor-off')));
      expect(await identity.audited(account.id)).toContain('two_factor.reset');
      expect(await mailsTo(account.email)).toContainEqual(['two_factor_off', 'admin']);
    });

    it('which changes nothing for an address that no active operator has, and shows how it is used', async () => {
      await expect(command(newEmail())).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no active operator has the address') as string,
      });
      await expect(command()).rejects.toMatchObject({ code: 1 });
      const help = run(process.execPath, [mainOf('identity'), 'reset-operator-password', '--help'], { env: {} });
      expect((await help).stdout).toContain('--two-factor-off');
    });
  });
});
