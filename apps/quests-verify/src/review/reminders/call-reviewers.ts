import { Injectable } from '@nestjs/common';
import { emitAll } from '@questp/events';
import { Database } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { ReviewCallsRepository } from './review-calls.repository.js';

const EVERY_MS = 5_000;
const BATCH = 20;

/** Notifies teams of submissions in review, once for all submissions of a minute. */
@Injectable()
export class CallReviewers extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly reviewCallsRepository: ReviewCallsRepository,
  ) {
    super({ name: 'review calls', idleMs: EVERY_MS });
  }

  execute(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const taken = await this.reviewCallsRepository.take(tx, BATCH);
      const waiting = taken.filter((project) => project.waiting > 0);
      await emitAll(
        tx,
        'review.waiting',
        waiting.map((data) => ({ aggregateId: data.projectId, data })),
      );
      return taken.length === BATCH;
    });
  }
}
