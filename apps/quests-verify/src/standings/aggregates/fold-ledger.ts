import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { AggregatesRepository } from './aggregates.repository.js';
import { RanksRepository } from './ranks.repository.js';

const IDLE_MS = 1_000;
const FAILED_MS = 1_000;

/** Folds ledger entries into the aggregates, at most a moment late, and advances the windows of boards. */
@Injectable()
export class FoldLedger extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly aggregatesRepository: AggregatesRepository,
    private readonly ranksRepository: RanksRepository,
  ) {
    super({ name: 'fold-ledger', idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  /**
   * One batch, or one step of a window, and the changes of ranks. True: more work is left. Less than a batch waits for
   * the pause: under load, each round would otherwise process a few entries at the cost of many.
   */
  execute(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.aggregatesRepository.lead(tx))) return false;
      const late = await this.aggregatesRepository.late(tx);
      if (late !== undefined) await this.aggregatesRepository.moveOn(tx, late.days);
      const more = late !== undefined || (await this.fold(tx));
      return (await this.ranksRepository.fold(tx)) || more;
    });
  }

  /** One batch, if this replica has the lead. True: the batch was full. */
  async fold(tx: Tx): Promise<boolean> {
    const entryIds = await this.aggregatesRepository.take(tx);
    if (entryIds.length === 0) return false;
    await this.aggregatesRepository.holdEarners(tx, entryIds);
    await this.aggregatesRepository.addToQuests(tx, entryIds);
    await this.aggregatesRepository.addToCampaigns(tx, entryIds);
    await this.aggregatesRepository.addToBoards(tx, entryIds);
    await this.aggregatesRepository.correctTimes(tx, entryIds);
    return entryIds.length === this.aggregatesRepository.batch;
  }
}
