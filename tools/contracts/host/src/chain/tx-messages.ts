import { type TxMessage } from './ante.js';
import { type Coin } from './types.js';
import { type Instantiation } from './keeper.js';
import { integer, message, sized, textLength } from './proto.js';

// Sizes of the messages of a transaction (cosmwasm.wasm.v1 tx.proto, cosmos.bank.v1beta1 tx.proto).

const text = (value: string): number => sized(textLength(value));
const coins = (amounts: readonly Coin[]): number =>
  amounts.reduce((sum, { denom, amount }) => sum + message(text(denom) + text(amount)), 0);

export const txMessages = {
  send: (from: string, to: string, amounts: readonly Coin[]): TxMessage => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    length: text(from) + text(to) + coins(amounts),
  }),
  storeCode: (sender: string, length: number): TxMessage => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgStoreCode',
    length: text(sender) + sized(length),
  }),
  execute: (sender: string, contract: string, msg: Uint8Array, funds: readonly Coin[]): TxMessage => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
    length: text(sender) + text(contract) + sized(msg.length) + coins(funds),
  }),
  instantiate: (
    sender: string,
    { admin, codeId, label, msg, salt }: Instantiation,
    funds: readonly Coin[],
  ): TxMessage => ({
    typeUrl: `/cosmwasm.wasm.v1.MsgInstantiateContract${salt ? '2' : ''}`,
    length:
      text(sender) +
      text(admin) +
      integer(codeId) +
      text(label) +
      sized(msg.length) +
      coins(funds) +
      sized(salt?.length ?? 0),
  }),
  migrate: (sender: string, contract: string, codeId: number, msg: Uint8Array): TxMessage => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgMigrateContract',
    length: text(sender) + text(contract) + integer(codeId) + sized(msg.length),
  }),
  updateAdmin: (sender: string, admin: string, contract: string): TxMessage => ({
    typeUrl: `/cosmwasm.wasm.v1.Msg${admin === '' ? 'ClearAdmin' : 'UpdateAdmin'}`,
    length: text(sender) + text(admin) + text(contract),
  }),
};
