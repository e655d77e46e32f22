import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { askEscrow } from '../../chain/contracts/ask-contracts.js';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import { EscrowStatesRepository } from '../../chain/escrows/escrow-states.repository.js';
import { HoldsRepository } from '../../chain/lane/holds.repository.js';
import { AgreedReads } from '../../chain/nodes/agreed-reads.js';
import { AllocationsRepository, type ApprovedPlan } from '../../plans/allocations.repository.js';
import { COMMIT_PHASES } from '../../plans/campaign-pool.js';
import { CompareEscrowTerms } from '../../pools/escrow-terms.js';
import type { Config } from '../config.js';
import { CheckPlan } from './check-plan.js';
import { stop, wait, type Decision } from './decision.js';
import { nextMessage } from './next-message.js';
import type { OperatedPlan } from './operated-escrow.js';
import { NO_MEMORY, OperationsRepository, type Operation, type OperationKey } from './operations.repository.js';
import { PlannedEntriesRepository } from './planned-entries.repository.js';

/** An escrow with the decision of the operator. */
export interface Decided {
  decision: Decision;
  /** The escrow as it was read; undefined: the decision did not need it. */
  reading: EscrowReading | undefined;
  plan: ApprovedPlan | undefined;
}

const without = (decision: Decision): Decided => ({ decision, reading: undefined, plan: undefined });

/** Decides what the operator does next for an escrow. It signs, sends and stores nothing. */
@Injectable()
export class Decisions {
  constructor(
    private readonly operationsRepository: OperationsRepository,
    private readonly holdsRepository: HoldsRepository,
    private readonly escrowStatesRepository: EscrowStatesRepository,
    private readonly chainRegistry: ChainRegistry,
    private readonly agreedReads: AgreedReads,
    private readonly compareEscrowTerms: CompareEscrowTerms,
    private readonly allocationsRepository: AllocationsRepository,
    private readonly plannedEntriesRepository: PlannedEntriesRepository,
    private readonly checkPlan: CheckPlan,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Decides from a new reading of the nodes. @throws NoAgreement */
  async decide(campaignId: string, attempt: number): Promise<Decided> {
    const key = { campaignId, attempt };
    const state = await this.escrowStatesRepository.get(key);
    if (state === undefined) return without(NOT_FUNDED);
    if (state.missingSince !== null) return without(MISSING);
    const chain = this.chainRegistry.get(state.chainId);
    if (chain === undefined) return without(wait('not_funded', `The chain ${state.chainId} is not configured.`));
    const { factory } = state;
    const { value, head } = await this.agreedReads.read(chain, (node, height) =>
      askEscrow(node, { campaignId, attempt, factory }, height),
    );
    if (value === null) return without(MISSING);
    return this.ofReading(key, { ...value, ...head, blockTime: head.time }, true);
  }

  /** Decides from the last reading of the follower. A message is sent only after `decide`. */
  async preview(key: OperationKey): Promise<Decided> {
    const state = await this.escrowStatesRepository.get(key);
    if (state === undefined) return without(NOT_FUNDED);
    return state.missingSince === null ? this.ofReading(key, state, false) : without(MISSING);
  }

  private async ofReading(key: OperationKey, reading: EscrowReading, isThorough: boolean): Promise<Decided> {
    const { campaignId, attempt } = key;
    const operation = await this.operationsRepository.get(key);
    const memory = operation?.memory ?? NO_MEMORY;
    const { repeated } = memory;
    const plan = await this.allocationsRepository.approved(campaignId, attempt);
    const { differing } = await this.compareEscrowTerms.execute(reading);
    const later = plan && repeated?.after ? await this.plannedEntriesRepository.failed(plan.id, repeated.after) : [];
    const isInRound = later.length > 0;
    const failed = isInRound || plan === undefined ? later : await this.plannedEntriesRepository.failed(plan.id, '');
    const path = `v1/discover/campaigns/${campaignId}/allocation.json`;
    const escrow = {
      ...reading,
      differingTerms: differing,
      failed,
      allocationUri: `${new URL(path, this.config.PUBLIC_URL).href}${plan ? `?version=${plan.version}` : ''}`,
      memory: repeated && !isInRound ? { ...memory, repeated: { ...repeated, after: '' } } : memory,
    };
    const operated = plan && (await this.beside(plan, reading, operation, isThorough));
    const hold = await this.holdsRepository.current(campaignId);
    const decision =
      hold === undefined
        ? nextMessage(escrow, operated, reading.blockTime)
        : wait('held', `The campaign is on hold: ${hold.reason}`);
    return { decision, reading, plan };
  }

  private async beside(
    plan: ApprovedPlan,
    { status, config }: EscrowReading,
    operation: Operation | undefined,
    isThorough: boolean,
  ): Promise<OperatedPlan> {
    const { version, entry_count, last_committed } = status;
    const isCommitting = COMMIT_PHASES.includes(status.phase);
    const isBoundary = isCommitting && (entry_count === 0 || entry_count === plan.entries);
    const comparison = operation?.comparison;
    const isOfThese = comparison?.planId === plan.id && comparison.version === version;
    const next = isCommitting ? await this.allocationsRepository.entries(plan.id, last_committed ?? '') : [];
    return {
      ...plan,
      isIntact: !isThorough || !isBoundary || (await this.checkPlan.execute(plan)),
      prefix: await this.plannedEntriesRepository.prefix(plan.id, last_committed),
      next: next.slice(0, config.limits.max_commit_batch),
      equalEntries: isOfThese ? comparison.equalEntries : 0,
      differingEntry: isOfThese ? comparison.differingEntry : null,
    };
  }
}

const NOT_FUNDED = wait('not_funded', 'The escrow is not created.');
const MISSING = stop('escrow_missing', 'The chain no longer has the escrow.');
