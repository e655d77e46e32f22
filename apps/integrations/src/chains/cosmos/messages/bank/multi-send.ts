import { foundIn, transferOf, UNREADABLE } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

export const multiSend: MessageReader = {
  types: ['/cosmos.bank.v1beta1.MsgMultiSend', 'cosmos-sdk/MsgMultiSend'],
  kinds: ['transfer'],
  acts: ({ inputs, outputs }, { denom }) => {
    const { found: senders, isComplete } = foundIn(inputs, ({ address }) => ({ found: [address], isComplete: true }));
    // The SDK takes one input since 0.47; with several inputs, the sender of an output is unknown.
    if (senders.length !== 1 || !isComplete) return UNREADABLE;
    return foundIn(outputs, ({ address, coins }) => transferOf(senders[0], address, coins, denom));
  },
};
