import {
  createLinkChallenge,
  createSignInChallenge,
  resolveToken,
  signInWithWallet,
  type UserSnapshot,
} from '@questp/messages/identity';
import type { WalletProof } from '@questp/messages/shared';
import { sql } from '@questp/postgres';
import { hashSecret } from '@questp/service';
import { putChain } from '@questp/service-kit/testing';
import { started } from '@questp/testing';
import {
  CLIENT,
  newWallet,
  principalOf,
  refusal,
  signIn,
  signInProof,
  startIdentity,
  tally,
  type TestWallet,
  opened,
} from '../../testing/identity.fixture.js';
import { newToken } from '../../security/tokens/token.js';

describe('wallet sign-in', () => {
  const identity = started(startIdentity);

  const verify = (proof: WalletProof, ref?: string) =>
    opened(identity.call(signInWithWallet, { ...proof, ref, client: CLIENT }));
  const challengeFor = ({ address, chainId }: TestWallet, on = identity) =>
    on.call(createSignInChallenge, { address, chainId });
  const userCount = async () =>
    (await identity.db.row<{ n: number }>(sql`SELECT count(*)::integer AS n FROM user_account`))?.n;

  it('issues the text of spec 5.2, valid for five minutes', async () => {
    const { address, chainId } = newWallet();
    const { nonce, message, expiresAt } = await identity.call(createSignInChallenge, { address, chainId });
    const issuedAt = new Date(Date.parse(expiresAt) - 300_000).toISOString();
    expect(nonce).toMatch(/^svc_nonce_[0-9a-f]{32}$/);
    expect(message.split('\n')).toEqual([
      'quests.example.org wants you to sign in with your Cosmos account:',
      address,
      '',
      'Sign in to the quest platform. This costs nothing and moves nothing.',
      '',
      'URI: https://quests.example.org',
      'Version: 1',
      'Chain ID: cosmoshub-4',
      `Nonce: ${nonce}`,
      `Issued At: ${issuedAt}`,
      `Expiration Time: ${expiresAt}`,
    ]);
  });

  it.each(['cosmoshub-4', 'osmosis-1', 'injective-1', 'evmos_9001-2', 'questp-local-1'])(
    'signs a wallet of %s in: a new user first, the same one later',
    async (chainId) => {
      const wallet = newWallet(chainId);
      const first = await signIn(identity, wallet);
      const second = await signIn(identity, wallet);
      expect(first).toMatchObject({ isNewUser: true, user: { status: 'active', username: null } });
      expect(first.user.id).toMatch(/^svcuser_[0-9a-f]{32}$/);
      expect(first.user.wallets).toEqual([
        expect.objectContaining({ chainId, address: wallet.address, isPrimary: true }),
      ]);
      expect(first.token).toMatch(/^svcu_[A-Za-z0-9_-]{43}$/);
      expect(second).toMatchObject({ isNewUser: false, user: { id: first.user.id } });
      expect(second.token).not.toBe(first.token);
    },
  );

  it('publishes one event for a new user and records each sign-in', async () => {
    const wallet = newWallet();
    const { user } = await signIn(identity, wallet);
    await signIn(identity, wallet);
    const snapshot: UserSnapshot = {
      userId: user.id,
      version: 1,
      username: null,
      displayName: null,
      avatarUrl: null,
      showsWallet: false,
      status: 'active',
      primaryWallet: wallet.address,
      wallets: [{ chainId: wallet.chainId, address: wallet.address }],
      methodHashes: [expect.any(String) as string],
    };
    expect(await identity.events('user.created', user.id)).toEqual([snapshot]);
    expect(await identity.events('user.updated', user.id)).toEqual([]);
    expect(await identity.audited(user.id)).toEqual(['user.sign_in', 'user.sign_in']);
  });

  it('stores the token as a hash only, and resolves it', async () => {
    const { token, user } = await signIn(identity);
    const rows = await identity.db.rows(sql`SELECT * FROM user_session WHERE owner_id = ${user.id}`);
    expect(JSON.stringify(rows)).not.toContain(token.slice(5));
    const resolved = await principalOf(identity, 'user', token);
    expect(resolved).toMatchObject({ family: 'user', userId: user.id, status: 'active' });
    for (const family of ['admin', 'api_key'] as const) {
      expect(await principalOf(identity, family, token)).toBeNull();
    }
  });

  it('lets 20 first sign-ins of one wallet at once make one user', async () => {
    const wallet = newWallet();
    const before = await userCount();
    const proofs = await Promise.all(Array.from({ length: 20 }, () => signInProof(identity, wallet)));
    const replies = await Promise.all(proofs.map((proof) => verify(proof)));
    expect(new Set(replies.map(({ user }) => user.id)).size).toBe(1);
    expect(replies.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
    expect(await userCount()).toBe(Number(before) + 1);
    expect(await identity.events('user.created', replies[0]?.user.id)).toHaveLength(1);
  });

  it('takes the same key on another chain for another wallet', async () => {
    const wallet = newWallet('cosmoshub-4');
    const { user } = await signIn(identity, wallet);
    const other = await signIn(identity, newWallet('osmosis-1', wallet.key));
    expect(other.isNewUser).toBe(true);
    expect(other.user.id).not.toBe(user.id);
  });

  it('signs in with a referral code of any length, which is ignored and recorded by its start', async () => {
    const { user } = await verify(await signInProof(identity, newWallet()), `x\0${'y'.repeat(10_000)}`);
    expect(
      await identity.db.row(sql`SELECT referrer_id AS referrer, code FROM referral WHERE referee_id = ${user.id}`),
    ).toEqual({ referrer: null, code: `x\ufffd${'y'.repeat(62)}` });
  });

  it('A-22 accepts a nonce once when it is used again later', async () => {
    const proof = await signInProof(identity, newWallet());
    await verify(proof);
    expect(await refusal(verify(proof))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('A-22 accepts a nonce once when it is used 20 times in parallel', async () => {
    const proof = await signInProof(identity, newWallet());
    expect(await tally(Array.from({ length: 20 }, () => verify(proof)))).toEqual({
      ok: 1,
      WALLET_SIGNATURE_INVALID: 19,
    });
  });

  it('burns the nonce of a proof that is wrong', async () => {
    const wallet = newWallet();
    const proof = await signInProof(identity, wallet);
    const wrong = { ...proof, signature: newWallet().sign({ nonce: '', message: 'other' }).signature };
    expect(await refusal(verify(wrong))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await refusal(verify(proof))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('A-23 accepts a nonce until a second before it expires, and rejects it a second after', async () => {
    const [late, intime] = [await signInProof(identity, newWallet()), await signInProof(identity, newWallet())];
    const move = (nonce: string, end: string) =>
      identity.db.execute(
        sql`UPDATE wallet_challenge SET expires_at = now() + ${end}::interval WHERE nonce = ${nonce}`,
      );
    await move(late.nonce, '-1 second');
    await move(intime.nonce, '1 second');
    expect(await refusal(verify(late))).toBe('WALLET_SIGNATURE_INVALID');
    await expect(verify(intime)).resolves.toMatchObject({ isNewUser: true });
  });

  it('A-24 rejects a nonce that was issued for linking', async () => {
    const { user } = await signIn(identity);
    const wallet = newWallet();
    const { address, chainId } = wallet;
    const challenge = await identity.call(createLinkChallenge, { userId: user.id, address, chainId });
    expect(await refusal(verify(wallet.sign(challenge)))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('A-25 refuses another address or chain than the challenge names', async () => {
    const [mine, yours] = [newWallet(), newWallet()];
    const challenge = await challengeFor(yours);
    expect(await refusal(verify(mine.sign(challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    const osmosis = newWallet('osmosis-1', mine.key);
    const onCosmosHub = await challengeFor(mine);
    expect(await refusal(verify(osmosis.sign(onCosmosHub)))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it.each([
    ['domain', (text: string) => text.replace('quests.example.org wants', 'evil.example.org wants')],
    ['end', (text: string) => text.replace(/Expiration Time: ..../, 'Expiration Time: 2999')],
    ['line at the end', (text: string) => `${text}\n`],
  ])('A-26 refuses a signature over a text with another %s', async (_, change) => {
    const wallet = newWallet();
    const { nonce, message } = await challengeFor(wallet);
    expect(change(message)).not.toBe(message);
    expect(await refusal(verify(wallet.sign({ nonce, message: change(message) })))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it.each<[string, (proof: WalletProof) => Partial<WalletProof>]>([
    ['A-27 zeros', () => ({ signature: Buffer.alloc(64).toString('base64') })],
    ['A-27 no base64', () => ({ signature: '\0 not base64 \ud800' })],
    ['A-27 nothing', () => ({ signature: '' })],
    ['A-28 another key', () => ({ pubkey: newWallet().sign({ nonce: '', message: '' }).pubkey })],
    ['a nonce that nobody got', () => ({ nonce: `svc_nonce_${'0'.repeat(32)}` })],
    ['a nonce of another form', () => ({ nonce: '\0' })],
    ['an upper-case address', ({ address }) => ({ address: address.toUpperCase() })],
    ['A-31 an unknown chain', () => ({ chainId: 'nowhere-1' })],
  ])('refuses with one text: %s', async (_, change) => {
    const proof = await signInProof(identity, newWallet());
    const outcome = verify({ ...proof, ...change(proof) });
    await expect(outcome).rejects.toMatchObject({
      code: 'WALLET_SIGNATURE_INVALID',
      message: 'The wallet signature is invalid',
      details: {},
    });
  });

  it('A-29 refuses a document hashed by the rule of the other key type', async () => {
    const injective = newWallet('injective-1');
    const { nonce, message } = await challengeFor(injective);
    const cosmos = newWallet('cosmoshub-4', injective.key).sign({ nonce, message });
    const proof = { ...cosmos, chainId: injective.chainId, address: injective.address };
    expect(await refusal(verify(proof))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it.each([
    ['upper case', (address: string) => address.toUpperCase()],
    ['a wrong checksum', (address: string) => address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q')],
    ['another prefix', () => newWallet('osmosis-1').address],
    ['32 bytes', () => 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq0fr2sh'],
    ['bech32m', () => 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxlsnzl'],
  ])('A-30 refuses a challenge for an address of %s', async (_, change) => {
    const { address, chainId } = newWallet();
    const outcome = identity.call(createSignInChallenge, { chainId, address: change(address) });
    expect(await refusal(outcome)).toBe('WALLET_ADDRESS_INVALID');
  });

  it('A-31 rejects a chain whose wallets may not sign in, or no longer after the challenge', async () => {
    const wallet = newWallet('juno-1');
    const proof = await signInProof(identity, wallet);
    await putChain(identity, 'juno-1', { signIn: false });
    expect(await refusal(challengeFor(wallet))).toBe('CHAIN_NOT_SUPPORTED');
    expect(await refusal(verify(proof))).toBe('WALLET_SIGNATURE_INVALID');
    await expect(signIn(identity)).resolves.toMatchObject({ isNewUser: true });
    await putChain(identity, 'juno-1', { signIn: true });
    expect(await refusal(verify(proof))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('A-33 keeps no challenge past its time', async () => {
    const wallet = newWallet();
    const { nonce } = await challengeFor(wallet);
    await identity.db.execute(sql`
      INSERT INTO wallet_challenge (nonce, purpose, chain_id, address, message, expires_at)
      SELECT 'svc_nonce_' || n, 'sign_in', 'cosmoshub-4', ${wallet.address}, '', now() - interval '1 second'
      FROM generate_series(1, 10000) AS n`);
    await identity.purge();
    const rows = await identity.db.rows<{ nonce: string }>(
      sql`SELECT nonce FROM wallet_challenge WHERE address = ${wallet.address}`,
    );
    expect(rows).toEqual([{ nonce }]);
  });

  describe('A-13 referral', () => {
    const referralOf = (userId: string) =>
      identity.db.row(sql`SELECT referrer_id, code FROM referral WHERE referee_id = ${userId}`);

    it('counts for the owner of the code, once, at sign-up alone', async () => {
      const { user: referrer } = await signIn(identity);
      const { user: other } = await signIn(identity);
      const wallet = newWallet();
      const { user: referee } = await signIn(identity, wallet, referrer.referralCode);
      await signIn(identity, wallet, other.referralCode);
      expect(await referralOf(referee.id)).toEqual({ referrerId: referrer.id, code: referrer.referralCode });
    });

    it('reports a code that is no code of a user, since it can be of a campaign', async () => {
      const { user: referrer } = await signIn(identity);
      const { user: ofUser } = await signIn(identity, newWallet(), referrer.referralCode);
      const { user: ofCampaign } = await signIn(identity, newWallet(), 'q7Zk0yQm5pVX');
      const refs = [ofUser, ofCampaign].map(async ({ id }) => (await identity.events('user.created', id))[0]);
      const [own, foreign] = await Promise.all(refs);
      expect(own).not.toHaveProperty('ref');
      expect(foreign).toHaveProperty('ref', 'q7Zk0yQm5pVX');
    });

    it('never counts self-referrals or circles', async () => {
      const wallet = newWallet();
      const { user } = await signIn(identity, wallet);
      await signIn(identity, wallet, user.referralCode);
      const { user: referee } = await signIn(identity, newWallet(), user.referralCode);
      await signIn(identity, wallet, referee.referralCode);
      expect(await referralOf(user.id)).toBeUndefined();
    });

    it('counts two sign-ups at once with one code as two referees', async () => {
      const { user } = await signIn(identity);
      await Promise.all([1, 2].map(() => signIn(identity, newWallet(), user.referralCode)));
      const rows = await identity.db.rows(sql`SELECT 1 FROM referral WHERE referrer_id = ${user.id}`);
      expect(rows).toHaveLength(2);
    });

    it('counts one referral when one wallet signs up several times at once', async () => {
      const { user } = await signIn(identity);
      const wallet = newWallet();
      const proofs = await Promise.all([1, 2, 3, 4].map(() => signInProof(identity, wallet)));
      await Promise.all(proofs.map((proof) => verify(proof, user.referralCode)));
      const rows = await identity.db.rows(sql`SELECT 1 FROM referral WHERE referrer_id = ${user.id}`);
      expect(rows).toHaveLength(1);
    });

    it.each(['nobodyscode1', '', '\0\ud800'])('ignores and records the code %j that leads nowhere', async (code) => {
      const { user, isNewUser } = await signIn(identity, newWallet(), code);
      expect(isNewUser).toBe(true);
      expect(await referralOf(user.id)).toMatchObject({ referrerId: null });
    });
  });

  describe('a session', () => {
    const resolve = (token: string) => principalOf(identity, 'user', token);
    const age = (userId: string, lastUsed: string, end: string) =>
      identity.db.execute(sql`
        UPDATE user_session SET last_used_at = now() - ${lastUsed}::interval, expires_at = now() + ${end}::interval
        WHERE owner_id = ${userId}`);

    it('ends 30 days after the sign-in, and after 7 days without use', async () => {
      const { token, user, expiresAt } = await signIn(identity);
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29.99 * 86_400_000);
      await age(user.id, '6 days 23 hours', '1 second');
      expect(await resolve(token)).not.toBeNull();
      await age(user.id, '7 days', '1 day');
      expect(await resolve(token)).toBeNull();
      await age(user.id, '0', '-1 second');
      expect(await resolve(token)).toBeNull();
      await identity.purge();
      const rows = () => identity.db.rows(sql`SELECT 1 FROM user_session WHERE owner_id = ${user.id}`);
      expect(await rows()).toHaveLength(1);
      await age(user.id, '0', '-7 days');
      await identity.purge();
      expect(await rows()).toEqual([]);
    });

    it('is distinguished from an unknown token for 7 days after it expired', async () => {
      const { token, user } = await signIn(identity);
      const ended = async (one: string) => {
        const tokenHash = hashSecret(one).toString('hex');
        return (await identity.call(resolveToken, { family: 'user', tokenHash })).ended;
      };
      expect(await ended(token)).toBe(false);
      await age(user.id, '0', '-6 days 23 hours');
      await identity.purge();
      expect(await ended(token)).toBe(true);
      expect(await ended(newToken('user'))).toBe(false);
      await age(user.id, '14 days 1 second', '1 day');
      await identity.purge();
      expect(await ended(token)).toBe(false);
    });

    it('notes its use once a minute', async () => {
      const { token, user } = await signIn(identity);
      const lastUsed = async () =>
        (
          await identity.db.row<{ at: string }>(
            sql`SELECT last_used_at::text AS at FROM user_session WHERE owner_id = ${user.id}`,
          )
        )?.at;
      const start = await lastUsed();
      await resolve(token);
      expect(await lastUsed()).toBe(start);
      await age(user.id, '61 seconds', '1 day');
      const aged = await lastUsed();
      await resolve(token);
      expect(await lastUsed()).not.toBe(aged);
    });
  });
});
