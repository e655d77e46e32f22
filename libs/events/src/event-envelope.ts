import { isUnderstood } from '@questp/messages/language';
import { EVENT_TABLE, EVENT_VERSION, eventSubject, sentSubject, type EventEnvelope } from '@questp/messages/tables';
import { isUuid } from '@questp/postgres';

/** Parses the event in a message; undefined if it is malformed, has another version or lacks a member. */
export function readEnvelope(payload: string, subject: string): EventEnvelope | undefined {
  try {
    const event = JSON.parse(payload) as EventEnvelope;
    const known = isUuid(event.id) && event.version === EVENT_VERSION;
    if (!known || !isUnderstood(EVENT_TABLE[event.type].data, event.data)) return undefined;
    // Services of the previous version send no audience.
    return [eventSubject(event.type), sentSubject(event.type, event.data)].includes(subject) ? event : undefined;
  } catch {
    return undefined;
  }
}
