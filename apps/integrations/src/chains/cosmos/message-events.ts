import { readEvents, type TxEvent } from '@questp/chains/transactions';
import type { JsonObject } from '../../outbound/described-json.js';
import { isObject } from './messages/fields.js';

/**
 * The events of each message of a transaction, by its index. Since SDK 0.50 each event names its message. Before, the
 * list of events does not: with one message, all of them belong to it or to the fee; with several, `logs` groups them
 * by message, and merges those of one type. Undefined: the answer does not show which events belong to the message.
 */
export function eventsByMessage(result: JsonObject, messages: number): (index: number) => TxEvent[] | undefined {
  const events = readEvents(result['events']) ?? [];
  const numbered = byNumber(events, 'msg_index');
  if (numbered.size > 0) return (index) => numbered.get(String(index)) ?? [];
  if (messages === 1 && events.length > 0) return () => events;
  const logs = Array.isArray(result['logs']) ? result['logs'].filter(isObject) : [];
  const logged = new Map(logs.map((log) => [log['msg_index'] ?? 0, log['events']]));
  return (index) => readEvents(logged.get(index));
}

/** The events of each message inside a MsgExec. */
export function eventsInside(
  events: readonly TxEvent[] | undefined,
  messages: number,
): (index: number) => readonly TxEvent[] | undefined {
  if (messages === 1) return () => events;
  const numbered = byNumber(events ?? [], 'authz_msg_index');
  return (index) => numbered.get(String(index));
}

/** Events by the number of the message that they name. A hostile answer can have very many of both. */
function byNumber(events: readonly TxEvent[], key: string): Map<string, TxEvent[]> {
  const numbered = new Map<string, TxEvent[]>();
  for (const event of events) {
    const number = event.values.get(key);
    if (number === undefined) continue;
    const others = numbered.get(number);
    if (others === undefined) numbered.set(number, [event]);
    else others.push(event);
  }
  return numbered;
}
