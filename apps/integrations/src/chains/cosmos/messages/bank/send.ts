import { transferOf } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

export const send: MessageReader = {
  type: '/cosmos.bank.v1beta1.MsgSend',
  transfers: ({ from_address, to_address, amount }, denom) => transferOf(from_address, to_address, amount, denom),
};
