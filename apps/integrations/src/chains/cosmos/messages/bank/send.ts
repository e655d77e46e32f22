import { transferOf } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

export const send: MessageReader = {
  types: ['/cosmos.bank.v1beta1.MsgSend', 'cosmos-sdk/MsgSend'],
  kinds: ['transfer'],
  acts: ({ from_address, to_address, amount }, { denom }) => transferOf(from_address, to_address, amount, denom),
};
