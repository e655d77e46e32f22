import { askForSignInCode, deleteOwnAccount, suspendUser, updateProfile } from '@questp/messages/identity';
import { AppError, type ErrorCode } from '@questp/messages/language';
import { eraseMailAddress } from '@questp/messages/notifier';
import { reserveAccountDeletion } from '@questp/messages/quests';
import { insertInto, newId, raw, sql } from '@questp/postgres';
import { waitFor } from '@questp/testing';
import {
  CLIENT,
  newEmail,
  newWallet,
  principalOf,
  refusal,
  sessionIdOf,
  signIn,
  signInByEmail,
  startIdentity,
  tally,
  type TestIdentity,
} from '../../testing/identity.fixture.js';
import { FinishDeletions } from './finish-deletions.js';

const ADMIN = `svcadmin_${'0'.repeat(32)}`;
/**
 * Tables that may keep the id of a deleted account (docs/services/identity.md, "Merging and deletion"). Rows of the outbox are deleted when they are sent.
 */
const KEPT = ['audit_log', 'outbox'];

describe('deleting accounts', () => {
  let identity: TestIdentity;
  let refused: ErrorCode | undefined;
  let reserved: string[];
  beforeAll(async () => {
    identity = await startIdentity();
    identity.bus.answer(reserveAccountDeletion, ({ userId }) => {
      if (refused !== undefined) throw new AppError(refused);
      reserved.push(userId);
      return null;
    });
  }, 60_000);
  beforeEach(() => {
    refused = undefined;
    reserved = [];
  });
  afterAll(() => identity.stop());

  const remove = async (userId: string) =>
    identity.call(deleteOwnAccount, { userId, sessionId: await sessionIdOf(identity, userId), client: CLIENT });
  const statusOf = async (userId: string) =>
    (await identity.db.row<{ status: string }>(sql`SELECT status FROM user_account WHERE id = ${userId}`))?.status;
  const left = async () =>
    Number((await identity.db.row<{ rows: string }>(sql`SELECT count(*) AS rows FROM account_deletion`))?.rows);
  /** Tables that contain a text. */
  const tablesWith = async (text: string) => {
    const tables = await identity.db.rows<{ name: string }>(sql`
      SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'identity'::regnamespace`);
    const found: string[] = [];
    for (const { name } of tables) {
      const row = await identity.db.row(sql`
        SELECT FROM ${raw(name)} AS t WHERE strpos(lower(t::text), lower(${text})) > 0 LIMIT 1`);
      if (row !== undefined && !KEPT.includes(name)) found.push(name);
    }
    return found;
  };

  it('leaves nothing of the person in any table but the id, and frees wallet, address and account', async () => {
    const [wallet, email, canary] = [newWallet(), newEmail(), `canary${newId().slice(-8)}`];
    const { user, token } = await signIn(identity, wallet);
    const [{ user: referrer }, { user: referred }] = [await signIn(identity), await signIn(identity)];
    await identity.call(updateProfile, {
      userId: user.id,
      username: canary,
      displayName: canary,
      bio: canary,
    });
    await identity.db.transaction(async (tx) => {
      await tx.execute(insertInto('user_email', { email, userId: user.id }));
      await tx.execute(insertInto('user_password', { userId: user.id, passwordHash: canary }));
      await tx.execute(
        insertInto('mail_order', { id: newId(), recipient: email, template: 'sign_in_code', expiresAt: new Date() }),
      );
      await tx.execute(insertInto('referral', { refereeId: user.id, referrerId: referrer.id, code: canary }));
      await tx.execute(
        insertInto('referral', { refereeId: referred.id, referrerId: user.id, code: user.referralCode }),
      );
      await tx.execute(
        insertInto('linked_account', {
          provider: 'codehost',
          accountId: canary,
          userId: user.id,
          handle: canary,
          grantId: newId(),
        }),
      );
      await tx.execute(insertInto('payout_address', { userId: user.id, chainId: 'osmosis-1', address: canary }));
      await tx.execute(insertInto('two_factor', { ownerId: user.id, method: 'app', secret: canary }));
      await tx.execute(insertInto('recovery_code', { ownerId: user.id, codeHash: Buffer.from(canary) }));
    });
    const before = ['linked_account', 'payout_address', 'referral', 'two_factor', 'user_account', 'user_password'];
    expect((await tablesWith(canary)).toSorted()).toEqual(before);
    await remove(user.id);
    await identity.mails();
    expect(identity.erased()).toEqual([email]);
    for (const text of [canary, wallet.address, email, user.referralCode]) expect(await tablesWith(text)).toEqual([]);
    expect(await statusOf(user.id)).toBe('deleted');
    expect(await principalOf(identity, 'user', token)).toBeNull();
    expect((await identity.audited(user.id)).at(-1)).toBe('user.deleted');
    expect(identity.revoked().map(({ id }) => id)).toContain(user.id);
    const events = await identity.db.rows<{ type: string }>(sql`
      SELECT type FROM outbox WHERE aggregate_id = ${user.id} ORDER BY seq`);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['account.unlinked', 'account.deleted']));
    const [again, byEmail] = [await signIn(identity, wallet), await signInByEmail(identity, email)];
    for (const next of [again, byEmail]) expect(next).toMatchObject({ isNewUser: true });
    const taking = identity.call(updateProfile, { userId: again.user.id, username: canary });
    expect(await refusal(taking)).toBe('USERNAME_TAKEN');
  });

  it('has the address erased from mails after every mail that was ordered before, also when the notifier is away', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    const before = identity.erased().length;
    identity.bus.answer(eraseMailAddress, () => Promise.reject(new AppError('UPSTREAM_TIMEOUT')));
    await identity.call(askForSignInCode, { email, client: CLIENT });
    await remove(user.id);
    await expect(identity.mails()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    identity.answerErasures();
    // An order that failed has its next turn a second later.
    await waitFor(async () => (await identity.mails()) && identity.erased().length > before);
    const mails = await identity.mails();
    expect(mails.filter(({ recipient }) => recipient === email)).toHaveLength(1);
    expect(identity.erased().slice(before)).toEqual([email]);
    expect(await identity.db.rows(sql`SELECT FROM mail_order WHERE recipient = ${email}`)).toEqual([]);
  });

  it('includes the accounts that were merged into it, and what their merges moved', async () => {
    const [{ user: survivor }, { user: absorbed }] = [await signIn(identity), await signIn(identity)];
    const [canary, moved] = [`canary${newId().slice(-8)}`, `moved${newId()}`];
    await identity.db.execute(sql`
      UPDATE user_account SET status = 'merged', display_name = ${canary} WHERE id = ${absorbed.id}`);
    await identity.db.execute(
      insertInto('account_merge', {
        ...{
          id: newId(),
          survivorId: survivor.id,
          absorbedId: absorbed.id,
          state: 'done',
          mergedAt: new Date(Date.now() - 8 * 86_400_000),
        },
        moved: JSON.stringify({ dropped: { email: moved } }),
      }),
    );
    await remove(survivor.id);
    expect([...(await tablesWith(canary)), ...(await tablesWith(moved))]).toEqual([]);
    expect(await Promise.all([survivor.id, absorbed.id].map(statusOf))).toEqual(['deleted', 'deleted']);
    const deleted = (await identity.events('account.deleted')).map(({ userId }) => userId);
    expect(deleted).toEqual(expect.arrayContaining([survivor.id, absorbed.id]));
  });

  it('is refused to suspended users and to team members, whose data stays', async () => {
    const [{ user: suspended }, { user: member }] = [await signIn(identity), await signIn(identity)];
    await identity.call(suspendUser, { userId: suspended.id, reason: 'x', adminId: ADMIN, client: CLIENT });
    expect(await refusal(remove(suspended.id))).toBe('ACCOUNT_SUSPENDED');
    refused = 'ACCOUNT_HAS_ROLES';
    expect(await refusal(remove(member.id))).toBe('ACCOUNT_HAS_ROLES');
    expect([await statusOf(suspended.id), await statusOf(member.id)]).toEqual(['suspended', 'active']);
    expect(await left()).toBe(0);
  });

  it('deletes once in 20 parallel requests', async () => {
    const { user } = await signIn(identity);
    const request = { userId: user.id, sessionId: await sessionIdOf(identity, user.id), client: CLIENT };
    const outcomes = await tally(Array.from({ length: 20 }, () => identity.call(deleteOwnAccount, request)));
    expect(Object.keys(outcomes).filter((code) => !['ok', 'NOT_FOUND'].includes(code))).toEqual([]);
    expect((await identity.audited(user.id)).filter((action) => action === 'user.deleted')).toHaveLength(1);
    expect(await left()).toBe(0);
  });

  it('continues by itself when quests-verify did not answer or the process ended', async () => {
    const { user } = await signIn(identity);
    refused = 'INTERNAL';
    expect(await refusal(remove(user.id))).toBe('INTERNAL');
    expect([await statusOf(user.id), await left()]).toEqual(['active', 1]);
    refused = undefined;
    expect(await identity.get(FinishDeletions).execute()).toBe(false);
    await identity.db.execute(sql`UPDATE account_deletion SET tried_at = now() - interval '2 minutes'`);
    expect(await identity.get(FinishDeletions).execute()).toBe(true);
    expect([await statusOf(user.id), await left()]).toEqual(['deleted', 0]);
  });
});
