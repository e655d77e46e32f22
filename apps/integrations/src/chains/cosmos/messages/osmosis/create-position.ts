import { accountOf, actOf, coinsOf, UNREADABLE } from '../fields.js';
import { coinsIn, eventsOf, valueIn } from '../events.js';
import type { MessageReader } from '../message-reader.js';
import { poolIdOf } from './routes.js';

/**
 * A position in a concentrated pool. The message offers coins, and the pool takes only a part of them, which depends on
 * the price range. The amounts are therefore read from the transfer by the sender in the events of the message.
 */
export const createPosition: MessageReader = {
  types: ['/osmosis.concentratedliquidity.v1beta1.MsgCreatePosition', 'osmosis/cl-create-position'],
  kinds: ['lp_add'],
  acts: ({ sender, pool_id }, { denom, events }) => {
    const poolId = poolIdOf(pool_id);
    if (poolId === undefined) return UNREADABLE;
    // Events without the index of the message include the transfer of the fee.
    const sent = eventsOf(events, 'transfer').filter(
      ({ values }) => values.has('msg_index') && values.get('sender') === accountOf(sender),
    );
    const given = coinsIn(valueIn(sent, 'amount'));
    const { amounts, isComplete } = coinsOf(given, denom);
    return actOf('lp_add', sender, { poolIds: [poolId], amounts }, isComplete && given !== undefined);
  },
};
