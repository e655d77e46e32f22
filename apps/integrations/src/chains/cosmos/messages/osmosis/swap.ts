import type { TxEvent } from '@questp/chains/transactions';
import type { ChainAct, Coin } from '@questp/messages/integrations';
import { actOf, coinsOf, isObject, UNREADABLE, type Found } from '../fields.js';
import { coinsIn, eventsOf } from '../events.js';
import type { JsonObject } from '../../../../outbound/described-json.js';
import type { MessageContext, MessageReader } from '../message-reader.js';
import { hopsOf, poolsOf, type Hop } from './routes.js';

interface Swap {
  hops: readonly Hop[];
  given: unknown;
  received: unknown;
}

function swapOf(sender: unknown, swap: Swap | undefined, denom: string | undefined): Found<ChainAct> {
  if (swap === undefined) return UNREADABLE;
  const [given, received] = [coinsOf([swap.given], denom), coinsOf([swap.received], denom)];
  const members = { poolIds: poolsOf(swap.hops), amounts: given.amounts, received: received.amounts };
  return actOf('swap', sender, members, given.isComplete && received.isComplete);
}

const swapReader = (
  types: readonly string[],
  read: (message: JsonObject, context: MessageContext) => Swap | undefined,
): MessageReader => ({
  types,
  kinds: ['swap'],
  acts: (message, context) => swapOf(message['sender'], read(message, context), context.denom),
});

/** A given amount along one route. */
export const swapIn = swapReader(
  [
    ...['/osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn', '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn'],
    ...['osmosis/poolmanager/swap-exact-amount-in', 'osmosis/gamm/swap-exact-amount-in'],
  ],
  ({ routes, token_in, token_out_min_amount: least }, { events }) => {
    const hops = hopsOf(routes, 'token_out_denom');
    const denom = hops?.at(-1)?.denom;
    const got = ofHop(events, 'tokens_out', -1, denom);
    return hops && { hops, given: token_in, received: got ?? { denom, amount: least } };
  },
);

/** Swaps for a fixed received amount along one route. The message limits the given amount; the events state it. */
export const swapOut = swapReader(
  [
    ...['/osmosis.poolmanager.v1beta1.MsgSwapExactAmountOut', '/osmosis.gamm.v1beta1.MsgSwapExactAmountOut'],
    ...['osmosis/poolmanager/swap-exact-amount-out', 'osmosis/gamm/swap-exact-amount-out'],
  ],
  ({ routes, token_out }, { events }) => {
    const hops = hopsOf(routes, 'token_in_denom');
    const given = ofHop(events, 'tokens_in', 0, hops?.[0]?.denom);
    return hops && { hops, given, received: token_out };
  },
);

/** Given amounts along several routes. */
export const splitIn = swapReader(
  ['/osmosis.poolmanager.v1beta1.MsgSplitRouteSwapExactAmountIn', 'osmosis/poolmanager/split-amount-in'],
  ({ routes, token_in_denom, token_out_min_amount: least }) => {
    const split = splitOf(routes, 'token_out_denom', 'token_in_amount');
    const denom = split?.routes[0]?.at(-1)?.denom;
    return (
      split && {
        ...{ hops: split.routes.flat(), given: { denom: token_in_denom, amount: split.sum } },
        received: { denom, amount: least },
      }
    );
  },
);

/** Swaps for fixed received amounts along several routes. The given amount is not read: each route has a part of it. */
export const splitOut = swapReader(
  ['/osmosis.poolmanager.v1beta1.MsgSplitRouteSwapExactAmountOut', 'osmosis/poolmanager/split-amount-out'],
  ({ routes, token_out_denom }) => {
    const split = splitOf(routes, 'token_in_denom', 'token_out_amount');
    return (
      split && {
        ...{ hops: split.routes.flat(), given: undefined },
        received: { denom: token_out_denom, amount: split.sum },
      }
    );
  },
);

/** The coins of the first or last hop, if they are of the denomination; undefined: the events do not say. */
function ofHop(
  events: readonly TxEvent[] | undefined,
  key: 'tokens_in' | 'tokens_out',
  at: 0 | -1,
  denom: string | undefined,
): Coin | undefined {
  const [coin, ...others] = coinsIn(eventsOf(events, 'token_swapped').at(at)?.values.get(key)) ?? [];
  return others.length === 0 && coin?.denom === denom ? coin : undefined;
}

function splitOf(
  list: unknown,
  denomName: 'token_in_denom' | 'token_out_denom',
  amountName: 'token_in_amount' | 'token_out_amount',
): { routes: Hop[][]; sum: string } | undefined {
  if (!Array.isArray(list)) return undefined;
  let sum = 0n;
  const routes = list.flatMap((part: unknown) => {
    const { pools, [amountName]: amount } = isObject(part) ? part : {};
    const hops = hopsOf(pools, denomName);
    if (hops === undefined || typeof amount !== 'string' || !/^\d{1,39}$/.test(amount)) return [];
    sum += BigInt(amount);
    return [hops];
  });
  return routes.length > 0 && routes.length === list.length ? { routes, sum: String(sum) } : undefined;
}
