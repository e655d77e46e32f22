import { EVENT_VERSION, type EventEnvelope, type EventType, type EventTypes } from '@questp/messages/tables';
import { newId, sql, type Sql, type Tx } from '@questp/postgres';
import { currentContext } from '@questp/service';
import type { Origin } from './origin.js';

/** Columns of an outbox row that name the request that caused the event. */
export const ORIGIN_COLUMNS = sql`request_id, traceparent`;

/** Values of {@link ORIGIN_COLUMNS} in the current context. */
export function originValues(): Sql {
  const context = currentContext();
  return sql`${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text`;
}

const emitting = new WeakSet<Tx>();

/** Marks a transaction as one that writes events, so that the relay reads the outbox when it commits. */
export const markEmitting = (tx: Tx): unknown => emitting.add(tx);

export const isEmitting = (tx: Tx): boolean => emitting.has(tx);

/** Writes an event to the outbox in the transaction of the change. */
export async function emit<T extends EventType>(
  tx: Tx,
  type: T,
  aggregateId: string,
  data: EventTypes[T],
): Promise<void> {
  await emitAll(tx, type, [{ aggregateId, data }]);
}

/** Writes several events of one type, in order. */
export async function emitAll<T extends EventType>(
  tx: Tx,
  type: T,
  events: readonly { aggregateId: string; data: EventTypes[T] }[],
): Promise<void> {
  const rows = JSON.stringify(events.map((event) => ({ id: newId(), ...event })));
  markEmitting(tx);
  await tx.execute(sql`
    INSERT INTO outbox (id, type, version, aggregate_id, data, ${ORIGIN_COLUMNS})
    SELECT id, ${type}, ${EVENT_VERSION}::integer, "aggregateId", data, ${originValues()}
    FROM jsonb_to_recordset(${rows}::jsonb) AS event (id uuid, "aggregateId" text, data jsonb)`);
}

export interface OutboxRow extends Origin {
  seq: string;
  id: string;
  type: EventType;
  version: number;
  aggregateId: string;
  occurredAt: Date;
  /** Null: larger than the broker accepts; not loaded. */
  data: EventTypes[EventType] | null;
}

export const toEnvelope = (row: OutboxRow, data: EventTypes[EventType]): EventEnvelope => ({
  id: row.id,
  type: row.type,
  version: row.version,
  occurredAt: row.occurredAt.toISOString(),
  aggregateId: row.aggregateId,
  data,
});
