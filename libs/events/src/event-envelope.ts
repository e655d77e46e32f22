import { isUnderstood } from '@questp/messages/language';
import { EVENT_TABLE, EVENT_VERSION, eventSubject, sentSubject, type EventEnvelope } from '@questp/messages/tables';
import { isUuid } from '@questp/postgres';

/** The event in a message of the stream; nothing when it cannot be read, has another version or lacks what it tells. */
export function readEnvelope(payload: string, subject: string): EventEnvelope | undefined {
  try {
    const event = JSON.parse(payload) as EventEnvelope;
    const known = isUuid(event.id) && event.version === EVENT_VERSION;
    if (!known || !isUnderstood(EVENT_TABLE[event.type].data, event.data)) return undefined;
    // Services of the version before name no audience.
    return [eventSubject(event.type), sentSubject(event.type, event.data)].includes(subject) ? event : undefined;
  } catch {
    return undefined;
  }
}
