import { jetstream, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { sentSubject } from '@questp/messages/tables';
import { sql, type Database, type Tx } from '@questp/postgres';
import {
  BackgroundLoop,
  Counter,
  failpoint,
  Gauge,
  metrics,
  newCallContext,
  runInOwnContext,
  type Bus,
  type Logger,
} from '@questp/service';
import { isEmitting, toEnvelope, type OutboxRow } from './emit.js';
import { queueOperatorAlert } from './operator-alerts.js';
import { toHeaders, type Origin } from './origin.js';

const BATCH = 1_000;
/** Bytes of data in one round; the event that reaches this is the last one. */
const BATCH_BYTES = 1024 * 1024;
/**
 * Maximum bytes of an event. The broker accepts 1 MiB with envelope and headers; the events of EVENT_TABLE are far
 * smaller.
 */
const LARGEST = 960 * 1024;
/**
 * Pause between rounds while events are written. The relay batches small writes: a round costs the same for few rows as
 * for many.
 */
const PAUSE_MS = 100;
/** Without events of this process, only rows of other replicas can be waiting. */
const IDLE_MS = 1_000;
const FAILED_MS = 1_000;
const STORED_MS = 4_000;
/** Maximum duration of a round, far below the limit for idle transactions. */
const ROUND_MS = 4_000;

const taken = new Gauge({
  name: 'questp_outbox_batch',
  help: 'Outbox rows the last round took; 1,000 in every round mean that it is behind',
  registers: [metrics],
});

/** When the oldest waiting event was written, by `performance.now`; undefined without one. */
let oldestAt: number | undefined;

new Gauge({
  name: 'questp_outbox_age_seconds',
  help: 'Age of the oldest event that waits to be sent; alert when it grows',
  registers: [metrics],
  collect() {
    this.set(oldestAt === undefined ? 0 : (performance.now() - oldestAt) / 1000);
  },
});

const parkedRows = new Counter({
  name: 'questp_outbox_parked_total',
  help: 'Events of this service that the broker can never take and that wait for the replay command; alert when it grows',
  labelNames: ['type'],
  registers: [metrics],
});

interface ParkedRow {
  row: OutboxRow;
  reason: string;
}

interface Published {
  /** Sequence numbers of the rows that the broker has stored. */
  stored: string[];
  parked: ParkedRow[];
  failure: Error | undefined;
}

interface Round {
  /** True if more rows may be ready. */
  more: boolean;
  failure: Error | undefined;
}

const NOTHING: Round = { more: false, failure: undefined };

/**
 * Moves outbox rows to JetStream, the events of one aggregate in the order they were written. One replica at a time
 * (lock by name). A row is deleted only after the broker has stored it: a crash in between sends it again under the
 * same message id, and the inbox of each consumer drops what it has applied. A row that the broker can never take is
 * parked, and the ones behind it go on. A round reads a bounded number of bytes, however many rows wait.
 */
export class OutboxRelay {
  private readonly jetstream: JetStreamClient;
  private readonly loop: BackgroundLoop;
  private roundAt = -Infinity;
  private next: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    bus: Bus,
    private readonly logger: Logger,
    private readonly service: string,
  ) {
    this.jetstream = jetstream(bus.connection);
    this.loop = new BackgroundLoop({
      name: 'outbox',
      logger,
      idleMs: IDLE_MS,
      failedMs: FAILED_MS,
      run: () => this.moveSome(),
    });
    bus.onReconnect(() => this.loop.wake());
    db.onCommit((tx) => isEmitting(tx) && this.beginSoon());
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.next);
    await this.loop.stop();
  }

  /** Waits until the pause since the start of the last round is over. */
  private beginSoon(): void {
    this.next ??= setTimeout(
      () => {
        this.next = undefined;
        if (this.loop.failing) return;
        if (this.pauseLeft() > 0) this.beginSoon();
        else this.loop.wake();
      },
      Math.max(0, this.pauseLeft()),
    ).unref();
  }

  private pauseLeft(): number {
    return this.roundAt + PAUSE_MS - performance.now();
  }

  private async moveSome(): Promise<boolean> {
    this.roundAt = performance.now();
    const { more, failure } = await this.round();
    if (failure !== undefined) throw failure;
    return more;
  }

  private async round(): Promise<Round> {
    // Without a transaction: every idle service runs this query all day.
    const waiting = await this.db.row<{ age: number }>(sql`
      SELECT extract(epoch FROM clock_timestamp() - occurred_at)::float8 AS age
      FROM outbox WHERE parked_at IS NULL ORDER BY seq LIMIT 1`);
    oldestAt = waiting && performance.now() - waiting.age * 1000;
    if (waiting === undefined) {
      taken.set(0);
      return NOTHING;
    }
    return this.db.transaction(async (tx) => {
      const leader = await tx.row<{ locked: boolean }>(sql`SELECT try_lock('outbox') AS locked`);
      if (!leader?.locked) {
        this.beginSoon();
        return NOTHING;
      }
      const { rows, more } = await nextRows(tx);
      taken.set(rows.length);
      if (rows.length === 0) return NOTHING;
      const { stored, parked, failure } = await this.publish(rows);
      for (const { type } of rows) failpoint('after-publish', type);
      await tx.execute(sql`DELETE FROM outbox WHERE seq = ANY(${stored}::bigint[])`);
      for (const one of parked) await this.park(tx, one);
      return { more: more && stored.length + parked.length === rows.length, failure };
    });
  }

  private async park(tx: Tx, { row: { seq, id, type, requestId }, reason }: ParkedRow): Promise<void> {
    await tx.execute(
      sql`UPDATE outbox SET parked_at = clock_timestamp(), parked_reason = ${reason} WHERE seq = ${seq}`,
    );
    await queueOperatorAlert(tx, 'event.parked', this.service, { service: this.service, direction: 'out', type });
    parkedRows.inc({ type });
    this.logger.error({ requestId, type, event: id, reason }, 'event not sent, parked');
  }

  /** Aggregates in parallel; within one, an event is sent after the previous one was stored. */
  private async publish(rows: OutboxRow[]): Promise<Published> {
    const aggregates = new Map<string, OutboxRow[]>();
    for (const row of rows) {
      const before = aggregates.get(row.aggregateId);
      if (before) before.push(row);
      else aggregates.set(row.aggregateId, [row]);
    }
    const stored: string[] = [];
    const parked: ParkedRow[] = [];
    const until = Date.now() + ROUND_MS;
    let failure: Error | undefined;
    const publishAll = async (events: OutboxRow[]) => {
      for (const row of events) {
        if (Date.now() > until) return;
        try {
          await this.send(row);
          stored.push(row.seq);
        } catch (error) {
          if (!isOfTheRow(error)) throw error;
          parked.push({ row, reason: error.message });
        }
      }
    };
    await Promise.all(
      [...aggregates.values()].map((events) => publishAll(events).catch((error: Error) => (failure ??= error))),
    );
    return { stored, parked, failure };
  }

  /** In the trace and with the request id of the request that caused the event. */
  private async send(row: OutboxRow): Promise<void> {
    const start = { name: `send ${row.type}`, kind: 'producer' } as const;
    const context = newCallContext(row.requestId ?? undefined, row.traceparent ?? undefined, start);
    await runInOwnContext(context, () => this.store(row, context));
  }

  private async store(row: OutboxRow, origin: Origin): Promise<void> {
    if (row.data === null) throw new Unsendable(`its data has more than ${LARGEST} bytes`);
    await this.jetstream.publish(sentSubject(row.type, row.data), JSON.stringify(toEnvelope(row, row.data)), {
      msgID: row.id,
      timeout: STORED_MS,
      headers: toHeaders(origin),
    });
  }
}

class Unsendable extends Error {}

/** NATS server, errors.json: JSStreamMessageExceedsMaximumErr */
const MESSAGE_TOO_LARGE = 10_054;

/** True if the event itself cannot be sent: it is too large for the broker, or its subject is invalid. */
const isOfTheRow = (error: unknown): error is Error =>
  error instanceof Unsendable ||
  error instanceof errors.InvalidArgumentError ||
  error instanceof errors.InvalidSubjectError ||
  (error instanceof JetStreamApiError && error.code === MESSAGE_TOO_LARGE);

/**
 * The next rows in order, up to the bounds of a round, and whether there are more. Rows that arrive meanwhile wait for
 * the next round: otherwise, under load, rounds would send few rows each at the cost of many.
 */
async function nextRows(tx: Tx): Promise<{ rows: OutboxRow[]; more: boolean }> {
  const rows = await tx.rows<OutboxRow & { more: boolean }>(sql`
    SELECT seq, id, type, version, aggregate_id, occurred_at, request_id, traceparent, more,
      CASE WHEN data_bytes <= ${LARGEST} THEN data END AS data
    FROM (
      SELECT *, sum(least(data_bytes, ${LARGEST})) OVER (ORDER BY seq) - least(data_bytes, ${LARGEST}) AS bytes_before,
        count(*) OVER () = ${BATCH} OR sum(least(data_bytes, ${LARGEST})) OVER () > ${BATCH_BYTES} AS more
      FROM (
        SELECT seq, id, type, version, aggregate_id, occurred_at, request_id, traceparent, data, data_bytes
        FROM outbox WHERE parked_at IS NULL ORDER BY seq LIMIT ${BATCH}
      ) AS waiting
    ) AS measured
    WHERE bytes_before < ${BATCH_BYTES}
    ORDER BY seq`);
  return { rows, more: rows[0]?.more === true };
}
