import { randomUUID } from 'node:crypto';
import type { AdminPrincipal, AdminRole, Caller, Principal } from '@questp/messages/access';
import { createAdmin, endSession, suspendUser, updateAdmin, updateProfile } from '@questp/messages/identity';
import { sql } from '@questp/postgres';
import { AdminsRepository } from '../operators/admins.repository.js';
import {
  CLIENT,
  principalOf,
  refusal,
  signIn,
  startIdentity,
  tally,
  type TestIdentity,
} from '../testing/identity.fixture.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';

describe("rechecks the caller's rights when it is written", () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    // A super admin that no test changes.
    await operator('super_admin');
  });
  afterAll(() => identity.stop());

  /** A new operator with a session. */
  async function operator(role: AdminRole): Promise<AdminPrincipal> {
    const email = `${randomUUID()}@example.org`;
    const { token } = await identity.db.transaction(async (tx) => {
      const admin = { email, passwordHash: 'none', role, mustChangePassword: false };
      const { id } = await identity.get(AdminsRepository).insert(tx, admin);
      return identity.get(SessionsRepository).open(tx, 'admin', id, CLIENT);
    });
    return (await principalOf(identity, 'admin', token)) as AdminPrincipal;
  }
  const by = (operation: string, principal: Principal): Caller => ({ operation, principal });

  const makeOperator = (principal: AdminPrincipal) =>
    identity.call(
      createAdmin,
      { email: `${randomUUID()}@example.org`, role: 'platform_moderator', actingAdminId: principal.adminId },
      by('adminCreateAdmin', principal),
    );
  const change = (who: AdminPrincipal, whom: AdminPrincipal, role: AdminRole) =>
    identity.call(
      updateAdmin,
      { adminId: whom.adminId, role, actingAdminId: who.adminId },
      by('adminUpdateAdmin', who),
    );

  it('a demoted operator can neither create operators nor suspend users, whatever the gateway has cached', async () => {
    const [root, other] = [await operator('super_admin'), await operator('super_admin')];
    await makeOperator(other);
    await change(root, other, 'platform_moderator');
    expect(await refusal(makeOperator(other))).toBe('UNAUTHENTICATED');
    const { user } = await signIn(identity);
    const suspend = identity.call(
      suspendUser,
      { userId: user.id, reason: 'Fraud', adminId: other.adminId },
      by('adminSuspendUser', other),
    );
    expect(await refusal(suspend)).toBe('UNAUTHENTICATED');
    // A session that survives would be wrong too.
    await identity.db.execute(sql`
      INSERT INTO admin_session (id, owner_id, token_hash, ip, user_agent, expires_at)
      VALUES (${other.sessionId}, ${other.adminId}, ${Buffer.from(randomUUID())}, '', '', now() + interval '1 hour')`);
    expect(await refusal(makeOperator(other))).toBe('FORBIDDEN');
  });

  it('keeps one of two operators who demote each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await operator('super_admin'), await operator('super_admin')];
      const outcomes = await tally([change(one, two, 'platform_moderator'), change(two, one, 'platform_moderator')]);
      expect(outcomes).toEqual({ ok: 1, UNAUTHENTICATED: 1 });
    }
  });

  it('a user whose session ended or who is suspended changes nothing', async () => {
    const { user, token } = await signIn(identity);
    const principal = (await principalOf(identity, 'user', token)) as Extract<Principal, { family: 'user' }>;
    const rename = () =>
      identity.call(updateProfile, { userId: user.id, bio: randomUUID() }, by('updateMe', principal));
    await rename();
    const root = await operator('super_admin');
    const suspend = { userId: user.id, reason: 'Fraud', adminId: root.adminId };
    await identity.call(suspendUser, suspend, by('adminSuspendUser', root));
    expect(await refusal(rename())).toBe('ACCOUNT_SUSPENDED');
    const { sessionId } = principal;
    const end = () =>
      identity.call(endSession, { family: 'user', ownerId: user.id, sessionId }, by('endSession', principal));
    await end();
    expect(await refusal(rename())).toBe('UNAUTHENTICATED');
    expect(await refusal(end())).toBe('UNAUTHENTICATED');
  });

  it('applies all parallel writes of one user', async () => {
    const { user, token } = await signIn(identity);
    const principal = (await principalOf(identity, 'user', token)) as Principal;
    const writes = Array.from({ length: 20 }, (_, i) =>
      identity.call(updateProfile, { userId: user.id, bio: `Bio ${i}` }, by('updateMe', principal)),
    );
    expect(await tally(writes)).toEqual({ ok: 20 });
  });

  it('a request that acts for another than its caller is refused', async () => {
    const [root, other] = [await operator('super_admin'), await operator('super_admin')];
    const forged = { email: `${randomUUID()}@example.org`, role: 'super_admin', actingAdminId: other.adminId } as const;
    expect(await refusal(identity.call(createAdmin, forged, by('adminCreateAdmin', root)))).toBe('FORBIDDEN');
    const nobody = { operation: 'adminCreateAdmin', principal: null };
    expect(await refusal(identity.call(createAdmin, forged, nobody))).toBe('UNAUTHENTICATED');
  });
});
