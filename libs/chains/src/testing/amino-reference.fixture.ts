import type * as CosmjsAmino from '@cosmjs/amino';
import { type AminoMsg, type StdSignDoc } from '@cosmjs/amino';

/** CosmJS as the reference for addresses and sign docs; jest.amino-environment.js provides it. */
export const { amino } = globalThis as unknown as { amino: typeof CosmjsAmino };

/** The sign doc that wallets build for a text. */
export function walletSignDoc(signer: string, message: string): StdSignDoc & { msgs: readonly [AminoMsg] } {
  const data = Buffer.from(message, 'utf8').toString('base64');
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { amount: [], gas: '0' },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data } }],
    memo: '',
  };
}
