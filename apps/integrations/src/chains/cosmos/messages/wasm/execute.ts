import { hasForm, parseJson } from '@questp/messages/language';
import type { ChainAct } from '@questp/messages/integrations';
import type { JsonObject } from '../../../../outbound/described-json.js';
import { accountOf, actOf, coinsOf, isObject, together, UNREADABLE, type Found } from '../fields.js';
import type { MessageContext, MessageReader } from '../message-reader.js';
import type { Call } from './call.js';
import { liquidityAdded } from './liquidity.js';
import { nftMinted } from './nft-mint.js';
import { swapped } from './swap.js';
import { tokenOf, tokenTransferred } from './token.js';

/** What a call does besides, by what its message is named. */
const READERS: readonly ((call: Call, context: MessageContext) => Found<ChainAct> | undefined)[] = [
  tokenTransferred,
  swapped,
  liquidityAdded,
  nftMinted,
];

export const execute: MessageReader = {
  types: ['/cosmwasm.wasm.v1.MsgExecuteContract', 'wasm/MsgExecuteContract'],
  kinds: ['execute', 'transfer', 'swap', 'lp_add', 'nft_mint'],
  acts: ({ sender, contract: to, msg, funds }, context) => {
    const contract = accountOf(to);
    const [method, members] = messageIn(msg);
    if (contract === undefined) return UNREADABLE;
    const { amounts, isComplete } = coinsOf(funds, context.denom);
    const isNamed = method !== undefined && method.length <= 100 && hasForm('word', method);
    const executed = actOf('execute', sender, { contract, method: isNamed ? method : undefined, amounts }, isComplete);
    if (method === undefined) return { ...executed, isComplete: false };
    const call = { sender, contract, method, members, funds };
    const calls = [call, ...passedOn(call)];
    return together([executed, ...calls.flatMap((one) => READERS.flatMap((read) => read(one, context) ?? []))]);
  },
};

/** The call that a CW20 contract passes on with its coins: `{send: {contract, amount, msg}}`. */
function passedOn({ sender, contract, method, members }: Call): Call[] {
  const { contract: to, amount, msg } = members;
  const receiver = accountOf(to);
  const [name, inner] = messageIn(msg);
  if (method !== 'send' || receiver === undefined || name === undefined) return [];
  return [{ sender, contract: receiver, method: name, members: inner, funds: [tokenOf(contract, amount)] }];
}

/** The first key of a message and its value; the message can be in base64. */
function messageIn(msg: unknown): [method: string | undefined, members: JsonObject] {
  const value = typeof msg === 'string' ? decoded(msg) : msg;
  const [name, members] = isObject(value) ? (Object.entries(value)[0] ?? []) : [];
  return [name, isObject(members) ? members : {}];
}

function decoded(text: string): unknown {
  try {
    return parseJson(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
