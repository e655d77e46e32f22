import {
  createLinkChallenge,
  createSignInChallenge,
  linkWallet,
  listSignInMethods,
  listWallets,
  setPrimaryWallet,
  unlinkWallet,
  UserSnapshot,
} from '@questp/messages/identity';
import { isUnderstood, type Idempotency } from '@questp/messages/language';
import type { WalletProof } from '@questp/messages/shared';
import { newId, sql } from '@questp/postgres';
import { putChain } from '@questp/service-kit/testing';
import {
  linkProof,
  newWallet,
  refusal,
  sessionIdOf,
  signInByEmail,
  signIn,
  signInProof,
  startIdentity,
  tally,
  type TestIdentity,
  type TestWallet,
} from '../../testing/identity.fixture.js';

describe('wallets of an account', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    await putChain(identity, 'linkonly-1', { signIn: false });
  });
  afterAll(() => identity.stop());

  const link = async (userId: string, proof: WalletProof, idempotency?: Idempotency) =>
    identity.call(linkWallet, { ...proof, userId, sessionId: await sessionIdOf(identity, userId), idempotency });
  const linkNew = async (userId: string, wallet: TestWallet = newWallet()) =>
    link(userId, await linkProof(identity, userId, wallet));
  const walletsOf = async (userId: string) => (await identity.call(listWallets, { userId })).items;
  const unlink = async (userId: string, walletId: string) =>
    identity.call(unlinkWallet, { userId, walletId, sessionId: await sessionIdOf(identity, userId) });

  it('links a proven wallet beside the primary one, and publishes an event', async () => {
    const { user } = await signIn(identity);
    const wallet = newWallet('injective-1');
    expect(await linkNew(user.id, wallet)).toMatchObject({ address: wallet.address, isPrimary: false });
    expect(await identity.events('user.updated', user.id)).toEqual([
      expect.objectContaining({
        version: 2,
        primaryWallet: user.wallets[0]?.address,
        wallets: [expect.anything(), { chainId: 'injective-1', address: wallet.address }],
      }),
    ]);
    expect(await identity.audited(user.id)).toEqual(['user.sign_in', 'wallet.linked']);
    expect(await signIn(identity, wallet)).toMatchObject({ isNewUser: false, user: { id: user.id } });
  });

  it('unlinks the last wallet of a user who can sign in by e-mail', async () => {
    const { user } = await signInByEmail(identity);
    const { id, isPrimary } = await linkNew(user.id);
    expect(isPrimary).toBe(true);
    await unlink(user.id, id);
    expect(await walletsOf(user.id)).toEqual([]);
  });

  it('accepts at most 20 wallets, also in parallel requests', async () => {
    const { user } = await signIn(identity);
    for (let count = 1; count < 18; count += 1) await linkNew(user.id);
    const proofs = [];
    for (let index = 0; index < 6; index += 1) proofs.push(await linkProof(identity, user.id, newWallet()));
    expect(await tally(proofs.map((proof) => link(user.id, proof)))).toEqual({ ok: 2, TOO_MANY: 4 });
    const wallets = await walletsOf(user.id);
    expect(wallets).toHaveLength(20);
    expect(wallets.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
    const [snapshot] = (await identity.events('user.updated', user.id)).slice(-1);
    expect(isUnderstood(UserSnapshot, snapshot)).toBe(true);

    await unlink(user.id, wallets.find(({ isPrimary }) => !isPrimary)?.id ?? '');
    expect(await linkNew(user.id)).toMatchObject({ isPrimary: false });
    expect(await refusal(linkNew(user.id))).toBe('TOO_MANY');
  }, 60_000);

  it('A-24 refuses a sign-in nonce, and the link nonce of another user', async () => {
    const [{ user: a }, { user: b }] = [await signIn(identity), await signIn(identity)];
    const wallet = newWallet();
    expect(await refusal(link(a.id, await signInProof(identity, wallet)))).toBe('WALLET_SIGNATURE_INVALID');
    const ofA = await linkProof(identity, a.id, wallet);
    expect(await refusal(link(b.id, ofA))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await refusal(link(a.id, ofA))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await walletsOf(a.id)).toHaveLength(1);
  });

  it('A-22 links once when a nonce is used 20 times in parallel', async () => {
    const { user } = await signIn(identity);
    const proof = await linkProof(identity, user.id, newWallet());
    expect(await tally(Array.from({ length: 20 }, () => link(user.id, proof)))).toEqual({
      ok: 1,
      WALLET_SIGNATURE_INVALID: 19,
    });
  });

  it('refuses a wallet of another account and one that is linked already, and burns the nonce', async () => {
    const [{ user: a }, walletOfB] = [await signIn(identity), newWallet()];
    await signIn(identity, walletOfB);
    const proof = await linkProof(identity, a.id, walletOfB);
    expect(await refusal(link(a.id, proof))).toBe('IDENTITY_IN_USE');
    expect(await refusal(link(a.id, proof))).toBe('WALLET_SIGNATURE_INVALID');
    const own = newWallet();
    await linkNew(a.id, own);
    expect(await refusal(linkNew(a.id, own))).toBe('WALLET_ALREADY_LINKED');
  });

  it('gives a wallet to one of several accounts that prove it in parallel', async () => {
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(identity)));
    const wallet = newWallet();
    const proofs = await Promise.all(users.map(({ user }) => linkProof(identity, user.id, wallet)));
    const outcomes = await tally(users.map(({ user }, i) => link(user.id, proofs[i] as WalletProof)));
    expect(outcomes).toEqual({ ok: 1, IDENTITY_IN_USE: 4 });
  });

  it('replays the reply for the same Idempotency-Key, though the nonce is used', async () => {
    const { user } = await signIn(identity);
    const proof = await linkProof(identity, user.id, newWallet());
    const idempotency = { scope: `user:${user.id} POST wallets`, key: 'k1', requestHash: 'a'.repeat(64) };
    const first = await link(user.id, proof, idempotency);
    expect(await link(user.id, proof, idempotency)).toEqual(first);
    const other = { ...idempotency, requestHash: 'b'.repeat(64) };
    expect(await refusal(link(user.id, proof, other))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await walletsOf(user.id)).toHaveLength(2);
  });

  it('runs one of several requests with one Idempotency-Key at once', async () => {
    const { user } = await signIn(identity);
    const proof = await linkProof(identity, user.id, newWallet());
    const idempotency = { scope: `user:${user.id} POST wallets`, key: 'k2', requestHash: 'a'.repeat(64) };
    const outcomes = await tally(Array.from({ length: 10 }, () => link(user.id, proof, idempotency)));
    expect(Object.keys(outcomes).filter((outcome) => !['ok', 'IDEMPOTENCY_IN_FLIGHT'].includes(outcome))).toEqual([]);
    expect(outcomes['ok']).toBeGreaterThan(0);
    expect(await walletsOf(user.id)).toHaveLength(2);
  });

  it('links wallets of chains that cannot sign in, and names those that can', async () => {
    const { user } = await signIn(identity);
    const { address, sign } = newWallet();
    const onLinkOnly = { address, chainId: 'linkonly-1' };
    expect(await refusal(identity.call(createSignInChallenge, onLinkOnly))).toBe('CHAIN_NOT_SUPPORTED');
    const challenge = await identity.call(createLinkChallenge, { userId: user.id, ...onLinkOnly });
    const proof = { ...sign(challenge), ...onLinkOnly };
    await expect(link(user.id, proof)).resolves.toMatchObject(onLinkOnly);
    const { methods } = await identity.call(listSignInMethods, {});
    expect(methods[0]?.id).toBe('wallet');
    expect(methods[0]?.chains.map(({ chainId }) => chainId)).not.toContain('linkonly-1');
    expect(methods[0]?.chains).toContainEqual({
      chainId: 'injective-1',
      name: 'Injective',
      family: 'Cosmos',
      bech32Prefix: 'inj',
      keyAlgorithm: 'eth_secp256k1',
    });
    expect(await refusal(unlink(user.id, user.wallets[0]?.id ?? ''))).toBe('LAST_SIGN_IN_METHOD');
  });

  it('changes the primary wallet, of own wallets alone', async () => {
    const [{ user }, { user: other }] = [await signIn(identity), await signIn(identity)];
    const second = await linkNew(user.id);
    const setPrimary = (walletId: string) => identity.call(setPrimaryWallet, { userId: user.id, walletId });
    expect(await setPrimary(second.id)).toEqual({ ...second, isPrimary: true });
    await setPrimary(second.id);
    expect((await walletsOf(user.id)).map(({ isPrimary }) => isPrimary)).toEqual([false, true]);
    expect(await refusal(setPrimary(other.wallets[0]?.id ?? ''))).toBe('NOT_FOUND');
    expect(await refusal(setPrimary(newId()))).toBe('NOT_FOUND');
    const versions = (await identity.events('user.updated', user.id)).map((data) => 'version' in data && data.version);
    expect(versions).toEqual([2, 3]);
  });

  it('unlinks a wallet; the oldest of the others becomes primary, and anybody may have it', async () => {
    const first = newWallet();
    const { user } = await signIn(identity, first);
    const second = await linkNew(user.id);
    const third = await linkNew(user.id);
    await unlink(user.id, user.wallets[0]?.id ?? '');
    expect((await walletsOf(user.id)).map(({ id, isPrimary }) => [id, isPrimary])).toEqual([
      [second.id, true],
      [third.id, false],
    ]);
    expect(await refusal(unlink(user.id, user.wallets[0]?.id ?? ''))).toBe('NOT_FOUND');
    expect(await signIn(identity, first)).toMatchObject({ isNewUser: true });
    expect(await identity.audited(user.id)).toContain('wallet.unlinked');
  });

  it('keeps the last sign-in method, of two that go at once too', async () => {
    const { user } = await signIn(identity);
    const second = await linkNew(user.id);
    const ids = [user.wallets[0]?.id ?? '', second.id];
    expect(await tally(ids.map((id) => unlink(user.id, id)))).toEqual({ ok: 1, LAST_SIGN_IN_METHOD: 1 });
    const primaries = await identity.db.rows(sql`SELECT 1 FROM wallet WHERE user_id = ${user.id} AND is_primary`);
    expect(primaries).toHaveLength(1);
  });
});
