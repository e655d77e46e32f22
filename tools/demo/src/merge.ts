import { confirmMerge, offerMerge, signIn, untilMerge, type Gateways, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { check, type Check } from './checks.js';
import { allItems } from './pages.js';

/** Merges two accounts that played, and checks that their points before and after agree. */
export async function mergeTwo(gateways: Gateways, survivor: Person, absorbed: Person): Promise<Check> {
  const what = 'two accounts were merged, and their points agree';
  const before = [await pointsOf(survivor), await pointsOf(absorbed)] as const;
  // A merge requires a recent sign-in.
  const fresh = await signIn(gateways, { wallet: survivor.wallet });
  const offerId = await offerMerge(fresh, absorbed.wallet);
  const params = { path: { offerId } };
  const { earned } = await unwrap(fresh.client.GET('/v1/users/me/merge-offers/{offerId}', { params }));
  await unwrap(confirmMerge(fresh, offerId));
  const merged = await signIn(gateways, { wallet: absorbed.wallet });
  await untilMerge(merged.client, offerId, 'done');
  const after = await pointsOf(merged);
  const dropped = BigInt(earned.sums.droppedPoints);
  const text = `${before.join(' + ')} - ${dropped} that both had = ${after}`;
  const isRight = merged.user.id === survivor.user.id && before[0] + before[1] - dropped === after;
  return check(what, isRight ? [] : [text], text);
}

async function pointsOf({ client }: Person): Promise<bigint> {
  const entries = await allItems((cursor) =>
    unwrap(client.GET('/v1/users/me/ledger', { params: { query: { limit: 100, cursor } } })),
  );
  return entries.reduce((sum, { points }) => sum + BigInt(points), 0n);
}
