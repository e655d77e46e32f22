import { Injectable } from '@nestjs/common';
import { queueOperatorAlert } from '@questp/events';
import type { Chain } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import { LaneNodes } from '../../chain/lane/lane-nodes.js';
import { SignerLane, type LaneStep, type NextMessage } from '../../chain/lane/signer-lane.js';
import { actionOf } from '../../chain/lane/transaction.js';
import { AllocationsRepository } from '../../plans/allocations.repository.js';
import { wait, type FailureCode, type OperatorMessage } from '../decisions/decision.js';
import { Decisions } from '../decisions/decisions.js';
import {
  NO_MEMORY,
  OperationsRepository,
  type Operation,
  type OperationKey,
} from '../decisions/operations.repository.js';
import { batchAfter, isGasRefusal, smallerBatch } from './batch-size.js';
import { rememberMessage } from './remember-message.js';

const EVERY_MS = 1_000;
const KEY = 'escrow_operator';
/** Campaigns that are tried for a message in one step. */
const MAX_CAMPAIGNS = 5;
/** Pause of a campaign after a failure; doubled after each further failure. */
const FAILED_PAUSE_MS = 5_000;
const MAX_FAILED_PAUSE_MS = 600_000;
/** Time without progress after which operators are alerted. */
const BLOCKED_MS = 300_000;
/** Pause after a leftover whose return would cost more than the leftover. */
const UNPROFITABLE_MS = 86_400_000;
/** Failures in a row after which operators are alerted: about five minutes. */
const MAX_FAILURES = 7;

/** Steps after which the operation of an escrow changes. */
type Followed = Extract<LaneStep, { state: 'decided' | 'refused' | 'paused' | 'reserved' | 'unprofitable' }>;

/** Sends the next messages to the escrows of every chain. It runs in every replica; a lane admits one at a time. */
@Injectable()
export class DriveLanes extends BackgroundWorker {
  /** By chain: when its lane last made progress or was idle. */
  private readonly progressAt = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly chainRegistry: ChainRegistry,
    private readonly signerLane: SignerLane,
    private readonly laneNodes: LaneNodes,
    private readonly decisions: Decisions,
    private readonly operationsRepository: OperationsRepository,
    private readonly allocationsRepository: AllocationsRepository,
  ) {
    super({ name: 'escrow operator', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    const chains = (await this.operationsRepository.chainsAtWork()).flatMap(
      (chainId) => this.chainRegistry.get(chainId) ?? [],
    );
    for (const chainId of this.progressAt.keys()) {
      if (!chains.some((chain) => chain.chainId === chainId)) this.progressAt.delete(chainId);
    }
    await Promise.all(chains.map((chain) => this.drive(chain)));
    return false;
  }

  /** One step of the lane of a chain. */
  private async drive(chain: Chain): Promise<void> {
    const { chainId } = chain;
    let asked: OperationKey | undefined;
    const next = async () => {
      const found = await this.next(chain);
      asked = found?.key;
      return found?.message;
    };
    try {
      const step = await this.signerLane.step({ chain, key: KEY, node: this.laneNodes.of(chain), next });
      const obstacle = await this.settle(step);
      if (obstacle === undefined) this.progressAt.set(chainId, Date.now());
      else await this.reportObstacle(chainId, obstacle);
    } catch (error) {
      if (!this.progressAt.has(chainId)) this.logger.warn({ err: error, chainId, ...asked }, 'step of a lane failed');
      await this.reportObstacle(chainId, reasonOf(error));
      // The error may concern this message only.
      if (asked !== undefined)
        await this.fail(asked, 'message_refused', `Its message was not sent: ${reasonOf(error)}`);
    }
  }

  /** The message of the campaign whose last turn is longest ago. A campaign whose escrow is unreadable is skipped. */
  private async next({ chainId }: Chain): Promise<{ key: OperationKey; message: NextMessage } | undefined> {
    for (const key of await this.operationsRepository.ready(chainId, MAX_CAMPAIGNS)) {
      try {
        const message = await this.messageOf(key);
        if (message !== undefined) return { key, message };
      } catch (error) {
        await this.fail(key, 'escrow_unreadable', `The escrow cannot be read: ${reasonOf(error)}`);
      }
    }
    return undefined;
  }

  private async messageOf(key: OperationKey): Promise<NextMessage | undefined> {
    const operation = await this.operationsRepository.get(key);
    const { decision, reading, plan } = await this.decisions.decide(key.campaignId, key.attempt);
    await this.operationsRepository.record(key, decision);
    if (decision.do !== 'send' || reading === undefined) return undefined;
    const { version } = reading.status;
    const memory = operation?.memory ?? NO_MEMORY;
    const remembered = rememberMessage({ decision, planId: plan?.id, version, memory, at: reading.blockTime });
    await this.operationsRepository.takeTurn(key);
    const onStored = async (tx: Tx) => {
      if (plan !== undefined && 'finalize_allocations' in decision.message) await this.requireApproved(tx, plan.id);
      await this.operationsRepository.remember(key, { ...remembered, failures: 0 }, tx);
    };
    const { message } = decision;
    const brings = returnOf(message, reading);
    return { campaignId: key.campaignId, contract: reading.address, message, ...(brings && { brings }), onStored };
  }

  /** A plan that was rejected since the decision must not be finalized. */
  private async requireApproved(tx: Tx, planId: string): Promise<void> {
    if (!(await this.allocationsRepository.keepApproved(tx, planId)))
      throw new Error('The plan is not approved any more');
  }

  /** Records the result of a step. Returns the obstacle that keeps the lane from progress, if any. */
  private async settle(step: LaneStep): Promise<string | undefined> {
    if (step.state === 'open')
      return `A transaction is in no block: ${step.transaction.refusal ?? step.transaction.hash}`;
    if (step.state === 'stale') return 'Another transaction uses the sequence of the account.';
    if (step.state === 'unfunded') return `The balance is ${step.balance}, and the next fee is ${step.needed}.`;
    if (step.state === 'capped') return `The fees of the day are spent until ${step.until.toISOString()}.`;
    if (step.state === 'sent' || !('transaction' in step || 'message' in step)) return undefined;
    const { contract } = 'transaction' in step ? step.transaction : step.message;
    const operation = await this.operationsRepository.ofContract(contract);
    if (operation !== undefined) await this.follow(operation, step);
    return undefined;
  }

  private async follow(operation: Operation, step: Followed): Promise<void> {
    if (step.state === 'decided') await this.learn(operation, step);
    if (step.state === 'refused') await this.postpone(operation, step);
    if (step.state === 'paused') {
      await this.operationsRepository.record(
        operation,
        wait('message_refused', 'Its last messages failed.', step.until),
      );
    }
    if (step.state === 'reserved') {
      const why = 'The rest of the fees of the day is kept for payouts.';
      await this.operationsRepository.record(operation, wait('fees_reserved', why, step.until));
    }
    if (step.state === 'unprofitable') {
      const why = `Returning what is left would cost ${step.cost}, which is more than it brings.`;
      await this.operationsRepository.record(
        operation,
        wait('leftover_too_small', why, new Date(Date.now() + UNPROFITABLE_MS)),
      );
    }
  }

  /** Sizes the next batch by the gas of the last one, and schedules the escrow at once. */
  private async learn(operation: Operation, { transaction, decision }: Followed & { state: 'decided' }): Promise<void> {
    const { memory } = operation;
    const { outcome, gasUsed, error = '' } = decision;
    const batch = BATCHES[transaction.action];
    if (batch !== undefined && outcome === 'succeeded' && gasUsed !== undefined) {
      await this.operationsRepository.remember(operation, { [batch]: batchAfter(memory[batch], gasUsed) });
    }
    if (batch !== undefined && outcome === 'failed' && isGasRefusal(error)) {
      await this.operationsRepository.remember(operation, { [batch]: smallerBatch(memory[batch]) });
    }
    if (outcome === 'failed') await this.operationsRepository.noteError(operation, error);
    await this.operationsRepository.wake(operation);
  }

  /** After a message that the chain would refuse. */
  private async postpone(operation: Operation, { message, reason }: Followed & { state: 'refused' }): Promise<void> {
    const action = actionOf(message);
    const batch = BATCHES[action];
    if (batch !== undefined && isGasRefusal(reason)) {
      await this.operationsRepository.remember(operation, { [batch]: smallerBatch(operation.memory[batch]) });
    }
    await this.fail(operation, 'message_refused', `${action} would fail: ${reason}`);
  }

  /** Lets other campaigns go first. Operators are alerted to a campaign that keeps failing. */
  private async fail(key: OperationKey, code: FailureCode, why: string): Promise<void> {
    const operation = await this.operationsRepository.get(key);
    if (operation === undefined) return;
    const { chainId, campaignId, attempt, memory } = operation;
    const failures = memory.failures + 1;
    const pause = Math.min(FAILED_PAUSE_MS * 2 ** (failures - 1), MAX_FAILED_PAUSE_MS);
    await this.operationsRepository.remember(operation, { failures });
    await this.operationsRepository.noteError(operation, why);
    await this.operationsRepository.record(operation, wait(code, why, new Date(Date.now() + pause)));
    if (failures < MAX_FAILURES) return;
    await this.alert(chainId, `Campaign ${campaignId}: ${why}`, `${campaignId}/${attempt}`);
  }

  private async reportObstacle(chainId: string, obstacle: string): Promise<void> {
    const since = this.progressAt.get(chainId) ?? Date.now();
    this.progressAt.set(chainId, since);
    if (Date.now() - since > BLOCKED_MS) await this.alert(chainId, obstacle);
  }

  private alert(chainId: string, reason: string, aggregateId = `${chainId}/${KEY}`): Promise<void> {
    const data = { chainId, provider: KEY, reason: reason.slice(0, 1_000) } as const;
    return queueOperatorAlert(this.database, 'escrow.lane_blocked', aggregateId, data);
  }
}

/** What a message returns to the owner; undefined for one that does not. */
function returnOf(message: OperatorMessage, { status, config: { asset } }: EscrowReading): NextMessage['brings'] {
  if (!('sweep_leftover' in message || 'reclaim_expired' in message)) return undefined;
  return { denom: 'native' in asset ? asset.native.denom : null, amount: BigInt(status.balance ?? 0) };
}

const reasonOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.message : String(error);

/** Batches that are sized by gas, by the message. */
const BATCHES: Readonly<Record<string, 'commitBatch' | 'distributeBatch'>> = {
  commit_allocations: 'commitBatch',
  distribute: 'distributeBatch',
};
