import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { eventSubject } from '@questp/messages';
import { sql, type Database } from '@questp/postgres';
import { failpoint, Gauge, metrics, type Bus, type Logger } from '@questp/service';
import { toEnvelope, type OutboxRow } from './emit.js';

const BATCH = 200;
const IDLE_MS = 100;
const FAILED_MS = 1_000;

const backlog = new Gauge({
  name: 'questp_outbox_batch',
  help: 'Outbox rows the last round took; 200 means it is behind',
  registers: [metrics],
});

/**
 * Moves outbox rows to JetStream in the order they were written. One replica at a time (advisory lock).
 * A row is deleted only after the broker has stored it: a crash in between sends it again under the same
 * message id, and the inbox of each consumer drops what it has applied.
 */
export class OutboxRelay {
  private readonly jetstream: JetStreamClient;
  private running: Promise<void> | undefined;
  private stopping = false;
  private wake: (() => void) | undefined;

  constructor(
    private readonly db: Database,
    bus: Bus,
    private readonly logger: Logger,
  ) {
    this.jetstream = jetstream(bus.connection);
  }

  start(): void {
    this.running = this.loop();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake?.();
    await this.running;
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      let pause = IDLE_MS;
      try {
        const sent = await this.relayBatch();
        backlog.set(sent);
        if (sent === BATCH) continue;
      } catch (error) {
        this.logger.warn({ err: error }, 'outbox waits');
        pause = FAILED_MS;
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, pause);
      });
    }
  }

  private relayBatch(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const leader = await tx.row<{ locked: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.outbox', 0)) AS locked`,
      );
      if (!leader?.locked) return 0;
      const rows = await tx.rows<OutboxRow>(sql`
        SELECT seq, id, type, version, aggregate_id, occurred_at, data FROM outbox ORDER BY seq LIMIT ${BATCH}`);
      if (rows.length === 0) return 0;
      const results = await Promise.allSettled(
        rows.map((row) =>
          this.jetstream.publish(eventSubject(row.type), JSON.stringify(toEnvelope(row)), {
            msgID: row.id,
            timeout: 5_000,
          }),
        ),
      );
      failpoint('after-publish', 'outbox');
      const stored = rows.filter((_, i) => results[i]?.status === 'fulfilled');
      await tx.execute(sql`DELETE FROM outbox WHERE seq = ANY(${stored.map((row) => row.seq)}::bigint[])`);
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) this.logger.warn({ err: failure.reason as unknown }, 'some events were not stored by the broker');
      return failure ? 0 : rows.length;
    });
  }
}
