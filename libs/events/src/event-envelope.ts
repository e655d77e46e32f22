import { EVENT_TABLE, EVENT_VERSION, eventSubject, isUnderstood, type EventEnvelope } from '@questp/messages';
import { isUuid } from '@questp/postgres';

/** The event in a message of the stream; nothing when it cannot be read, has another version or lacks what it tells. */
export function readEnvelope(payload: string, subject: string): EventEnvelope | undefined {
  try {
    const event = JSON.parse(payload) as EventEnvelope;
    const known = isUuid(event.id) && eventSubject(event.type) === subject && event.version === EVENT_VERSION;
    return known && isUnderstood(EVENT_TABLE[event.type].data, event.data) ? event : undefined;
  } catch {
    return undefined;
  }
}
