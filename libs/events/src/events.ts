import { watchesEventStream } from '@questp/broker';
import { eventsTo } from '@questp/messages/tables';
import type { Database } from '@questp/postgres';
import type { Bus, Logger } from '@questp/service';
import { EventConsumer, type EventHandlers } from './event-consumer.js';
import { EventStreamWatch } from './event-stream-watch.js';
import { OperatorAlerts } from './operator-alerts.js';
import { OutboxRelay } from './outbox-relay.js';

/** A component of a service that consumes events. */
export interface EventListener {
  readonly handlers: EventHandlers;
}

/** Relay, notices and consumer of a service. Nest starts them with the process and stops them first. */
export class Events {
  private relay: OutboxRelay | undefined;
  private notices: OperatorAlerts | undefined;
  private watch: EventStreamWatch | undefined;
  private consumer: EventConsumer | undefined;

  /** `listeners` is called when all components of the service exist. */
  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly logger: Logger,
    private readonly service: string,
    private readonly listeners: () => readonly EventListener[],
  ) {}

  onApplicationBootstrap(): void {
    const handlers = this.listeners().map((listener) => listener.handlers);
    this.requireDeclared(handlers);
    this.relay = new OutboxRelay(this.db, this.bus, this.logger, this.service);
    this.relay.start();
    this.notices = new OperatorAlerts(this.db, this.logger);
    this.notices.start();
    if (watchesEventStream(this.service)) {
      this.watch = new EventStreamWatch(this.db, this.bus, this.logger);
      this.watch.start();
    }
    if (handlers.length === 0) return;
    this.consumer = new EventConsumer(this.db, this.bus, this.logger, { service: this.service, handlers });
    this.consumer.start();
  }

  /**
   * Throws if the handlers do not match the consumers in the table of events, from which the permissions of the broker
   * are made.
   */
  private requireDeclared(handlers: readonly EventHandlers[]): void {
    const handled = [...new Set(handlers.flatMap((one) => Object.keys(one)))].sort().join();
    const declared = eventsTo(this.service).sort().join();
    if (handled === declared) return;
    throw new Error(`${this.service} handles the events ${handled}, by EVENT_TABLE it listens to ${declared}`);
  }

  async onModuleDestroy(): Promise<void> {
    await this.consumer?.stop();
    await this.watch?.stop();
    await this.notices?.stop();
    await this.relay?.stop();
  }
}
