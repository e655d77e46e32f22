import { MAX_TRANSFERS, type ChainTransaction, type ChainTransfer } from '@questp/messages/integrations';
import {
  objectAt,
  parseObject,
  textAt,
  timeAt,
  UnusableAnswer,
  wholeAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import { foundIn, isObject, OTHER, type Found } from './messages/fields.js';
import { MESSAGE_READERS } from './messages/index.js';

const READERS = new Map<unknown, (typeof MESSAGE_READERS)[number]>(
  MESSAGE_READERS.map((reader) => [reader.type, reader]),
);

const MAX_CODE = 2 ** 32 - 1;

/**
 * Reads the answer of `GET /cosmos/tx/v1beta1/txs/{hash}` of a Cosmos SDK chain: block, time, code, and the transfers
 * of its messages. Only messages that their sender signed count, so those inside others (authz, groups, contracts) do
 * not. Messages of other types are not looked at.
 *
 * @param hash of the requested transaction, 64 upper-case hex digits
 * @param denom of the coins that are looked for; undefined: all
 * @throws UnusableAnswer
 */
export function readTransaction(body: Buffer, hash: string, denom?: string): ChainTransaction {
  const answer = parseObject(body);
  const result = objectAt(answer, 'tx_response');
  if (textAt(result, 'txhash', /^[0-9A-Fa-f]{64}$/).toUpperCase() !== hash) {
    throw new UnusableAnswer('the answer is about another transaction');
  }
  const height = numberAt(result, 'height', Number.MAX_SAFE_INTEGER);
  if (height === 0) throw new UnusableAnswer('height is not as it should be');
  const code = numberAt(result, 'code', MAX_CODE);
  const time = new Date(timeAt(result, 'timestamp')).toISOString();
  const { found, isComplete } = code === 0 ? transfersOf(messagesIn(answer, result), denom) : OTHER;
  const transfers = found.slice(0, MAX_TRANSFERS);
  return { hash, height, time, code, transfers, isComplete: isComplete && transfers.length === found.length };
}

/** A whole number, which the REST API writes as a text where it has 64 bits. */
const numberAt = (parent: JsonObject, name: string, max: number): number =>
  typeof parent[name] === 'string'
    ? wholeAt({ [name]: Number(textAt(parent, name, /^(0|[1-9]\d{0,15})$/)) }, name, max)
    : wholeAt(parent, name, max);

/** The messages of the transaction, which the answer repeats below its result. */
function messagesIn(answer: JsonObject, result: JsonObject): JsonObject[] {
  const { messages } = objectAt(objectAt(isObject(answer['tx']) ? answer : result, 'tx'), 'body');
  if (!Array.isArray(messages)) throw new UnusableAnswer('messages is not a list');
  return messages.filter(isObject);
}

const transfersOf = (messages: readonly JsonObject[], denom: string | undefined): Found<ChainTransfer> =>
  foundIn(messages, (message) => READERS.get(message['@type'])?.transfers(message, denom) ?? OTHER);
