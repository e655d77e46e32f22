import { EVENT_VERSION, eventSubject, type EventEnvelope } from '@questp/messages';
import { isUuid } from '@questp/postgres';

/** The event in a message of the stream; nothing when it cannot be read or has another version. */
export function readEnvelope(payload: string, subject: string): EventEnvelope | undefined {
  try {
    const event = JSON.parse(payload) as EventEnvelope;
    const known = isUuid(event.id) && eventSubject(event.type) === subject && event.version === EVENT_VERSION;
    return known ? event : undefined;
  } catch {
    return undefined;
  }
}
