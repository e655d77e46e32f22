import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { sql, type Database } from '@questp/postgres';
import { replaySubject } from '@questp/broker';
import { ORIGIN_COLUMNS } from './emit.js';
import { toHeaders, type Origin } from './origin.js';

export interface ParkedEvent {
  id: string;
  subject: string;
  /** Null when the payload cannot be read. */
  eventId: string | null;
  reason: string;
  parkedAt: Date;
  /** Whether the service parked it while applying or while sending it. */
  direction: 'in' | 'out';
}

export const listParked = (db: Database): Promise<ParkedEvent[]> =>
  db.rows<ParkedEvent>(sql`
    SELECT id, subject, event_id, reason, parked_at, 'in' AS direction FROM parked_event
    UNION ALL
    SELECT id, 'events.' || type, id, parked_reason, parked_at, 'out' FROM outbox WHERE parked_at IS NOT NULL
    ORDER BY parked_at, id`);

/** Returns parked outgoing events to the relay; returns how many. */
export const replayParkedOutbox = (db: Database): Promise<number> =>
  db.execute(sql`UPDATE outbox SET parked_at = NULL, parked_reason = NULL WHERE parked_at IS NOT NULL`);

/** Maximum events in memory; one can have a megabyte. */
const PART = 10;

/**
 * Sends the events that `service` parked to its consumer again, in the order they were parked, and deletes them. Events
 * that fail again are parked again. Returns their number. A crash may send some twice, which the inbox drops.
 */
export async function replayParked(db: Database, connection: NatsConnection, service: string): Promise<number> {
  const js = jetstream(connection);
  // An event that fails again in the meantime is parked under a later id.
  const last = await db.row<{ id: string }>(sql`SELECT id FROM parked_event ORDER BY id DESC LIMIT 1`);
  let replayed = 0;
  for (;;) {
    const part = await db.transaction(async (tx) => {
      const events = await tx.rows<{ id: string; subject: string; payload: string } & Origin>(sql`
        SELECT id, subject, payload, ${ORIGIN_COLUMNS} FROM parked_event WHERE id <= ${last?.id ?? null}::uuid
        ORDER BY id LIMIT ${PART} FOR UPDATE SKIP LOCKED`);
      for (const event of events) {
        await js.publish(replaySubject(service, event.subject), event.payload, { headers: toHeaders(event) });
      }
      await tx.execute(sql`DELETE FROM parked_event WHERE id = ANY(${events.map(({ id }) => id)}::uuid[])`);
      return events.length;
    });
    replayed += part;
    if (part < PART) return replayed;
  }
}

/** Deletes inbox rows older than the stream keeps its messages. */
export const purgeInbox = (db: Database): Promise<number> =>
  db.execute(sql`DELETE FROM inbox WHERE applied_at < now() - interval '8 days'`);
