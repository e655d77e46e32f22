import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { sql, type Database } from '@questp/postgres';

export interface ParkedEvent {
  stream_seq: string;
  subject: string;
  event_id: string | null;
  payload: string;
  reason: string;
  parked_at: Date;
}

export const listParked = (db: Database): Promise<ParkedEvent[]> =>
  db.rows<ParkedEvent>(sql`
    SELECT stream_seq, subject, event_id, payload, reason, parked_at FROM parked_event ORDER BY stream_seq`);

/** Sends parked events through the stream again and forgets them; what fails again is parked again. */
export async function replayParked(db: Database, connection: NatsConnection): Promise<number> {
  const js = jetstream(connection);
  return db.transaction(async (tx) => {
    const events = await tx.rows<ParkedEvent>(sql`
      DELETE FROM parked_event RETURNING stream_seq, subject, event_id, payload, reason, parked_at`);
    for (const event of events) await js.publish(event.subject, event.payload);
    return events.length;
  });
}

/** Deletes inbox rows older than the stream keeps its messages. */
export const purgeInbox = (db: Database): Promise<number> =>
  db.execute(sql`DELETE FROM inbox WHERE applied_at < now() - interval '8 days'`);
