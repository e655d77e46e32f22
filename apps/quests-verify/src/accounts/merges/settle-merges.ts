import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, type Tx } from '@questp/postgres';
import { BackgroundWorker, LOGGER, type Logger } from '@questp/service';
import { AccountMergesRepository, type Merge } from './account-merges.repository.js';
import { MergedSubmissionsRepository } from './merged-submissions.repository.js';

const EVERY_MS = 1_000;
/** Delay of a merge after a failure, in which the others go first. */
const POSTPONED_MS = 10_000;
/** Label of the transactions that move, for failpoints. */
const MERGE = 'quests.account-merge';

/** Moves the submissions of merged accounts, or moves them back, one per transaction, so that no credit waits long. */
@Injectable()
export class SettleMerges extends BackgroundWorker {
  /** End of the delay, by merge id. */
  private readonly postponed = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly merges: AccountMergesRepository,
    private readonly submissions: MergedSubmissionsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ name: 'account-merges', logger, idleMs: EVERY_MS, failedMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    if (!(await this.merges.anyToSettle())) return false;
    let merge: Merge | undefined;
    try {
      return await this.db.transaction(async (tx) => {
        merge = await this.merges.take(tx, this.passedOver());
        return merge !== undefined && (await this.settleSome(tx, merge));
      }, MERGE);
    } catch (error) {
      if (merge !== undefined) this.postponed.set(merge.mergeId, Date.now() + POSTPONED_MS);
      throw error;
    }
  }

  private passedOver(): string[] {
    for (const [mergeId, until] of this.postponed) if (until < Date.now()) this.postponed.delete(mergeId);
    return [...this.postponed.keys()];
  }

  /** Moves one submission, or settles the merge. */
  private async settleSome(tx: Tx, merge: Merge): Promise<true> {
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
  }
}
