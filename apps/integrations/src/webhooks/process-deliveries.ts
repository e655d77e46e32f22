import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import {
  BackgroundWorker,
  currentContext,
  LOGGER,
  newCallContext,
  runInOwnContext,
  type Logger,
} from '@questp/service';
import { DeliveriesRepository, type Delivery } from './deliveries.repository.js';
import { DELIVERY_HANDLERS, type DeliveryHandler } from './delivery-handler.js';

const BATCH = 20;
const IDLE_MS = 1_000;

/** Processes stored webhook deliveries. Each replica claims its own under a lease. */
@Injectable()
export class ProcessDeliveries extends BackgroundWorker {
  constructor(
    private readonly db: Database,
    private readonly deliveries: DeliveriesRepository,
    @Inject(DELIVERY_HANDLERS) private readonly handlers: readonly DeliveryHandler[],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({ name: 'process-deliveries', logger, idleMs: IDLE_MS, failedMs: IDLE_MS });
  }

  async execute(): Promise<boolean> {
    const claimed = await this.deliveries.claim(BATCH);
    await Promise.all(claimed.map((delivery) => this.processInContext(delivery)));
    return claimed.length === BATCH;
  }

  /** Looks for new ones now. */
  wake(): void {
    this.loop.wake();
  }

  private processInContext(delivery: Delivery): Promise<void> {
    const context = newCallContext(undefined, undefined, { name: 'process delivery', kind: 'internal' });
    return runInOwnContext(context, () => this.processLogged(delivery));
  }

  /** One that fails is claimed again after its lease, and does not hold the others up. */
  private async processLogged(delivery: Delivery): Promise<void> {
    try {
      await this.process(delivery);
    } catch (error) {
      currentContext()?.span?.fail(error);
      const { provider, tries } = delivery;
      this.logger.warn({ err: error, provider, tries }, 'delivery of a platform not processed');
    }
  }

  private async process(delivery: Delivery): Promise<void> {
    const handler = this.handlers.find(({ provider }) => provider === delivery.provider);
    const { write, tell } = (await handler?.handle(delivery)) ?? {};
    const isFinished = await this.db.transaction(async (tx) => {
      if (!(await this.deliveries.finish(tx, delivery))) return false;
      await write?.(tx);
      return true;
    });
    if (isFinished) await tell?.();
  }
}
