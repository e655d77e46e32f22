import { MAX_TRANSFERS } from '@questp/messages/integrations';
import { objectsAt } from '../../../../outbound/described-json.js';
import { addressAt, coinsAt } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

export const multiSend: MessageReader = {
  type: '/cosmos.bank.v1beta1.MsgMultiSend',
  transfers: (message) => {
    const [from, ...others] = objectsAt(message, 'inputs', 2);
    // The SDK takes one input since 0.47; with several inputs, the sender of an output is unknown.
    if (from === undefined || others.length > 0) return [];
    const sender = addressAt(from, 'address');
    return objectsAt(message, 'outputs', MAX_TRANSFERS).map((output) => ({
      sender,
      recipient: addressAt(output, 'address'),
      amounts: coinsAt(output, 'coins'),
    }));
  },
};
