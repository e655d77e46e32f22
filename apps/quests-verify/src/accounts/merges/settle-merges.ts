import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, type Tx } from '@questp/postgres';
import { BackgroundWorker, RowTurns } from '@questp/service';
import { AccountMergesRepository, type Merge } from './account-merges.repository.js';
import { MergedSubmissionsRepository } from './merged-submissions.repository.js';

const EVERY_MS = 1_000;
/** Label of the transactions that move, for failpoints. */
const MERGE = 'quests.account-merge';

/** Moves the submissions of merged accounts, or moves them back, one per transaction, so that no credit waits long. */
@Injectable()
export class SettleMerges extends BackgroundWorker {
  private readonly turns = new RowTurns();

  constructor(
    private readonly database: Database,
    private readonly accountMergesRepository: AccountMergesRepository,
    private readonly mergedSubmissionsRepository: MergedSubmissionsRepository,
  ) {
    super({ name: 'account-merges', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    if (!(await this.accountMergesRepository.anyToSettle())) return false;
    return this.turns.run((passedOver, onTaken) =>
      this.database.transaction(async (tx) => {
        const merge = await this.accountMergesRepository.take(tx, passedOver);
        if (merge === undefined) return false;
        onTaken(merge.mergeId);
        return this.settleSome(tx, merge);
      }, MERGE),
    );
  }

  /** Moves one submission, or settles the merge. */
  private async settleSome(tx: Tx, merge: Merge): Promise<true> {
    if (merge.state === 'undoing') {
      const item = await this.mergedSubmissionsRepository.nextToReturn(tx, merge);
      if (item !== undefined) await this.mergedSubmissionsRepository.giveBack(tx, merge, item);
      if (item !== undefined) return true;
    } else {
      const submissionId = await this.mergedSubmissionsRepository.nextToMove(tx, merge);
      if (submissionId !== undefined) await this.mergedSubmissionsRepository.move(tx, merge, submissionId);
      if (submissionId !== undefined) return true;
    }
    const { mergeId, survivorId, absorbedId, state } = merge;
    const sums = await this.accountMergesRepository.settle(tx, merge);
    await emit(tx, 'account.merge_settled', survivorId, {
      ...{ mergeId, survivorId, absorbedId, sums },
      undone: state === 'undoing',
    });
    return true;
  }
}
