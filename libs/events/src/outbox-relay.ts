import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { eventSubject } from '@questp/messages';
import { sql, type Database } from '@questp/postgres';
import { BackgroundLoop, failpoint, Gauge, metrics, type Bus, type Logger } from '@questp/service';
import { toEnvelope, type OutboxRow } from './emit.js';

const BATCH = 200;
const IDLE_MS = 100;
const FAILED_MS = 1_000;
const STORED_MS = 4_000;
/** A round ends after this, well before PostgreSQL ends its idle transaction. */
const ROUND_MS = 4_000;

const taken = new Gauge({
  name: 'questp_outbox_batch',
  help: 'Outbox rows the last round took; 200 means it is behind',
  registers: [metrics],
});

interface Round {
  taken: number;
  stored: number;
  failure: Error | undefined;
}

/**
 * Moves outbox rows to JetStream, the events of one aggregate in the order they were written. One replica at a time
 * (advisory lock). A row is deleted only after the broker has stored it: a crash in between sends it again under the
 * same message id, and the inbox of each consumer drops what it has applied.
 */
export class OutboxRelay {
  private readonly jetstream: JetStreamClient;
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly db: Database,
    bus: Bus,
    logger: Logger,
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
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async moveSome(): Promise<boolean> {
    const round = await this.round();
    taken.set(round.taken);
    if (round.failure !== undefined) throw round.failure;
    return round.stored === BATCH;
  }

  private async round(): Promise<Round> {
    // Asked without a transaction: every idle service does this all day.
    const waiting = await this.db.row(sql`SELECT seq FROM outbox ORDER BY seq LIMIT 1`);
    if (waiting === undefined) return { taken: 0, stored: 0, failure: undefined };
    return this.db.transaction(async (tx) => {
      const leader = await tx.row<{ locked: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.outbox', 0)) AS locked`,
      );
      if (!leader?.locked) return { taken: 0, stored: 0, failure: undefined };
      const rows = await tx.rows<OutboxRow>(sql`
        SELECT seq, id, type, version, aggregate_id, occurred_at, data FROM outbox ORDER BY seq LIMIT ${BATCH}`);
      if (rows.length === 0) return { taken: 0, stored: 0, failure: undefined };
      const { stored, failure } = await this.publish(rows);
      failpoint('after-publish', 'outbox');
      await tx.execute(sql`DELETE FROM outbox WHERE seq = ANY(${stored}::bigint[])`);
      return { taken: rows.length, stored: stored.length, failure };
    });
  }

  /** Aggregates side by side; within one, an event goes out after the one before it was stored. */
  private async publish(rows: OutboxRow[]): Promise<{ stored: string[]; failure: Error | undefined }> {
    const aggregates = new Map<string, OutboxRow[]>();
    for (const row of rows) {
      const before = aggregates.get(row.aggregateId);
      if (before) before.push(row);
      else aggregates.set(row.aggregateId, [row]);
    }
    const stored: string[] = [];
    const until = Date.now() + ROUND_MS;
    let failure: Error | undefined;
    const publishAll = async (events: OutboxRow[]) => {
      for (const row of events) {
        if (Date.now() > until) return;
        await this.jetstream.publish(eventSubject(row.type), JSON.stringify(toEnvelope(row)), {
          msgID: row.id,
          timeout: STORED_MS,
        });
        stored.push(row.seq);
      }
    };
    await Promise.all(
      [...aggregates.values()].map((events) => publishAll(events).catch((error: Error) => (failure ??= error))),
    );
    return { stored, failure };
  }
}
