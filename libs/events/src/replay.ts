import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { sql, type Database } from '@questp/postgres';
import { replaySubject } from '@questp/broker';

export interface ParkedEvent {
  id: string;
  /** Of the message in the stream, for the broker's tools. */
  streamSeq: string;
  subject: string;
  /** Null when the payload cannot be read. */
  eventId: string | null;
  payload: string;
  reason: string;
  parkedAt: Date;
}

export const listParked = (db: Database): Promise<ParkedEvent[]> =>
  db.rows<ParkedEvent>(sql`
    SELECT id, stream_seq, subject, event_id, payload, reason, parked_at FROM parked_event ORDER BY id`);

/**
 * Sends the events that `service` parked to its consumer again, in the order they were parked, and forgets them; what
 * fails again is parked again. Returns how many. A crash sends some twice, which the inbox drops.
 */
export async function replayParked(db: Database, connection: NatsConnection, service: string): Promise<number> {
  const js = jetstream(connection);
  return db.transaction(async (tx) => {
    const events = await tx.rows<Pick<ParkedEvent, 'id' | 'subject' | 'payload'>>(
      sql`SELECT id, subject, payload FROM parked_event ORDER BY id FOR UPDATE SKIP LOCKED`,
    );
    for (const event of events) await js.publish(replaySubject(service, event.subject), event.payload);
    await tx.execute(sql`DELETE FROM parked_event WHERE id = ANY(${events.map(({ id }) => id)}::uuid[])`);
    return events.length;
  });
}

/** Deletes inbox rows older than the stream keeps its messages. */
export const purgeInbox = (db: Database): Promise<number> =>
  db.execute(sql`DELETE FROM inbox WHERE applied_at < now() - interval '8 days'`);
