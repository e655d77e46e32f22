import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database } from '@questp/postgres';
import { BackgroundWorker, LOGGER, type Logger } from '@questp/service';
import { AccountMergesRepository } from './account-merges.repository.js';
import { MergedSubmissionsRepository } from './merged-submissions.repository.js';

const EVERY_MS = 1_000;
/** Label of the transactions that move, for failpoints. */
const MERGE = 'quests.account-merge';

/** Moves what merged accounts earned, or moves it back: a submission in each transaction, so that no credit waits long. */
@Injectable()
export class SettleMerges extends BackgroundWorker {
  constructor(
    private readonly db: Database,
    private readonly merges: AccountMergesRepository,
    private readonly submissions: MergedSubmissionsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ name: 'account-merges', logger, idleMs: EVERY_MS, failedMs: EVERY_MS });
  }

  run(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const merge = await this.merges.take(tx);
      if (merge === undefined) return false;
      if (merge.state === 'undoing') {
        const item = await this.submissions.nextToReturn(tx, merge);
        if (item !== undefined) await this.submissions.giveBack(tx, merge, item);
        if (item !== undefined) return true;
      } else {
        const submissionId = await this.submissions.nextToMove(tx, merge);
        if (submissionId !== undefined) await this.submissions.move(tx, merge, submissionId);
        if (submissionId !== undefined) return true;
      }
      const { mergeId, survivorId, absorbedId, state } = merge;
      const sums = await this.merges.settle(tx, merge);
      await emit(tx, 'account.merge_settled', survivorId, {
        ...{ mergeId, survivorId, absorbedId, sums },
        undone: state === 'undoing',
      });
      return true;
    }, MERGE);
  }
}
