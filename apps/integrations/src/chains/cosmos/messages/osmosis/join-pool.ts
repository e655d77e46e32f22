import { actOf, coinsOf, UNREADABLE } from '../fields.js';
import { coinsIn, eventsOf, valueIn } from '../events.js';
import type { MessageReader } from '../message-reader.js';
import { poolIdOf } from './routes.js';

/** Liquidity of a pool. The message has only a maximum unless it names the coin that it adds. */
export const joinPool: MessageReader = {
  types: [
    ...['/osmosis.gamm.v1beta1.MsgJoinPool', '/osmosis.gamm.v1beta1.MsgJoinSwapExternAmountIn'],
    '/osmosis.gamm.v1beta1.MsgJoinSwapShareAmountOut',
    ...['osmosis/gamm/join-pool', 'osmosis/gamm/join-swap-extern-amount-in', 'osmosis/gamm/join-swap-share-amount-out'],
  ],
  kinds: ['lp_add'],
  acts: ({ sender, pool_id, token_in }, { denom, events }) => {
    const poolId = poolIdOf(pool_id);
    if (poolId === undefined) return UNREADABLE;
    const joined = eventsOf(events, 'pool_joined').filter(({ values }) => values.get('pool_id') === poolId);
    const given = token_in === undefined ? coinsIn(valueIn(joined, 'tokens_in')) : [token_in];
    const { amounts, isComplete } = coinsOf(given, denom);
    return actOf('lp_add', sender, { poolIds: [poolId], amounts }, isComplete && given !== undefined);
  },
};
