import { readEvents, type TxEvent } from '@questp/chains/transactions';
import type { JsonObject } from '../../outbound/described-json.js';
import { isObject } from './messages/fields.js';

/**
 * The events of each message of a transaction. Since SDK 0.50 an event names its message; before, the events of a
 * transaction with one message are that message's, beside those of the fee, and `logs` has the events of several, those
 * of one type together. Undefined: it is unknown which events belong to the message.
 */
export function eventsByMessage(result: JsonObject, messages: number): (index: number) => TxEvent[] | undefined {
  const events = readEvents(result['events']) ?? [];
  if (events.some(({ values }) => values.has('msg_index'))) {
    return (index) => events.filter(({ values }) => values.get('msg_index') === String(index));
  }
  if (messages === 1 && events.length > 0) return () => events;
  const logs = Array.isArray(result['logs']) ? result['logs'].filter(isObject) : [];
  return (index) => readEvents(logs.find(({ msg_index: of }) => (of ?? 0) === index)?.['events']);
}

/** The events of one message inside a MsgExec. */
export function eventsInside(
  events: readonly TxEvent[] | undefined,
  index: number,
  messages: number,
): readonly TxEvent[] | undefined {
  if (messages === 1) return events;
  const named = events?.filter(({ values }) => values.get('authz_msg_index') === String(index));
  return named?.length === 0 ? undefined : named;
}
