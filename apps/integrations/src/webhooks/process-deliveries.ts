import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { QueueWorker, type LastStep } from '@questp/service';
import type { Delivery } from '../description/delivery-handler.js';
import { Platforms } from '../description/platforms.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const SLOTS = 50;
const IDLE_MS = 1_000;
/** Pauses before the retries of a reply that the platform was unavailable for. */
const REPLY_PAUSES_MS = [1_000, 3_000, 9_000];

/** Processes stored webhook deliveries. Each replica claims its own under a lease. */
@Injectable()
export class ProcessDeliveries extends QueueWorker<Delivery> {
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly deliveriesRepository: DeliveriesRepository,
    private readonly platforms: Platforms,
  ) {
    super({ name: 'process-deliveries', slots: SLOTS, idleMs: IDLE_MS });
  }

  protected claim(limit: number): Promise<Delivery[]> {
    return this.deliveriesRepository.claim(limit);
  }

  protected describe({ provider, tries }: Delivery): object {
    return { provider, tries };
  }

  protected async process(delivery: Delivery): Promise<LastStep | undefined> {
    const { webhook } = this.platforms.of(delivery.provider);
    const { write, reply } = webhook === undefined ? {} : await this.platforms.part(webhook).handle(delivery);
    const isFinished = await this.database.transaction(async (tx) => {
      if (!(await this.deliveriesRepository.finish(tx, delivery))) return false;
      await write?.(tx);
      return true;
    });
    return isFinished && reply ? () => this.sendReply(reply) : undefined;
  }

  override beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    return super.beforeApplicationShutdown();
  }

  private async sendReply(send: LastStep): Promise<void> {
    for (const pauseMs of REPLY_PAUSES_MS) {
      try {
        await send();
        return;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'PLATFORM_UNAVAILABLE')) throw error;
        await sleep(pauseMs, undefined, { signal: this.stopping.signal });
      }
    }
    await send();
  }
}
