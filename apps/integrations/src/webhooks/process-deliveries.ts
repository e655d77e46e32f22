import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { LOGGER, QueueWorker, type Logger } from '@questp/service';
import { DeliveriesRepository, type Delivery } from './deliveries.repository.js';
import { DELIVERY_HANDLERS, type DeliveryHandler } from './delivery-handler.js';

const SLOTS = 50;
/**
 * Answers that one receiver, such as a bot, may be sending at a time, so that a slow one does not occupy all slots.
 * Further answers are not sent; platforms take about 30 messages of a bot in a second.
 */
const ANSWERS = 10;
const IDLE_MS = 1_000;

/** Processes stored webhook deliveries. Each replica claims its own under a lease. */
@Injectable()
export class ProcessDeliveries extends QueueWorker<Delivery> {
  /** Answers being sent, by receiver. */
  private readonly answering = new Map<string, number>();

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

  protected async process(delivery: Delivery): Promise<void> {
    const handler = this.handlers.find(({ provider }) => provider === delivery.provider);
    const { write, tell } = (await handler?.handle(delivery)) ?? {};
    const isFinished = await this.db.transaction(async (tx) => {
      if (!(await this.deliveries.finish(tx, delivery))) return false;
      await write?.(tx);
      return true;
    });
    if (isFinished && tell !== undefined) await this.answer(`${delivery.provider} ${delivery.receiver}`, tell);
  }

  private async answer(receiver: string, tell: () => Promise<unknown>): Promise<void> {
    const before = this.answering.get(receiver) ?? 0;
    if (before >= ANSWERS) return;
    this.answering.set(receiver, before + 1);
    try {
      await tell();
    } finally {
      const left = (this.answering.get(receiver) ?? 1) - 1;
      if (left > 0) this.answering.set(receiver, left);
      else this.answering.delete(receiver);
    }
  }
}
