import { addressAt, coinsAt } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

export const send: MessageReader = {
  type: '/cosmos.bank.v1beta1.MsgSend',
  transfers: (message) => [
    {
      sender: addressAt(message, 'from_address'),
      recipient: addressAt(message, 'to_address'),
      amounts: coinsAt(message, 'amount'),
    },
  ],
};
