import {
  adminGetUser,
  adminListUsers,
  findUsers,
  getPublicProfile,
  getUser,
  linkWallet,
  listReferrals,
  reactivateUser,
  setPrimaryWallet,
  suspendUser,
  updateProfile,
} from '@questp/messages/identity';
import { AppError, type Page } from '@questp/messages/language';
import { setEarnerStatus } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { AccountDeletionsRepository } from '../accounts/deletions/account-deletions.repository.js';
import {
  CLIENT,
  linkProof,
  newWallet,
  principalOf,
  refusal,
  signIn,
  startIdentity,
  tally,
} from '../testing/identity.fixture.js';

describe('accounts', () => {
  const ADMIN = `svcadmin_${'0'.repeat(32)}`;
  const UNKNOWN_USER = `svcuser_${'0'.repeat(32)}`;

  const identity = started(startIdentity);

  const update = (userId: string, change: object) => identity.call(updateProfile, { userId, ...change });
  const suspend = (userId: string) =>
    identity.call(suspendUser, { userId, reason: 'Farming', adminId: ADMIN, client: CLIENT });

  describe('users', () => {
    beforeEach(() => {
      identity.bus.answer(setEarnerStatus, () => null);
      identity.bus.calls.length = 0;
      identity.bus.broadcasts.length = 0;
    });

    const updates = (userId: string) => identity.events('user.updated', userId);

    it('changes the given members of a profile, keeps the others, and publishes the next version', async () => {
      const { user } = await signIn(identity);
      await update(user.id, { username: 'ada_1', bio: 'First\nline' });
      const changed = await update(user.id, { displayName: 'Ada', bio: null });
      expect(changed).toMatchObject({ username: 'ada_1', displayName: 'Ada', bio: null, avatarUrl: null });
      await update(user.id, { displayName: 'Ada' });
      await update(user.id, {});
      expect((await updates(user.id)).map(({ version, displayName }) => [version, displayName])).toEqual([
        [2, null],
        [3, 'Ada'],
      ]);
    });

    it('refuses what no profile may hold, and changes nothing', async () => {
      const { user } = await signIn(identity);
      expect(await refusal(update(user.id, { username: 'Ada', displayName: 'x' }))).toBe('VALIDATION_FAILED');
      expect(await refusal(update(user.id, { username: null, displayName: 'x' }))).toBe('VALIDATION_FAILED');
      expect(await refusal(update(UNKNOWN_USER, { displayName: 'x' }))).toBe('NOT_FOUND');
      expect(await updates(user.id)).toEqual([]);
    });

    it('gives a username to one of several parallel requests', async () => {
      const users = await Promise.all(Array.from({ length: 10 }, () => signIn(identity)));
      const outcomes = await tally(users.map(({ user }) => update(user.id, { username: 'wanted' })));
      expect(outcomes).toEqual({ ok: 1, USERNAME_TAKEN: 9 });
    });

    it('keeps a username that was given up from others for 30 days, also after the account was deleted', async () => {
      const [one, other] = await Promise.all([signIn(identity), signIn(identity)]);
      const take = (username: string) => update(other.user.id, { username });
      await update(one.user.id, { username: 'deneb' });
      await update(one.user.id, { username: 'vega' });
      expect(await refusal(take('deneb'))).toBe('USERNAME_TAKEN');
      await update(one.user.id, { username: 'deneb' });
      expect(await refusal(take('vega'))).toBe('USERNAME_TAKEN');
      await identity.db.execute(sql`
        UPDATE username_claim SET released_at = released_at - interval '30 days' WHERE username_hash = sha256('vega')`);
      await take('vega');
      await identity.db.transaction((tx) => identity.get(AccountDeletionsRepository).erase(tx, one.user.id));
      expect(await refusal(take('deneb'))).toBe('USERNAME_TAKEN');
      const rows = await identity.db.rows(
        sql`SELECT user_id FROM username_claim WHERE username_hash = sha256('deneb')`,
      );
      expect(rows).toEqual([{ userId: null }]);
    });

    it('keeps a username reserved for its last owner after it is given up', async () => {
      const [one, ...others] = await Promise.all(Array.from({ length: 10 }, () => signIn(identity)));
      await update(one?.user.id ?? '', { username: 'altair' });
      const [, ...taken] = await Promise.all([
        update(one?.user.id ?? '', { username: 'altair_2' }),
        ...others.map(({ user }) => refusal(update(user.id, { username: 'altair' }))),
      ]);
      expect(taken).toEqual(others.map(() => 'USERNAME_TAKEN'));
    });

    it('rejects the sixth username that a user would reserve', async () => {
      const { user } = await signIn(identity);
      for (const n of [1, 2, 3, 4, 5]) await update(user.id, { username: `rigel_${n}` });
      expect(await refusal(update(user.id, { username: 'rigel_6' }))).toBe('TOO_MANY');
      await update(user.id, { username: 'rigel_1' });
    });

    it('publishes parallel changes in the order of their versions', async () => {
      const { user } = await signIn(identity);
      await Promise.all(Array.from({ length: 10 }, (_, i) => update(user.id, { displayName: `Name ${i}` })));
      const published = await updates(user.id);
      expect(published.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      const now = await identity.call(getUser, { userId: user.id });
      expect(published.at(-1)?.displayName).toBe(now.displayName);
    });

    it('suspends a user: informs quests-verify before the reply, then gateways, publishes an event and records it', async () => {
      const wallet = newWallet();
      const { user, token } = await signIn(identity, wallet);
      const resolve = () => principalOf(identity, 'user', token);
      expect(await suspend(user.id)).toMatchObject({ status: 'suspended', suspendedReason: 'Farming' });
      expect(identity.bus.calls).toEqual([
        { subject: setEarnerStatus.subject, request: { userId: user.id, status: 'suspended', version: 2 } },
      ]);
      expect(identity.revoked()).toEqual([{ family: 'user', id: user.id }]);
      expect(await updates(user.id)).toEqual([expect.objectContaining({ status: 'suspended', version: 2 })]);
      expect(await identity.audited(user.id)).toEqual(['user.sign_in', 'user.suspended']);
      expect(await resolve()).toMatchObject({ userId: user.id, status: 'suspended' });
      expect(await refusal(signIn(identity, wallet))).toBe('ACCOUNT_SUSPENDED');
      expect(await refusal(update(user.id, { displayName: 'x' }))).toBe('ACCOUNT_SUSPENDED');
      const proof = await linkProof(identity, user.id, newWallet());
      expect(await refusal(identity.call(linkWallet, { userId: user.id, ...proof }))).toBe('ACCOUNT_SUSPENDED');

      const active = await identity.call(reactivateUser, { userId: user.id, adminId: ADMIN });
      expect(active).toMatchObject({ status: 'active', suspendedAt: null, suspendedReason: null });
      expect(identity.bus.calls.at(-1)?.request).toEqual({ userId: user.id, status: 'active', version: 3 });
      expect(await resolve()).toMatchObject({ status: 'active' });
      await expect(signIn(identity, wallet)).resolves.toMatchObject({ isNewUser: false });
    });

    it('changes once when repeated, and notifies quests-verify again', async () => {
      const { user } = await signIn(identity);
      await Promise.all([suspend(user.id), suspend(user.id), suspend(user.id)]);
      expect(await updates(user.id)).toHaveLength(1);
      expect((await identity.audited(user.id)).filter((action) => action === 'user.suspended')).toHaveLength(1);
      expect(identity.bus.calls).toHaveLength(3);
    });

    it('holds the suspension when quests-verify does not answer', async () => {
      const { user } = await signIn(identity);
      identity.bus.answer(setEarnerStatus, () => Promise.reject(new AppError('SERVICE_UNAVAILABLE')));
      expect(await suspend(user.id)).toMatchObject({ status: 'suspended' });
      expect(await updates(user.id)).toHaveLength(1);
      expect(await refusal(suspend(UNKNOWN_USER))).toBe('NOT_FOUND');
    });

    it('lets no sign-in through that runs beside a suspension', async () => {
      const wallet = newWallet();
      const { user } = await signIn(identity, wallet);
      const outcomes = await tally([suspend(user.id), ...Array.from({ length: 10 }, () => signIn(identity, wallet))]);
      expect(Object.keys(outcomes).sort()).toEqual(expect.arrayContaining(['ok']));
      const after = await refusal(signIn(identity, wallet));
      expect(after).toBe('ACCOUNT_SUSPENDED');
    });

    it('lists users for operators: newest first, by status, by the start of id, username or address', async () => {
      const wallet = newWallet();
      const { user: referrer } = await signIn(identity);
      const { user } = await signIn(identity, wallet, referrer.referralCode);
      await update(user.id, { username: 'a_b%c'.replace('%', '_') });
      const list = async (request: object) =>
        (await identity.call(adminListUsers, { order: 'newest', limit: 100, ...request })).items;
      const found = async (search: string) => (await list({ search })).map(({ id }) => id);
      expect(await found(user.id.slice(0, -2))).toContain(user.id);
      expect(await found('a_b')).toEqual([user.id]);
      expect(await found('a%')).toEqual([]);
      expect(await found('b_')).toEqual([]);
      expect(await found(wallet.address.toUpperCase().slice(0, 20))).toEqual([user.id]);
      expect((await list({ status: 'suspended' })).every(({ status }) => status === 'suspended')).toBe(true);
      const ids = (await list({})).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted().toReversed());
      expect((await list({ order: 'oldest' })).map(({ id }) => id)).toEqual(ids.toReversed());
      const pages: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page<{ id: string }> = await identity.call(adminListUsers, {
          order: 'oldest',
          limit: 2,
          ...(cursor !== null && { cursor }),
        });
        pages.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        const other = identity.call(adminListUsers, { order: 'newest', limit: 2, cursor: cursor ?? 'x' });
        expect(await refusal(other)).toBe('INVALID_CURSOR');
      } while (cursor !== null);
      expect(pages).toEqual(ids.toReversed());
      expect(await identity.call(adminGetUser, { userId: user.id })).toMatchObject({
        referredBy: referrer.id,
        referrals: 0,
      });
      expect(await identity.call(adminGetUser, { userId: referrer.id })).toMatchObject({
        referredBy: null,
        referrals: 1,
      });
    });

    it('keeps the audit log from being changed', async () => {
      for (const statement of [
        sql`UPDATE audit_log SET action = 'x'`,
        sql`DELETE FROM audit_log`,
        sql`TRUNCATE audit_log CASCADE`,
      ]) {
        await expect(identity.db.execute(statement)).rejects.toMatchObject({ code: '42501' });
        await expect(identity.asOwner().execute(statement)).rejects.toThrow('append-only');
      }
    });
  });

  describe('public profiles', () => {
    const profile = (userId: string) => identity.call(getPublicProfile, { userId });
    const found = async (by: { username?: string; wallet?: string }) =>
      (await identity.call(findUsers, by)).items.map(({ userId }) => userId);

    it('show what the person wrote, and the primary wallet only while it is shown', async () => {
      const wallet = newWallet();
      const { user } = await signIn(identity, wallet);
      expect(user.showsWallet).toBe(false);
      const wrote = { username: 'shown_1', displayName: 'Ada', bio: 'Hello', avatarUrl: 'https://a.example/1.png' };
      await update(user.id, wrote);
      const hidden = { userId: user.id, ...wrote, wallet: null, createdAt: user.createdAt };
      expect(await profile(user.id)).toEqual(hidden);
      expect(await update(user.id, { showsWallet: true })).toMatchObject({ showsWallet: true, bio: 'Hello' });
      expect(await profile(user.id)).toEqual({ ...hidden, wallet: wallet.address });
      await update(user.id, { showsWallet: false });
      expect(await profile(user.id)).toEqual(hidden);
    });

    it('are not shown to anonymous callers and suspended users', async () => {
      const wallet = newWallet();
      const { user } = await signIn(identity, wallet);
      await update(user.id, { username: 'gone_1', showsWallet: true });
      expect(await found({ username: 'gone_1' })).toEqual([user.id]);
      await suspend(user.id);
      expect(await refusal(profile(user.id))).toBe('NOT_FOUND');
      expect(await refusal(profile(UNKNOWN_USER))).toBe('NOT_FOUND');
      expect(await found({ username: 'gone_1' })).toEqual([]);
      expect(await found({ wallet: wallet.address })).toEqual([]);
    });

    it('are found by the whole username, in any case, and by no part of it', async () => {
      const { user } = await signIn(identity);
      await update(user.id, { username: 'find_me' });
      expect(await found({ username: ' FIND_me ' })).toEqual([user.id]);
      for (const username of ['find', 'find_m', 'find_me_', 'find%', '%', 'find-me']) {
        expect(await found({ username })).toEqual([]);
      }
    });

    it('are found by a primary wallet that is shown, and by no other wallet', async () => {
      const [first, second] = [newWallet(), newWallet('osmosis-1')];
      const { user } = await signIn(identity, first);
      const linked = await identity.call(linkWallet, {
        userId: user.id,
        ...(await linkProof(identity, user.id, second)),
      });
      expect(await found({ wallet: first.address })).toEqual([]);
      await update(user.id, { showsWallet: true });
      expect(await found({ wallet: first.address.toUpperCase() })).toEqual([user.id]);
      expect(await found({ wallet: second.address })).toEqual([]);
      expect(await found({ wallet: first.address.slice(0, -1) })).toEqual([]);
      await identity.call(setPrimaryWallet, { userId: user.id, walletId: linked.id });
      expect(await found({ wallet: second.address })).toEqual([user.id]);
      expect(await found({ wallet: first.address })).toEqual([]);
    });

    it('accept either a username or a wallet', async () => {
      expect(await refusal(found({}))).toBe('VALIDATION_FAILED');
      expect(await refusal(found({ username: 'find_me', wallet: 'cosmos1x' }))).toBe('VALIDATION_FAILED');
      expect(await refusal(found({ username: '' }))).toBe('VALIDATION_FAILED');
      expect(await refusal(found({ username: 'x'.repeat(31) }))).toBe('VALIDATION_FAILED');
      expect(await refusal(found({ wallet: 'x'.repeat(129) }))).toBe('VALIDATION_FAILED');
    });

    it('are looked up by an index', async () => {
      await identity.asOwner().execute(sql`
      INSERT INTO user_account (id, username, referral_code)
      SELECT 'svcuser_' || md5(n::text), 'many_' || n, 'many-' || n FROM generate_series(1, 5000) AS n`);
      await identity.asOwner().execute(sql`ANALYZE user_account`);
      const plan = await identity.asOwner().rows<{ 'QUERY PLAN': string }>(sql`
      EXPLAIN SELECT FROM user_account u LEFT JOIN wallet w ON w.user_id = u.id AND w.is_primary
      WHERE u.status = 'active' AND u.username = 'many_7' ORDER BY u.id LIMIT 20`);
      expect(JSON.stringify(plan)).not.toContain('Seq Scan on user_account');
    });
  });

  describe('the list of referrals', () => {
    it("lists only users who signed up with the caller's code, newest first, in pages", async () => {
      const { user: referrer } = await signIn(identity);
      const { user: other } = await signIn(identity);
      const referred: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const { user } = await signIn(identity, newWallet(), referrer.referralCode);
        referred.unshift(user.id);
      }
      await signIn(identity, newWallet(), other.referralCode);
      await signIn(identity, newWallet(), 'nobodys-code');
      await update(referred[0] as string, { displayName: 'Newest', showsWallet: true });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await identity.call(listReferrals, { userId: referrer.id, limit: 2, ...(cursor && { cursor }) });
        seen.push(...page.items.map(({ userId }) => userId));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(referred);
      const [newest] = (await identity.call(listReferrals, { userId: referrer.id, limit: 1 })).items;
      expect(newest).toEqual({
        userId: referred[0],
        username: null,
        displayName: 'Newest',
        avatarUrl: null,
        referredAt: expect.stringMatching(/^2.*Z$/) as unknown,
      });
    });
  });
});
