import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { ALLOCATION_PAGE, askAllocations } from '../../chain/contracts/ask-contracts.js';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import { AgreedReads } from '../../chain/nodes/agreed-reads.js';
import type { ChainEndpoints } from '../../chain/nodes/chain-nodes.js';
import { PayoutStatusRepository } from '../../distribution/payout-status.repository.js';
import { AllocationsRepository, type ApprovedPlan } from '../../plans/allocations.repository.js';
import { nothingCompared, type Comparison } from '../decisions/comparison.js';
import { OperationsRepository, type Operation } from '../decisions/operations.repository.js';

/** Pages that one call reads. */
const MAX_PAGES = 50;
/** The first phases of an allocation, in which it can be discarded. */
const OPEN_PHASES = ['ended', 'committing'];

/** Compares the entries of the allocation on the chain with the plan. */
@Injectable()
export class CompareCommitted {
  constructor(
    private readonly database: Database,
    private readonly agreedReads: AgreedReads,
    private readonly allocationsRepository: AllocationsRepository,
    private readonly payoutStatusRepository: PayoutStatusRepository,
    private readonly operationsRepository: OperationsRepository,
  ) {}

  /**
   * Goes on where the last call ended and marks payouts as committed. True if there is more to compare. If an entry
   * differed and the endpoints of the chain were changed since, it begins again: a node that lied may be replaced.
   * @throws NoAgreement
   */
  async execute(
    operation: Operation,
    chain: ChainEndpoints,
    { address, status, height }: EscrowReading,
    plan: ApprovedPlan,
  ): Promise<boolean> {
    const { version, entry_count: all } = status;
    const last = operation.comparison;
    const endpoints = [...chain.rpcUrls, ...chain.restUrls].join(' ');
    const isDoubtful = last !== null && last.differingEntry !== null && last.endpoints !== endpoints;
    const isOfThese = last?.planId === plan.id && last.version === version && !isDoubtful;
    if (!isOfThese || (all === 0 && OPEN_PHASES.includes(status.phase))) {
      await this.database.transaction((tx) => this.payoutStatusRepository.reset(tx, plan.id));
    }
    let compared = isOfThese ? last : nothingCompared({ planId: plan.id, version, endpoints });
    const isComplete = ({ equalEntries, differingEntry }: Comparison) => equalEntries >= all || differingEntry !== null;
    if (isComplete(compared)) return false;
    const planned = await this.allocationsRepository.entries(plan.id, compared.lastAddress);
    const begin = compared.equalEntries;
    for (let pages = 0; pages < MAX_PAGES && !isComplete(compared); pages += 1) {
      const from = { version, after: compared.lastAddress };
      const { value: page } = await this.agreedReads.read(
        chain,
        (node, at) => askAllocations(node, address, from, at),
        height,
      );
      if (page.length === 0) break;
      compared = compare(compared, page, planned.slice(compared.equalEntries - begin));
      if (page.length < ALLOCATION_PAGE) break;
    }
    await this.operationsRepository.compared(operation, compared);
    await this.database.transaction((tx) => this.payoutStatusRepository.committed(tx, plan.id, compared.lastAddress));
    return !isComplete(compared);
  }
}

interface Entry {
  address: string;
  points: string;
}

/**
 * Adds a page of entries of the chain to a comparison.
 *
 * @param planned entries of the plan, beginning with the one that belongs to the first of the page
 */
export function compare(
  before: Comparison,
  page: readonly Entry[],
  planned: readonly { address: string; weight: string }[],
): Comparison {
  const differs = page.findIndex(
    ({ address, points }, index) => planned[index]?.address !== address || planned[index]?.weight !== points,
  );
  const equal = differs === -1 ? page.length : differs;
  return {
    ...before,
    equalEntries: before.equalEntries + equal,
    lastAddress: page[equal - 1]?.address ?? before.lastAddress,
    differingEntry: page[differs]?.address ?? null,
  };
}
