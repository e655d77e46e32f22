import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import type { ChainEndpoints } from '../../chain/nodes/chain-nodes.js';
import { PayoutStatusRepository } from '../../distribution/payout-status.repository.js';
import type { ApprovedPlan } from '../../plans/allocations.repository.js';
import { NOTHING_RECORDED } from '../decisions/recording.js';
import { OperationsRepository, type Operation } from '../decisions/operations.repository.js';
import { FindTransfers } from './find-transfers.js';

/** Payouts per call: each is a search of its own. */
const MAX_SEARCHED = 20;
/** Pause after a search that missed a transaction. */
const PAUSE_MS = 3_600_000;

/** Adds the transactions of payouts that were recorded before the nodes had indexed them. */
@Injectable()
export class CompletePayouts {
  constructor(
    private readonly database: Database,
    private readonly findTransfers: FindTransfers,
    private readonly payoutStatusRepository: PayoutStatusRepository,
    private readonly operationsRepository: OperationsRepository,
  ) {}

  /** True if there is more to search at once. */
  async execute(
    operation: Operation,
    chain: ChainEndpoints,
    reading: EscrowReading,
    plan: ApprovedPlan,
  ): Promise<boolean> {
    const { searchedTo, searchedAt } = operation.recording ?? NOTHING_RECORDED;
    if (Date.now() - Date.parse(searchedAt) < PAUSE_MS) return false;
    const addresses = await this.payoutStatusRepository.withoutTransaction(plan.id, searchedTo, MAX_SEARCHED);
    if (addresses.length === 0 && searchedTo === '') return false;
    const transfers = await this.findTransfers.execute(chain, reading, new Set(addresses), reading.height);
    const found = [...transfers].map(([address, { hash, at }]) => ({ address, txHash: hash, paidAt: at }));
    await this.database.transaction((tx) => this.payoutStatusRepository.complete(tx, plan.id, found));
    const isMissing = found.length < addresses.length;
    await this.operationsRepository.recorded(operation, {
      searchedTo: addresses.at(-1) ?? '',
      ...(isMissing && { searchedAt: new Date().toISOString() }),
    });
    return !isMissing;
  }
}
