import { Injectable } from '@nestjs/common';
import { queueOperatorAlert } from '@questp/events';
import { Database } from '@questp/postgres';
import { QueueWorker } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import { NoAgreement } from '../../chain/nodes/node-answers.js';
import { COMMIT_PHASES, privilegedAddresses } from '../../plans/campaign-pool.js';
import { PayoutStatusRepository } from '../../distribution/payout-status.repository.js';
import { AllocationsRepository, type ApprovedPlan } from '../../plans/allocations.repository.js';
import { CloseObjections } from '../../plans/close-objections.js';
import { LANE_CODES, type Decision } from '../decisions/decision.js';
import { Decisions } from '../decisions/decisions.js';
import { RejectUnfinalized } from '../decisions/reject-unfinalized.js';
import { OperationsRepository, type ClaimedOperation } from '../decisions/operations.repository.js';
import { CompareCommitted } from './compare-committed.js';
import { CompletePayouts } from './complete-payouts.js';
import { RecordPayouts } from './record-payouts.js';
import { WatchDeadline } from './watch-deadline.js';

/** Escrows that a replica reconciles concurrently. */
const SLOTS = 8;
const IDLE_MS = 1_000;
const FAILED_MS = 2_000;

/** Phases of an escrow that pays nothing and never will. */
const VOID_PHASES: readonly string[] = ['cancelled', 'expired'];

/** Seconds until an escrow is reconciled again. */
const POLL_SECONDS = 5;
/** The longest pause of a campaign that has not ended. */
const MAX_POLL_BEFORE_END_SECONDS = 30;
const DONE_POLL_SECONDS = 3_600;

/**
 * Decides the next step of every created escrow from the last reading of the follower, compares the committed entries with
 * the plan, and records the outcomes of payouts. Messages are sent by `DriveLanes`.
 */
@Injectable()
export class ReconcileEscrows extends QueueWorker<ClaimedOperation> {
  constructor(
    private readonly database: Database,
    private readonly chainRegistry: ChainRegistry,
    private readonly operationsRepository: OperationsRepository,
    private readonly decisions: Decisions,
    private readonly allocationsRepository: AllocationsRepository,
    private readonly compareCommitted: CompareCommitted,
    private readonly recordPayouts: RecordPayouts,
    private readonly payoutStatusRepository: PayoutStatusRepository,
    private readonly closeObjections: CloseObjections,
    private readonly watchDeadline: WatchDeadline,
    private readonly rejectUnfinalized: RejectUnfinalized,
    private readonly completePayouts: CompletePayouts,
  ) {
    super({ name: 'reconcile escrow', slots: SLOTS, idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  protected async claim(limit: number): Promise<ClaimedOperation[]> {
    await this.operationsRepository.open();
    return this.operationsRepository.claim(limit);
  }

  protected async process(claimed: ClaimedOperation): Promise<void> {
    try {
      const { decision, reading, plan } = await this.decide(claimed);
      if (reading !== undefined && VOID_PHASES.includes(reading.status.phase)) await this.void(claimed);
      if (reading !== undefined) await this.watchDeadline.execute(claimed, reading, decision);
      if (reading && plan && (await this.rejectPrivileged(claimed, reading, plan))) {
        return await this.operationsRepository.finish(claimed, POLL_SECONDS);
      }
      const pause = reading && plan ? await this.readEntries(claimed, reading, plan) : undefined;
      if (!isPostponed(claimed)) await this.record(claimed, decision, plan);
      await this.operationsRepository.finish(claimed, pause ?? pauseAfter(decision));
    } catch (error) {
      if (!(error instanceof NoAgreement)) throw error;
      await this.operationsRepository.noteError(claimed, error.message);
      await this.operationsRepository.finish(claimed, POLL_SECONDS);
    }
  }

  protected describe({ campaignId, attempt, chainId }: ClaimedOperation): object {
    return { campaignId, attempt, chainId };
  }

  /** Marks the unpaid payouts of an escrow in a void phase as failed. */
  private void({ campaignId, attempt }: ClaimedOperation): Promise<void> {
    return this.database.transaction(async (tx) => {
      if (await this.payoutStatusRepository.void(tx, campaignId, attempt))
        await this.closeObjections.execute(tx, campaignId);
    });
  }

  /** The contract refuses a batch with an address that has a role in it: the next plan excludes its earner. */
  private async rejectPrivileged(
    claimed: ClaimedOperation,
    reading: EscrowReading,
    plan: ApprovedPlan,
  ): Promise<boolean> {
    const { campaignId, attempt, chainId } = claimed;
    if (!COMMIT_PHASES.includes(reading.status.phase) || plan.finalizedAt !== null) return false;
    const privileged = privilegedAddresses(reading, this.chainRegistry.get(chainId)?.escrow?.admin ?? null);
    if (!(await this.allocationsRepository.pays(plan.id, privileged))) return false;
    return this.database.transaction((tx) => this.rejectUnfinalized.execute(tx, { campaignId, attempt }, plan.id));
  }

  /** A contradiction is confirmed with the nodes: the last reading of the follower may be old. */
  private async decide(claimed: ClaimedOperation) {
    const decided = await this.decisions.preview(claimed);
    const { campaignId, attempt } = claimed;
    return decided.decision.do === 'stop' ? this.decisions.decide(campaignId, attempt) : decided;
  }

  /** Seconds until the next round if there is more to read. */
  private async readEntries(
    claimed: ClaimedOperation,
    reading: EscrowReading,
    plan: ApprovedPlan,
  ): Promise<number | undefined> {
    const chain = this.chainRegistry.get(claimed.chainId);
    if (chain === undefined) return undefined;
    const hasMore = await this.compareCommitted.execute(claimed, chain, reading, plan);
    const left = await this.recordPayouts.execute(claimed, chain, reading, plan);
    if (hasMore || left === 'entries') return 0;
    if (left === 'nothing' && (await this.completePayouts.execute(claimed, chain, reading, plan))) return 0;
    return left === 'transfers' ? POLL_SECONDS : undefined;
  }

  private async record(claimed: ClaimedOperation, decision: Decision, plan: ApprovedPlan | undefined): Promise<void> {
    await this.operationsRepository.record(claimed, decision);
    // The rejection proves the finalization, which no reading may have seen.
    if (decision.code === 'plan_rejected' && plan) await this.allocationsRepository.noteFinalized(plan.id);
    if (decision.do !== 'stop') return;
    const { campaignId, projectId, attempt } = claimed;
    const data = { campaignId, projectId, attempt, code: decision.code, reason: decision.why.slice(0, 1_000) };
    await queueOperatorAlert(this.database, 'escrow.contradiction', `${campaignId}/${attempt}`, data);
  }
}

/** True during a wait that the lane decided on. */
const isPostponed = ({ code, until }: ClaimedOperation): boolean =>
  LANE_CODES.some((wait) => wait === code) && until !== null && until.getTime() > Date.now();

function pauseAfter(decision: Decision): number {
  if (decision.do === 'done') return DONE_POLL_SECONDS;
  if (decision.code === 'comparing_entries') return 0;
  if (decision.code !== 'not_ended' || decision.until === null) return POLL_SECONDS;
  const left = (decision.until.getTime() - Date.now()) / 1_000;
  return Math.min(Math.max(left, 1), MAX_POLL_BEFORE_END_SECONDS);
}
