import { MAX_TRANSFERS, type ChainTransaction, type ChainTransfer } from '@questp/messages/integrations';
import {
  objectAt,
  objectsAt,
  parseObject,
  textAt,
  UnusableAnswer,
  wholeAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import { multiSend } from './messages/bank/multi-send.js';
import { send } from './messages/bank/send.js';
import type { MessageReader } from './messages/message-reader.js';

const READERS = new Map<unknown, MessageReader>([send, multiSend].map((reader) => [reader.type, reader]));

const HEIGHT = /^[1-9]\d{0,15}$/;
const TIME = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/**
 * Reads the answer of `GET /cosmos/tx/v1beta1/txs/{hash}` of a Cosmos SDK chain: block, time, code, and the transfers
 * of its messages. Only messages that their sender signed count, so those inside others (authz, groups, contracts) do
 * not.
 *
 * @param hash of the requested transaction, 64 upper-case hex digits
 * @throws UnusableAnswer
 */
export function readTransaction(body: Buffer, hash: string): ChainTransaction {
  const answer = parseObject(body);
  const result = objectAt(answer, 'tx_response');
  if (textAt(result, 'txhash', /^[0-9A-Fa-f]{64}$/).toUpperCase() !== hash) {
    throw new UnusableAnswer('the answer is about another transaction');
  }
  const height = Number(textAt(result, 'height', HEIGHT));
  if (!Number.isSafeInteger(height)) throw new UnusableAnswer('height is not as it should be');
  const code = wholeAt(result, 'code', 2 ** 32 - 1);
  return {
    hash,
    height,
    time: toTimestamp(textAt(result, 'timestamp', TIME)),
    code,
    transfers: code === 0 ? transfersOf(objectAt(objectAt(answer, 'tx'), 'body')) : [],
  };
}

function toTimestamp(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UnusableAnswer('timestamp is not as it should be');
  return time.toISOString();
}

function transfersOf(body: JsonObject): ChainTransfer[] {
  const transfers: ChainTransfer[] = [];
  for (const message of objectsAt(body, 'messages', MAX_TRANSFERS)) {
    transfers.push(...(READERS.get(message['@type'])?.transfers(message) ?? []));
    if (transfers.length >= MAX_TRANSFERS) break;
  }
  return transfers.slice(0, MAX_TRANSFERS);
}
