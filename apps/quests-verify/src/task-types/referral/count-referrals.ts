import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { QueueWorker } from '@questp/service';
import { RepeatCheck } from '../../verification/attempts/repeat-check.js';
import { DueReferralsRepository, type DueReferral } from './due-referrals.repository.js';

const SLOTS = 20;
const IDLE_MS = 1_000;

/**
 * Notices invited earners who meet the condition of a quest, and checks the quest of their referrer, who needs no
 * request.
 */
@Injectable()
export class CountReferrals extends QueueWorker<DueReferral> {
  constructor(
    private readonly database: Database,
    private readonly dueReferralsRepository: DueReferralsRepository,
    private readonly repeatCheck: RepeatCheck,
  ) {
    super({ name: 'count-referrals', slots: SLOTS, idleMs: IDLE_MS });
  }

  protected claim(limit: number): Promise<DueReferral[]> {
    return this.dueReferralsRepository.claim(limit);
  }

  protected describe({ campaignId }: DueReferral): object {
    return { campaignId };
  }

  protected async process(due: DueReferral): Promise<void> {
    const counting = await this.database.transaction((tx) => this.dueReferralsRepository.count(tx, due));
    const checked = await Promise.all(counting.map((who) => this.repeatCheck.execute(who)));
    if (checked.every(Boolean)) await this.dueReferralsRepository.end(due);
  }
}
