import { Injectable } from '@nestjs/common';
import { QueueWorker } from '@questp/service';
import { NegativesRepository, type DueCheck } from '../attempts/negatives.repository.js';
import { RepeatCheck } from '../attempts/repeat-check.js';

const SLOTS = 50;
const IDLE_MS = 1_000;

/** Repeats the negative checks of earners when a platform reports a new action of theirs. */
@Injectable()
export class RepeatRefused extends QueueWorker<DueCheck> {
  constructor(
    private readonly negativesRepository: NegativesRepository,
    private readonly repeatCheck: RepeatCheck,
  ) {
    super({ name: 'repeat-refused', slots: SLOTS, idleMs: IDLE_MS });
  }

  protected claim(limit: number): Promise<DueCheck[]> {
    return this.negativesRepository.claimDue(limit);
  }

  protected describe({ questId }: DueCheck): object {
    return { questId };
  }

  protected async process(check: DueCheck): Promise<void> {
    if (await this.repeatCheck.execute(check)) await this.negativesRepository.endDue(check);
  }
}
