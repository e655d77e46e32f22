import { AckPolicy, jetstream, jetstreamManager, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { AppError } from '@questp/errors';
import { EVENT_VERSION, eventSubject, type EventEnvelope, type EventType } from '@questp/messages';
import { sql, type Database, type Tx } from '@questp/postgres';
import { Counter, failpoint, metrics, newCallContext, runInContext, type Bus, type Logger } from '@questp/service';
import { EVENT_STREAM } from './stream.js';

export type EventHandlers = { [T in EventType]?: (tx: Tx, event: EventEnvelope<T>) => Promise<void> };

export interface ConsumerOptions {
  /** Durable name: the service; replicas share it. */
  service: string;
  handlers: EventHandlers;
  /** Pauses before the next tries; after the last one the event is parked. */
  retryDelaysMs?: number[];
}

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000];

const parked = new Counter({
  name: 'questp_events_parked_total',
  help: 'Events that could not be applied and wait for the replay command; alert when it grows',
  labelNames: ['type'],
  registers: [metrics],
});

/**
 * Applies each event once: the inbox row and the handler's writes commit together. An event that keeps failing,
 * cannot be read or has an unknown version is parked in `parked_event`; the ones behind it go on.
 */
export class EventConsumer {
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly logger: Logger,
    private readonly options: ConsumerOptions,
  ) {}

  async start(): Promise<void> {
    const { service, handlers } = this.options;
    const manager = await jetstreamManager(this.bus.connection);
    const settings = {
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(30_000),
      max_deliver: -1,
      filter_subjects: (Object.keys(handlers) as EventType[]).map(eventSubject),
    };
    await manager.consumers
      .add(EVENT_STREAM, { durable_name: service, ...settings })
      .catch(() => manager.consumers.update(EVENT_STREAM, service, settings));
    const consumer = await jetstream(this.bus.connection).consumers.get(EVENT_STREAM, service);
    this.messages = await consumer.consume({ max_messages: 100 });
    this.running = this.loop(this.messages);
  }

  async stop(): Promise<void> {
    await this.messages?.close();
    await this.running;
  }

  private async loop(messages: ConsumerMessages): Promise<void> {
    for await (const message of messages) {
      await runInContext(newCallContext(), () => this.take(message)).catch((error: unknown) =>
        this.logger.error({ err: error }, 'event left for a later try'),
      );
    }
  }

  private async take(message: JsMsg): Promise<void> {
    const event = readEnvelope(message);
    if (event === undefined) return this.park(message, undefined, 'unreadable or of an unknown version');
    try {
      await this.apply(event);
      message.ack();
    } catch (error) {
      const delays = this.options.retryDelaysMs ?? RETRY_DELAYS_MS;
      const outage = error instanceof AppError && error.status >= 500;
      const delay = outage ? delays[0] : delays[message.info.deliveryCount - 1];
      this.logger.warn({ err: error, event: event.id, type: event.type }, 'event not applied');
      if (delay === undefined) return this.park(message, event, error instanceof Error ? error.message : String(error));
      message.nak(delay);
    }
  }

  private apply(event: EventEnvelope): Promise<void> {
    const handle = this.options.handlers[event.type] as ((tx: Tx, event: EventEnvelope) => Promise<void>) | undefined;
    return this.db.transaction(async (tx) => {
      const isNew = await tx.execute(
        sql`INSERT INTO inbox (event_id, type) VALUES (${event.id}, ${event.type}) ON CONFLICT DO NOTHING`,
      );
      if (isNew === 0) return;
      await handle?.(tx, event);
      failpoint('before-inbox-commit', event.type);
    }, 'inbox');
  }

  private async park(message: JsMsg, event: EventEnvelope | undefined, reason: string): Promise<void> {
    await this.db.execute(sql`
      INSERT INTO parked_event (stream_seq, subject, event_id, payload, reason)
      VALUES (${message.seq}, ${message.subject}, ${event?.id ?? null}, ${message.string()}, ${reason})
      ON CONFLICT (stream_seq) DO NOTHING`);
    message.term();
    parked.inc({ type: event?.type ?? 'unreadable' });
    this.logger.error({ subject: message.subject, event: event?.id, reason }, 'event parked');
  }
}

function readEnvelope(message: JsMsg): EventEnvelope | undefined {
  try {
    const event = message.json<EventEnvelope>();
    const known = typeof event.id === 'string' && eventSubject(event.type) === message.subject;
    return known && event.version === EVENT_VERSION ? event : undefined;
  } catch {
    return undefined;
  }
}
