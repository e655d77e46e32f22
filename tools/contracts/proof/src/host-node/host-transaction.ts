import { createHash } from 'node:crypto';
import type { Chain, ChainEvent, TxResult } from '@questp/contract-host';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';

/** A transaction in a block. */
export interface HostTransaction {
  /** Upper-case hex. */
  hash: string;
  height: number;
  bytes: Uint8Array;
  sender: string;
  /** What a contract is asked to do; undefined for a transfer of coins. */
  call: object | undefined;
  /** 0: it succeeded. */
  code: number;
  codespace: string;
  log: string;
  gasUsed: number;
  events: readonly ChainEvent[];
}

/** A message, as transactions hold it. */
export interface AnyMessage {
  typeUrl: string;
  value: Uint8Array;
}

/** What a transaction does. Its signature and its fee are not read. */
export interface HostMessage extends Pick<HostTransaction, 'sender' | 'call'> {
  run: (chain: Chain) => TxResult;
}

/** @throws Error for a message that is neither a call of a contract nor a transfer of coins */
export function readMessage({ typeUrl, value }: AnyMessage): HostMessage {
  if (typeUrl === MsgExecuteContract.typeUrl) {
    const { sender, contract, msg, funds } = MsgExecuteContract.decode(value);
    const call = JSON.parse(Buffer.from(msg).toString()) as object;
    return { sender, call, run: (chain) => chain.execute(sender, contract, msg, funds) };
  }
  if (typeUrl === MsgSend.typeUrl) {
    const { fromAddress: sender, toAddress, amount } = MsgSend.decode(value);
    return { sender, call: undefined, run: (chain) => chain.send(sender, toAddress, amount) };
  }
  throw new Error(`The host does not run ${typeUrl}`);
}

/** The only message of a transaction, and the sequence of its signer. */
export function readTransaction(bytes: Uint8Array): HostMessage & { sequence: bigint } {
  const raw = TxRaw.decode(bytes);
  const [message] = TxBody.decode(raw.bodyBytes).messages;
  if (message === undefined) throw new Error('The transaction has no message');
  const sequence = AuthInfo.decode(raw.authInfoBytes).signerInfos[0]?.sequence ?? 0n;
  return { ...readMessage(message), sequence };
}

/** A transaction without a signature and a fee. */
export function encodeTransaction(message: AnyMessage, sequence: bigint): Uint8Array {
  const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages: [message] })).finish();
  const authInfoBytes = AuthInfo.encode(AuthInfo.fromPartial({ signerInfos: [{ sequence }] })).finish();
  return TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [] }).finish();
}

/** The hash under which a chain indexes a transaction. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').toUpperCase();

const CONDITION = /^(?<name>[\w.]+)(?<operator>=|>=|<=)'?(?<value>[^']*)'?$/;

/**
 * Whether a transaction fits a query of `tx_search`.
 * @param query conditions about its hash, its height or attributes of its events, with AND between them
 */
export function matches(transaction: HostTransaction, query: string): boolean {
  return query.split(' AND ').every((condition) => {
    const { name = '', operator, value = '' } = CONDITION.exec(condition)?.groups ?? {};
    if (name === 'tx.hash') return transaction.hash === value;
    if (name === 'tx.height' && operator === '>=') return transaction.height >= Number(value);
    if (name === 'tx.height' && operator === '<=') return transaction.height <= Number(value);
    return transaction.events.some(({ type, attributes }) =>
      attributes.some((attribute) => `${type}.${attribute.key}` === name && attribute.value === value),
    );
  });
}
