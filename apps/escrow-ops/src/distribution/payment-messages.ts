import { MAX_PART_MESSAGES, type ReadyMessage } from '@questp/messages/escrow';
import type { ChainAsset } from '@questp/messages/shared';
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { executeMessage } from '../pools/ready-messages.js';

export interface Paid {
  address: string;
  /** Base units. */
  amount: string;
}

/** Recipients of one MsgMultiSend, so that both encodings fit the bound of a message. */
const RECIPIENTS = 40;

/**
 * Payouts of one transaction. A recipient of coins takes up to 60,000 gas and a transfer of tokens up to 250,000: a
 * transaction stays below 12 million, a fraction of a block.
 */
export const PART_SIZES: Readonly<Record<ChainAsset['kind'], number>> = { native: 200, cw20: MAX_PART_MESSAGES };

/** The messages by which an account pays. */
export function paymentMessages(sender: string, { kind, id }: ChainAsset, payments: readonly Paid[]): ReadyMessage[] {
  if (kind === 'cw20') {
    return payments.map(({ address, amount }) =>
      executeMessage(sender, id, { transfer: { recipient: address, amount } }),
    );
  }
  const groups = Array.from({ length: Math.ceil(payments.length / RECIPIENTS) }, (_, index) =>
    payments.slice(index * RECIPIENTS, (index + 1) * RECIPIENTS),
  );
  return groups.map((group) => {
    const [first] = group;
    return first !== undefined && group.length === 1 ? send(sender, id, first) : multiSend(sender, id, group);
  });
}

function send(sender: string, denom: string, { address, amount }: Paid): ReadyMessage {
  const message = { fromAddress: sender, toAddress: address, amount: [{ denom, amount }] };
  return {
    direct: { typeUrl: MsgSend.typeUrl, value: base64(MsgSend.encode(message).finish()) },
    amino: {
      type: 'cosmos-sdk/MsgSend',
      value: { from_address: sender, to_address: address, amount: message.amount },
    },
  };
}

function multiSend(sender: string, denom: string, payments: readonly Paid[]): ReadyMessage {
  const total = payments.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const inputs = [{ address: sender, coins: [{ denom, amount: `${total}` }] }];
  const outputs = payments.map(({ address, amount }) => ({ address, coins: [{ denom, amount }] }));
  return {
    direct: { typeUrl: MsgMultiSend.typeUrl, value: base64(MsgMultiSend.encode({ inputs, outputs }).finish()) },
    amino: { type: 'cosmos-sdk/MsgMultiSend', value: { inputs, outputs } },
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
