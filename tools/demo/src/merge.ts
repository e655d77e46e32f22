import { setTimeout as sleep } from 'node:timers/promises';
import { SurprisingAnswer, type Person } from './api.js';
import { check, type Check } from './checks.js';
import { allItems } from './pages.js';
import { signIn, type Account } from './sign-in.js';
import { walletProof } from './wallet.js';

/** Until what both earned is where it belongs. */
const SETTLING_MS = 20_000;

/** Makes one account of two that played, and checks that their points before and after agree. */
export async function mergeTwo(visitor: Person, survivor: Account, absorbed: Account): Promise<Check> {
  const what = 'two accounts were merged, and their points agree';
  const before = [await pointsOf(survivor), await pointsOf(absorbed)] as const;
  // Signed in anew, since a merge asks for it.
  const fresh = await signIn(visitor, survivor.wallet);
  const offerId = await offerOf(fresh, absorbed);
  const { api } = fresh.person;
  const params = { path: { offerId } };
  const { earned } = await fresh.person.get(api.GET('/v1/users/me/merge-offers/{offerId}', { params }));
  await fresh.person.get(api.POST('/v1/users/me/merge-offers/{offerId}/confirm', { params }));
  const merged = await signIn(visitor, absorbed.wallet);
  await settled(merged, offerId);
  const after = await pointsOf(merged);
  const dropped = BigInt(earned.sums.droppedPoints);
  const text = `${before.join(' + ')} - ${dropped} that both had = ${after}`;
  const isRight = merged.userId === survivor.userId && before[0] + before[1] - dropped === after;
  return check(what, isRight ? [] : [text], text);
}

/** That linking the wallet of the other account is refused with. */
async function offerOf({ person }: Account, { wallet }: Account): Promise<string> {
  const { address, chainId } = wallet;
  const challenge = await person.get(
    person.api.GET('/v1/users/me/wallets/challenge', { params: { query: { address, chainId } } }),
  );
  const { error } = await person.api.POST('/v1/users/me/wallets', { body: walletProof(wallet, challenge) });
  if (error?.mergeOfferId === undefined) throw new SurprisingAnswer('A wallet of another account brought no offer');
  return error.mergeOfferId;
}

async function pointsOf({ person }: Account): Promise<bigint> {
  const entries = await allItems((cursor) =>
    person.get(person.api.GET('/v1/users/me/ledger', { params: { query: { limit: 100, cursor } } })),
  );
  return entries.reduce((sum, { points }) => sum + BigInt(points), 0n);
}

async function settled({ person }: Account, mergeId: string): Promise<void> {
  const until = Date.now() + SETTLING_MS;
  const state = async () =>
    (await person.get(person.api.GET('/v1/users/me/merges/{mergeId}', { params: { path: { mergeId } } }))).state;
  while ((await state()) !== 'done') {
    if (Date.now() > until) throw new SurprisingAnswer(`A merge was not settled within ${SETTLING_MS} ms`);
    await sleep(200);
  }
}
