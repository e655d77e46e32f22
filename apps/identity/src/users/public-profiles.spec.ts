import {
  findUsers,
  getPublicProfile,
  linkWallet,
  listReferrals,
  setPrimaryWallet,
  suspendUser,
  updateProfile,
} from '@questp/messages';
import { sql } from '@questp/postgres';
import {
  CLIENT,
  linkProof,
  newWallet,
  refusal,
  signIn,
  startIdentity,
  type TestIdentity,
} from '../identity.fixture.js';

const ADMIN = `svcadmin_${'0'.repeat(32)}`;

describe('public profiles', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const update = (userId: string, change: object) => identity.call(updateProfile, { userId, ...change });
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

  it('are not there for nobody and for whoever is suspended', async () => {
    const wallet = newWallet();
    const { user } = await signIn(identity, wallet);
    await update(user.id, { username: 'gone_1', showsWallet: true });
    expect(await found({ username: 'gone_1' })).toEqual([user.id]);
    await identity.call(suspendUser, { userId: user.id, reason: 'Farming', adminId: ADMIN, client: CLIENT });
    expect(await refusal(profile(user.id))).toBe('NOT_FOUND');
    expect(await refusal(profile(`svcuser_${'0'.repeat(32)}`))).toBe('NOT_FOUND');
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

  it('take one of username and wallet', async () => {
    expect(await refusal(found({}))).toBe('VALIDATION_FAILED');
    expect(await refusal(found({ username: 'find_me', wallet: 'cosmos1x' }))).toBe('VALIDATION_FAILED');
    expect(await refusal(found({ username: '' }))).toBe('VALIDATION_FAILED');
    expect(await refusal(found({ username: 'x'.repeat(31) }))).toBe('VALIDATION_FAILED');
    expect(await refusal(found({ wallet: 'x'.repeat(129) }))).toBe('VALIDATION_FAILED');
  });

  it('are looked up by an index, however many users there are', async () => {
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
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  it('has whom the own code brought, newest first and page by page, and nobody else', async () => {
    const { user: referrer } = await signIn(identity);
    const { user: other } = await signIn(identity);
    const referred: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { user } = await signIn(identity, newWallet(), referrer.referralCode);
      referred.unshift(user.id);
    }
    await signIn(identity, newWallet(), other.referralCode);
    await signIn(identity, newWallet(), 'nobodys-code');
    await identity.call(updateProfile, { userId: referred[0] as string, displayName: 'Newest', showsWallet: true });
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
