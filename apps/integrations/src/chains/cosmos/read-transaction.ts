import {
  ACTS_BYTES,
  MAX_ACTS,
  type ChainAct,
  type ChainActKind,
  type ChainTransaction,
} from '@questp/messages/integrations';
import type { TxEvent } from '@questp/chains/transactions';
import { fitting } from '@questp/messages/language';
import { objectAt, textAt, timeAt, UnusableAnswer, wholeAt, type JsonObject } from '../../outbound/described-json.js';
import { eventsByMessage, eventsInside } from './message-events.js';
import { foundIn, isObject, OTHER, together, UNREADABLE, type Found } from './messages/fields.js';
import { MESSAGE_READERS } from './messages/index.js';
import type { MessageReader } from './messages/message-reader.js';

const READERS = new Map<unknown, MessageReader>(
  MESSAGE_READERS.flatMap((reader) => reader.types.map((type) => [type, reader] as const)),
);

const EXEC = new Set<unknown>(['/cosmos.authz.v1beta1.MsgExec', 'cosmos-sdk/MsgExec']);
/** Levels of MsgExec that are read. */
const MAX_EXEC_LEVELS = 4;

const MAX_CODE = 2 ** 32 - 1;

/** Which acts are looked for. */
export interface Wanted {
  kinds: ReadonlySet<ChainActKind>;
  /** Undefined: acts of any account. */
  senders: ReadonlySet<string> | undefined;
  /** Undefined: coins of all denominations. */
  denom: string | undefined;
}

/**
 * Reads a transaction as the REST API of a Cosmos SDK chain writes it: block, time, code, and what its messages do.
 * Messages inside a MsgExec (authz) count for the account that granted them, which is the sender they name. Those that
 * groups, contracts and interchain accounts send do not count. Messages of other types are not looked at.
 *
 * @param tx the signed transaction; null: it is a member of the result
 * @throws UnusableAnswer
 */
export function readTransaction(result: JsonObject, tx: unknown, wanted: Wanted): ChainTransaction {
  const hash = textAt(result, 'txhash', /^[0-9A-Fa-f]{64}$/).toUpperCase();
  const height = numberAt(result, 'height', Number.MAX_SAFE_INTEGER);
  if (height === 0) throw new UnusableAnswer('height is not as it should be');
  const code = numberAt(result, 'code', MAX_CODE);
  const time = new Date(timeAt(result, 'timestamp')).toISOString();
  const { found, isComplete } = code === 0 ? actsOf(messagesIn(tx, result), result, wanted) : OTHER;
  const acts = fitting(found.slice(0, MAX_ACTS), ACTS_BYTES);
  return { hash, height, time, code, acts, isComplete: isComplete && acts.length === found.length };
}

/** A whole number, which the REST API writes as a text where it has 64 bits. */
const numberAt = (parent: JsonObject, name: string, max: number): number =>
  typeof parent[name] === 'string'
    ? wholeAt({ [name]: Number(textAt(parent, name, /^(0|[1-9]\d{0,15})$/)) }, name, max)
    : wholeAt(parent, name, max);

/** The messages of the transaction, which an answer about it repeats below its result. */
function messagesIn(tx: unknown, result: JsonObject): JsonObject[] {
  const { messages } = objectAt(isObject(tx) ? tx : objectAt(result, 'tx'), 'body');
  if (!Array.isArray(messages)) throw new UnusableAnswer('messages is not a list');
  return messages.map((message: unknown) => (isObject(message) ? message : {}));
}

function actsOf(messages: readonly JsonObject[], result: JsonObject, wanted: Wanted): Found<ChainAct> {
  const events = eventsByMessage(result, messages.length);
  const { found, isComplete } = together(messages.map((message, index) => read(message, events(index), wanted)));
  const isWanted = ({ kind, sender }: ChainAct) =>
    wanted.kinds.has(kind) && (wanted.senders === undefined || wanted.senders.has(sender));
  return { found: found.filter(isWanted), isComplete };
}

function read(message: JsonObject, events: readonly TxEvent[] | undefined, wanted: Wanted, level = 0): Found<ChainAct> {
  const { type, members } = typed(message);
  if (EXEC.has(type)) {
    if (level === MAX_EXEC_LEVELS) return UNREADABLE;
    const inner = Array.isArray(members['msgs']) ? members['msgs'].length : 0;
    const inside = eventsInside(events, inner);
    let index = 0;
    return foundIn(members['msgs'], (one) => read(one, inside(index++), wanted, level + 1));
  }
  const reader = READERS.get(type);
  if (reader === undefined || !reader.kinds.some((kind) => wanted.kinds.has(kind))) return OTHER;
  return reader.acts(members, { denom: wanted.denom, events });
}

/** Type and members of a message, which is written by its proto name or by its amino name. */
function typed(message: JsonObject): { type: unknown; members: JsonObject } {
  const { '@type': type, type: amino, value } = message;
  return type === undefined && isObject(value) ? { type: amino, members: value } : { type, members: message };
}
