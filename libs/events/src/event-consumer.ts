import { Readable } from 'node:stream';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import { eventConsumer, replaySubject } from '@questp/broker';
import { AppError } from '@questp/messages/language';
import type { EventEnvelope, EventType } from '@questp/messages/tables';
import { newId, sql, type Database, type Tx } from '@questp/postgres';
import {
  AskedGauge,
  BackgroundLoop,
  Counter,
  currentContext,
  failpoint,
  metrics,
  newCallContext,
  runInOwnContext,
  type Bus,
  type Logger,
} from '@questp/service';
import { ORIGIN_COLUMNS, originValues } from './emit.js';
import { readEnvelope } from './event-envelope.js';
import { queueOperatorAlert } from './operator-alerts.js';
import { originOf } from './origin.js';

/** What a handler does after its transaction has committed; lost when the process dies before. */
type AfterCommit = () => void;

export type EventHandlers = {
  [T in EventType]?: (tx: Tx, event: EventEnvelope<T>) => Promise<AfterCommit | void>;
};
type AnyHandler = (tx: Tx, event: EventEnvelope) => Promise<AfterCommit | void>;

export interface ConsumerOptions {
  /** Name of the durable consumer: the service; replicas share it. */
  service: string;
  /** Handlers of each listening component; all handlers of an event run in one transaction. */
  handlers: readonly EventHandlers[];
  /** Delays before the next tries; after the last one the event is parked. */
  retryDelaysMs?: number[];
}

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000];
const OUTAGE_MS = 2_000;
const RESTART_MS = 1_000;
/**
 * Small, so that a replica handles a batch before the broker redelivers it, and so that a batch of the largest messages
 * (1 MiB) fits a small heap. The client can limit either messages or bytes.
 */
const TAKEN_AT_ONCE = 20;
/** Time that a fetch waits for events, and therefore the maximum time to stop. */
const FETCH_MS = 1_000;

const parked = new Counter({
  name: 'questp_events_parked_total',
  help: 'Events that could not be applied and wait for the replay command; alert when it grows',
  labelNames: ['type'],
  registers: [metrics],
});

const lag = new AskedGauge(
  'questp_events_waiting',
  'Events in the stream that this service has not applied yet; alert when it keeps growing',
);

/**
 * Applies each event once: the inbox row and the writes of the handlers commit together. An event that keeps failing,
 * cannot be parsed or has an unknown version is parked in `parked_event`, and the following ones are applied. Outages
 * do not count as failures. Runs until stopped, also while the migrator has not created its consumer yet.
 */
export class EventConsumer {
  private readonly loop: BackgroundLoop;
  private consumer: Consumer | undefined;
  /** Failures per stream sequence number, counted here because the broker's count includes outages. */
  private readonly failures = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly logger: Logger,
    private readonly options: ConsumerOptions,
  ) {
    // The fetch itself waits while there are no events.
    const pauses = { idleMs: 0, failedMs: RESTART_MS };
    this.loop = new BackgroundLoop({ name: 'inbox', logger, ...pauses, run: () => this.takeSome() });
    bus.onReconnect(() => this.loop.wake());
    lag.readBy(() => this.waiting());
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /**
   * What arrived of a batch is read to its end, also while stopping and when the batch fails: the broker would redeliver
   * unread events only after 30 s.
   */
  private async takeSome(): Promise<boolean> {
    // Events that cannot be applied here are left to other replicas.
    await this.db.execute(sql`SELECT FROM inbox WHERE false`);
    this.consumer ??= await eventConsumer(this.bus.connection, this.options.service);
    try {
      const batch = await this.consumer.fetch({ max_messages: TAKEN_AT_ONCE, expires: FETCH_MS });
      // Read to its end while events are applied: the client considers the broker dead while a batch is not read
      // (https://github.com/nats-io/nats.node/issues/649).
      let failure: Error | undefined;
      const arrived = untilFailed(batch, (error) => (failure = error));
      const messages: AsyncIterable<JsMsg> = Readable.from(arrived, { highWaterMark: TAKEN_AT_ONCE });
      for await (const message of messages) {
        if (this.loop.stopping) message.nak();
        else await this.takeInContext(message);
      }
      if (failure !== undefined) throw failure;
      return true;
    } catch (error) {
      this.consumer = undefined;
      throw error;
    }
  }

  /** Continues the trace and request id of the request that caused the event. */
  private async takeInContext(message: JsMsg): Promise<void> {
    const { requestId, traceparent } = originOf(message.headers);
    const start = { name: `apply ${this.originalSubject(message)}`, kind: 'consumer' } as const;
    const context = newCallContext(requestId ?? undefined, traceparent ?? undefined, start);
    await runInOwnContext(context, () => this.take(message));
  }

  /** Events that are not delivered yet, and events that are not acknowledged yet. */
  private async waiting(): Promise<number> {
    const consumer = this.consumer ?? (await eventConsumer(this.bus.connection, this.options.service));
    const { num_pending: toOffer, num_ack_pending: offered } = await consumer.info();
    return toOffer + offered;
  }

  private async take(message: JsMsg): Promise<void> {
    const subject = this.originalSubject(message);
    const event = readEnvelope(message.string(), subject);
    try {
      if (event === undefined) {
        await this.park(message, subject, undefined, 'unreadable, incomplete or of an unknown version');
      } else {
        await this.apply(event);
        message.ack();
        this.logger.debug({ subject, event: event.id }, 'event applied');
      }
      this.failures.delete(message.seq);
    } catch (error) {
      this.logger.warn({ err: error, subject, event: event?.id }, 'event not applied');
      currentContext()?.span?.fail(error);
      await this.retryOrPark(message, subject, event, error);
    }
  }

  private async retryOrPark(message: JsMsg, subject: string, event: EventEnvelope | undefined, error: unknown) {
    if (isOutage(error)) return message.nak(OUTAGE_MS);
    const tries = (this.failures.get(message.seq) ?? 0) + 1;
    this.failures.set(message.seq, tries);
    const delay = (this.options.retryDelaysMs ?? RETRY_DELAYS_MS)[tries - 1];
    if (delay !== undefined) return message.nak(delay);
    try {
      await this.park(message, subject, event, error instanceof Error ? error.message : String(error));
      this.failures.delete(message.seq);
    } catch (failure) {
      this.logger.error({ err: failure, subject, event: event?.id }, 'event not parked');
      message.nak(OUTAGE_MS);
    }
  }

  private async apply(event: EventEnvelope): Promise<void> {
    const afterCommit: AfterCommit[] = [];
    await this.db.transaction(async (tx) => {
      const isNew = await tx.execute(
        sql`INSERT INTO inbox (event_id, type) VALUES (${event.id}, ${event.type}) ON CONFLICT DO NOTHING`,
      );
      if (isNew === 0) return;
      for (const handlers of this.options.handlers) {
        const after = await (handlers[event.type] as AnyHandler | undefined)?.(tx, event);
        if (after) afterCommit.push(after);
      }
      failpoint('before-inbox-commit', event.type);
    }, 'inbox');
    for (const run of afterCommit) run();
  }

  private async park(message: JsMsg, subject: string, event: EventEnvelope | undefined, reason: string): Promise<void> {
    // PostgreSQL cannot store NUL in a text.
    const payload = message.string().replaceAll('\0', '\uFFFD');
    const { service } = this.options;
    const type = event?.type ?? null;
    await this.db.transaction(async (tx) => {
      await tx.execute(sql`
        INSERT INTO parked_event (id, stream_seq, subject, event_id, payload, reason, ${ORIGIN_COLUMNS})
        VALUES (${newId()}, ${message.seq}, ${subject}, ${event?.id ?? null}, ${payload},
          ${reason.replaceAll('\0', '\uFFFD')}, ${originValues()})`);
      await queueOperatorAlert(tx, 'event.parked', service, { service, direction: 'in', type });
    });
    message.term();
    parked.inc({ type: type ?? 'unreadable' });
    this.logger.error({ subject, event: event?.id, reason }, 'event parked');
  }

  private originalSubject({ subject }: JsMsg): string {
    const prefix = replaySubject(this.options.service, '');
    return subject.startsWith(prefix) ? subject.slice(prefix.length) : subject;
  }
}

/** A stream that fails drops what it has read ahead; this one ends instead. */
async function* untilFailed<T>(items: AsyncIterable<T>, onFailed: (error: Error) => void): AsyncIterable<T> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    onFailed(error);
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof AppError && ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT'].includes(error.code);
