import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { Bus, LOGGER, type Logger } from '@questp/service';
import { EventConsumer, type EventHandlers } from './event-consumer.js';
import { OutboxRelay } from './outbox-relay.js';

export const EVENT_CONSUMER = Symbol('event consumer');

/** What a service listens to; provided under EVENT_CONSUMER. */
export interface EventSubscription {
  service: string;
  handlers: EventHandlers;
}

/** Starts the service's relay and consumer with the process and stops them first. */
@Injectable()
export class Events implements OnApplicationBootstrap, OnModuleDestroy {
  private relay: OutboxRelay | undefined;
  private consumer: EventConsumer | undefined;

  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(EVENT_CONSUMER) private readonly subscription: EventSubscription,
  ) {}

  onApplicationBootstrap(): void {
    this.relay = new OutboxRelay(this.db, this.bus, this.logger);
    this.relay.start();
    if (Object.keys(this.subscription.handlers).length === 0) return;
    this.consumer = new EventConsumer(this.db, this.bus, this.logger, this.subscription);
    this.consumer.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.consumer?.stop();
    await this.relay?.stop();
  }
}
