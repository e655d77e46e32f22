import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { DAILY_LIMITS, type DailyLimitName } from '@questp/messages/tables';
import type { Tx } from '@questp/postgres';
import { CONFIG, currentContext } from '@questp/service';
import type { Config } from './config.js';
import { DailyCountsRepository } from './daily-counts.repository.js';

/** Limits on what a user creates and activates per UTC day. */
@Injectable()
export class DailyLimits {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dailyCountsRepository: DailyCountsRepository,
  ) {}

  /**
   * Admits and counts an action of the caller, in the transaction that performs it.
   * @param count number of actions
   * @throws AppError RATE_LIMITED until the next day
   */
  async admit(tx: Tx, name: DailyLimitName, count = 1): Promise<void> {
    const principal = currentContext()?.access?.principal;
    if (principal?.family !== 'user' || count === 0) return;
    const max = this.config[DAILY_LIMITS[name].max];
    const counted = { userId: principal.userId, kind: name, count };
    if (await this.dailyCountsRepository.add(tx, counted, max)) return;
    const detail = `${DAILY_LIMITS[name].what}: at most ${max} of one user on a day.`;
    throw new AppError('RATE_LIMITED', { retryAfter: await this.dailyCountsRepository.secondsLeft(tx), detail });
  }
}
