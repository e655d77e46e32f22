import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { LOGGER, QueueWorker, type LastStep, type Logger } from '@questp/service';
import { DeliveriesRepository, type Delivery } from './deliveries.repository.js';
import { DELIVERY_HANDLERS, type DeliveryHandler } from './delivery-handler.js';

const SLOTS = 50;
const IDLE_MS = 1_000;

/** Processes stored webhook deliveries. Each replica claims its own under a lease. */
@Injectable()
export class ProcessDeliveries extends QueueWorker<Delivery> {
  constructor(
    private readonly db: Database,
    private readonly deliveries: DeliveriesRepository,
    @Inject(DELIVERY_HANDLERS) private readonly handlers: readonly DeliveryHandler[],
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ name: 'process-deliveries', logger, slots: SLOTS, idleMs: IDLE_MS, failedMs: IDLE_MS });
  }

  protected claim(limit: number): Promise<Delivery[]> {
    return this.deliveries.claim(limit);
  }

  protected describe({ provider, tries }: Delivery): object {
    return { provider, tries };
  }

  protected async process(delivery: Delivery): Promise<LastStep | undefined> {
    const handler = this.handlers.find(({ provider }) => provider === delivery.provider);
    const { write, reply } = (await handler?.handle(delivery)) ?? {};
    const isFinished = await this.db.transaction(async (tx) => {
      if (!(await this.deliveries.finish(tx, delivery))) return false;
      await write?.(tx);
      return true;
    });
    return isFinished ? reply : undefined;
  }
}
