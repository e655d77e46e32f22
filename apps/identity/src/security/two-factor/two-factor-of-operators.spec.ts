import type { AdminRole } from '@questp/messages/access';
import {
  createAdmin,
  getSecuritySettings,
  resetSecondFactor,
  resolveToken,
  setSecuritySettings,
  signInAdmin,
  updateAdmin,
  verifyAdminSecondFactor,
  verifySecondFactor,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { hashSecret } from '@questp/service';
import {
  CLIENT,
  newEmail,
  opened,
  principalOf,
  refusal,
  startIdentity,
  tally,
  type TestIdentity,
} from '../../testing/identity.fixture.js';
import { codeOf, enableApp, WRONG } from '../../testing/two-factor.fixture.js';

describe('two-factor sign-in of operators', () => {
  let identity: TestIdentity;
  let other: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    other = await startIdentity({}, { database: identity.database });
  });
  afterAll(async () => {
    await other?.stop();
    await identity?.stop();
  });

  /** An operator with a session. */
  async function operator(role: AdminRole = 'super_admin') {
    const email = newEmail();
    const actingAdminId = `svcadmin_${'0'.repeat(32)}`;
    const made = await identity.call(createAdmin, { email, role, actingAdminId });
    const password = made.initialPassword as string;
    await identity.db.execute(sql`UPDATE admin SET must_change_password = false WHERE id = ${made.admin.id}`);
    const credentials = { email, password, client: CLIENT };
    const { token } = await opened(identity.call(signInAdmin, credentials));
    const principal = await principalOf(identity, 'admin', token);
    if (principal?.family !== 'admin') throw new Error('not signed in');
    return { credentials, adminId: made.admin.id, sessionId: principal.sessionId, token };
  }

  async function challenged(credentials: RequestOf<typeof signInAdmin>): Promise<string> {
    const outcome = await identity.call(signInAdmin, credentials);
    expect(outcome).toEqual({ challenge: expect.objectContaining({ method: 'app' }) as object });
    return outcome.challenge?.challengeToken as string;
  }

  const verify = (challengeToken: string, code: string) =>
    identity.call(verifyAdminSecondFactor, { challengeToken, code, client: CLIENT });

  it('takes a second step of operators, and A-38 none after their access changed', async () => {
    // At least one super admin stays.
    await operator();
    const { credentials, adminId, sessionId, token } = await operator();
    const { secret } = await enableApp(identity, 'admin', adminId, sessionId);
    const mails = (await identity.mails()).filter(({ recipient }) => recipient === credentials.email);
    expect(mails).toMatchObject([{ template: 'two_factor_on', family: 'admin' }]);
    expect(await principalOf(identity, 'admin', token)).toBeNull();
    const challengeToken = await challenged(credentials);
    const asUser = identity.call(verifySecondFactor, { challengeToken, code: codeOf(secret), client: CLIENT });
    expect(await refusal(asUser)).toBe('SECOND_FACTOR_INVALID');
    const signedIn = await verify(challengeToken, codeOf(secret));
    expect(signedIn).toMatchObject({ admin: { id: adminId }, deviceToken: expect.any(String) as string });

    expect(await refusal(verify(await challenged(credentials), WRONG))).toBe('SECOND_FACTOR_INVALID');
    const waiting = await challenged(credentials);
    const actingAdminId = adminId;
    await identity.call(updateAdmin, { adminId, role: 'platform_moderator', actingAdminId, client: CLIENT });
    expect(await refusal(verify(waiting, codeOf(secret, 1)))).toBe('SECOND_FACTOR_INVALID');
    expect(await principalOf(identity, 'admin', signedIn.token)).toBeNull();
    expect(await identity.audited(adminId)).toContain('admin.second_factor_failed');
  });

  it('is reset once in 20 parallel requests, which ends the sessions and sign-ins of the operator', async () => {
    const [{ adminId: actingAdminId, sessionId }, { credentials, ...lost }] = [await operator(), await operator()];
    const { secret } = await enableApp(identity, 'admin', lost.adminId, lost.sessionId);
    const { token } = await verify(await challenged(credentials), codeOf(secret));
    const waiting = await challenged(credentials);
    const before = identity.revoked().length;

    const reset = (on: TestIdentity) =>
      on.call(resetSecondFactor, { adminId: lost.adminId, actingAdminId, sessionId, client: CLIENT });
    const resets = Array.from({ length: 20 }, (_, at) => reset(at % 2 === 0 ? identity : other));
    expect(await tally(resets)).toEqual({ ok: 20 });
    expect(identity.revoked().slice(before)).toContainEqual({ family: 'admin', id: lost.adminId });
    expect(await principalOf(other, 'admin', token)).toBeNull();
    expect(await refusal(verify(waiting, codeOf(secret, 1)))).toBe('SECOND_FACTOR_INVALID');
    const codes = await identity.db.rows(sql`SELECT FROM recovery_code WHERE owner_id = ${lost.adminId}`);
    expect(codes).toEqual([]);
    const resetsAudited = (await identity.audited(lost.adminId)).filter((action) => action === 'two_factor.reset');
    expect(resetsAudited).toHaveLength(1);
    const { adminId } = lost;
    const events = await identity.events('admin.second_factor_reset', adminId);
    expect(events).toEqual([{ adminId, email: credentials.email }]);
    const published = await identity.db.rows(
      sql`SELECT admin_id FROM published_operator_v1 WHERE changed_by_others_at IS NOT NULL`,
    );
    expect(published).toContainEqual({ adminId });

    const again = await opened(identity.call(signInAdmin, credentials));
    await reset(identity);
    expect(await principalOf(identity, 'admin', again.token)).toMatchObject({ adminId });
  });

  it('cannot be reset by its own operator', async () => {
    const { adminId, sessionId } = await operator();
    const reset = (whom: string) =>
      refusal(identity.call(resetSecondFactor, { adminId: whom, actingAdminId: adminId, sessionId, client: CLIENT }));
    expect(await reset(adminId)).toBe('FORBIDDEN');
    expect(await reset(`svcadmin_${'0'.repeat(32)}`)).toBe('NOT_FOUND');
  });

  it('A-44 applies at once to live tokens when it becomes required for super admins or for all operators', async () => {
    const [superAdmin, moderator] = [await operator(), await operator('platform_moderator')];
    const needs = async ({ token }: { token: string }) => {
      const tokenHash = hashSecret(token).toString('hex');
      return (await other.call(resolveToken, { family: 'admin', tokenHash })).admin?.mustEnableTwoFactor;
    };
    const set = async (settings: { superAdminsNeedTwoFactor?: boolean; operatorsNeedTwoFactor: boolean }) => {
      const before = identity.revoked().length;
      const request = { ...settings, actingAdminId: superAdmin.adminId, client: CLIENT };
      const now = await identity.call(setSecuritySettings, request);
      for (const { adminId: id } of [superAdmin, moderator])
        expect(identity.revoked().slice(before)).toContainEqual({ family: 'admin', id });
      expect(await identity.call(getSecuritySettings, {})).toEqual(now);
      return [now.superAdminsNeedTwoFactor, await needs(superAdmin), await needs(moderator)];
    };
    expect([await needs(superAdmin), await needs(moderator)]).toEqual([false, false]);
    expect(await set({ operatorsNeedTwoFactor: true })).toEqual([false, true, true]);
    expect(await set({ operatorsNeedTwoFactor: false })).toEqual([false, false, false]);
    expect(await set({ superAdminsNeedTwoFactor: true, operatorsNeedTwoFactor: false })).toEqual([true, true, false]);
    expect(await set({ operatorsNeedTwoFactor: true })).toEqual([true, true, true]);
    expect(await set({ operatorsNeedTwoFactor: false })).toEqual([true, true, false]);
    expect(await set({ superAdminsNeedTwoFactor: false, operatorsNeedTwoFactor: false })).toEqual([
      false,
      false,
      false,
    ]);
  });
});
