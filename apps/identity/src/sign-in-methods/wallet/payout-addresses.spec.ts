import {
  createPayoutChallenge,
  deleteOwnAccount,
  listPayoutAddresses,
  removePayoutAddress,
  setPayoutAddress,
} from '@questp/messages/identity';
import { reserveAccountDeletion } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import {
  linkProof,
  newWallet,
  refusal,
  sessionIdOf,
  signIn,
  startIdentity,
  tally,
  type TestIdentity,
  type TestWallet,
} from '../../testing/identity.fixture.js';

describe('payout addresses', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    identity.bus.answer(reserveAccountDeletion, () => null);
  });
  afterAll(() => identity.stop());

  const proofOf = async (userId: string, wallet: TestWallet) => {
    const { chainId, address } = wallet;
    return wallet.sign(await identity.call(createPayoutChallenge, { userId, chainId, address }));
  };
  const choose = async (userId: string, wallet: TestWallet) =>
    identity.call(setPayoutAddress, { ...(await proofOf(userId, wallet)), userId });
  const chosenBy = async (userId: string) =>
    (await identity.call(listPayoutAddresses, { userId })).items.map(({ chainId, address }) => [chainId, address]);
  const published = (userId: string) =>
    identity.db.rows(sql`SELECT chain_id, address FROM published_payout_address_v1 WHERE user_id = ${userId}`);

  it('are one for each chain, which a proof sets and replaces, and are removed', async () => {
    const { user } = await signIn(identity);
    const [osmosis, first, second] = [newWallet('osmosis-1'), newWallet(), newWallet()];
    await choose(user.id, osmosis);
    await choose(user.id, first);
    expect(await choose(user.id, second)).toMatchObject({ chainId: second.chainId, address: second.address });
    expect(await chosenBy(user.id)).toEqual([
      [second.chainId, second.address],
      ['osmosis-1', osmosis.address],
    ]);
    expect(await published(user.id)).toHaveLength(2);
    const remove = () => identity.call(removePayoutAddress, { userId: user.id, chainId: second.chainId });
    expect(await remove()).toBeNull();
    expect(await refusal(remove())).toBe('NOT_FOUND');
    expect(await chosenBy(user.id)).toEqual([['osmosis-1', osmosis.address]]);
    const set = 'payout_address.set';
    expect(await identity.audited(user.id)).toEqual(['user.sign_in', set, set, set, 'payout_address.removed']);
  });

  it('need a proof of the address, by the same user, for this purpose, once', async () => {
    const [{ user }, { user: other }] = [await signIn(identity), await signIn(identity)];
    const wallet = newWallet();
    const set = (proof: Awaited<ReturnType<typeof proofOf>>) =>
      refusal(identity.call(setPayoutAddress, { ...proof, userId: user.id }));
    const invalid = 'WALLET_SIGNATURE_INVALID';
    expect(await set(await proofOf(other.id, wallet))).toBe(invalid);
    const { sessionId: _session, ...toLink } = await linkProof(identity, user.id, wallet);
    expect(await set(toLink)).toBe(invalid);
    const proof = await proofOf(user.id, wallet);
    expect(await set({ ...proof, address: newWallet().address })).toBe(invalid);
    // The challenge is used up.
    expect(await set(proof)).toBe(invalid);
    const { pubkey, signature } = await proofOf(user.id, newWallet());
    expect(await set({ ...(await proofOf(user.id, wallet)), pubkey, signature })).toBe(invalid);
    expect(await chosenBy(user.id)).toEqual([]);
    const twice = await proofOf(user.id, wallet);
    const parallel = [1, 2].map(() => identity.call(setPayoutAddress, { ...twice, userId: user.id }));
    expect(await tally(parallel)).toEqual({ ok: 1, WALLET_SIGNATURE_INVALID: 1 });
  });

  it('are addresses of keys on chains that wallets can be linked on', async () => {
    const { user } = await signIn(identity);
    const asking = (chainId: string, address: string) =>
      refusal(identity.call(createPayoutChallenge, { userId: user.id, chainId, address }));
    expect(await asking('nowhere-1', newWallet().address)).toBe('CHAIN_NOT_SUPPORTED');
    expect(await asking('osmosis-1', newWallet('cosmoshub-4').address)).toBe('WALLET_ADDRESS_INVALID');
    const contract = 'osmo1pvrwmjuusn9wh34j7y520g8gumuy9xtl3gvprlljfdpwju3x7ucsgehpjy';
    expect(await asking('osmosis-1', contract)).toBe('WALLET_ADDRESS_INVALID');
  });

  it('are erased with the account', async () => {
    const { user } = await signIn(identity);
    await choose(user.id, newWallet());
    await identity.call(deleteOwnAccount, { userId: user.id, sessionId: await sessionIdOf(identity, user.id) });
    expect(await published(user.id)).toEqual([]);
  });
});
