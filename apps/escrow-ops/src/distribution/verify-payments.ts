import { Injectable } from '@nestjs/common';
import type { ImportedPaymentReason } from '@questp/messages/escrow';
import { Database } from '@questp/postgres';
import { QueueWorker } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { AgreedReads } from '../chain/nodes/agreed-reads.js';
import type { ChainNode, TxTransfers } from '../chain/nodes/chain-node.js';
import { NoAgreement } from '../chain/nodes/node-answers.js';
import { ImportsRepository, type ClaimedTransaction } from './imports.repository.js';
import { ManualPlansRepository, type ManualPlan } from './manual-plans.repository.js';
import { PaymentsRepository, type VerifiedTransaction } from './payments.repository.js';
import { PayoutStatusRepository } from './payout-status.repository.js';

/** Transactions that a replica reads at a time. */
const SLOTS = 4;
const IDLE_MS = 1_000;
const FAILED_MS = 5_000;
/** Readings without the transaction after which it is refused: about eight minutes. */
const MAX_MISSED = 8;
/**
 * Time by which the block of a payment may precede the approval: a block has the time of the votes for the block before
 * it, by the clocks of the validators.
 */
const BLOCK_TIME_MS = 60_000;

type Plan = Pick<ManualPlan, 'pool' | 'approvedAt'>;

/** A transaction that is in a block. */
interface Included extends TxTransfers {
  blockTime: Date;
}

/** Verifies imported transactions on their chain and records the payouts that they paid. */
@Injectable()
export class VerifyPayments extends QueueWorker<ClaimedTransaction> {
  constructor(
    private readonly database: Database,
    private readonly chainRegistry: ChainRegistry,
    private readonly agreedReads: AgreedReads,
    private readonly manualPlansRepository: ManualPlansRepository,
    private readonly importsRepository: ImportsRepository,
    private readonly paymentsRepository: PaymentsRepository,
    private readonly payoutStatusRepository: PayoutStatusRepository,
  ) {
    super({ name: 'verify payment', slots: SLOTS, idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  protected claim(limit: number): Promise<ClaimedTransaction[]> {
    return this.importsRepository.claim(limit);
  }

  protected async process(claimed: ClaimedTransaction): Promise<void> {
    const plan = await this.manualPlansRepository.ofImport(claimed.planId);
    const chain = this.chainRegistry.get(plan.pool.chainId);
    if (chain === undefined) return this.importsRepository.postpone(claimed, 'NODES_UNAVAILABLE');
    try {
      const { value } = await this.agreedReads.read(chain, (node, height) => include(node, claimed.txHash, height));
      if (value === null && claimed.missed < MAX_MISSED) {
        return await this.importsRepository.postpone(claimed, 'TRANSACTION_NOT_FOUND');
      }
      await this.record(claimed, plan, value);
    } catch (error) {
      if (!(error instanceof NoAgreement)) throw error;
      await this.importsRepository.postpone(claimed, 'NODES_UNAVAILABLE');
    }
  }

  protected describe({ importId, txHash }: ClaimedTransaction): object {
    return { importId, txHash };
  }

  private record(claimed: ClaimedTransaction, plan: Plan, included: Included | null): Promise<void> {
    const { importId, planId, txHash } = claimed;
    const { chainId, assetKind, denom } = plan.pool;
    const fault = faultOf(included, plan);
    const transfers = (fault === null ? (included?.transfers ?? []) : []).filter(
      ({ asset, sender, recipient }) => asset.kind === assetKind && asset.id === denom && sender !== recipient,
    );
    const transaction: VerifiedTransaction = { importId, planId, chainId, txHash, transfers, fault };
    return this.database.transaction(async (tx) => {
      if (!(await this.importsRepository.finish(tx, claimed))) return;
      await this.paymentsRepository.lock(tx, transaction);
      const paidAt = new Date();
      const assigned = await this.paymentsRepository.assign(tx, transaction);
      const outcomes = assigned.map((paid) => ({ ...paid, status: 'paid' as const, txHash, paidAt }));
      await this.payoutStatusRepository.settle(tx, planId, outcomes);
      await this.paymentsRepository.conclude(tx, transaction);
    });
  }
}

/** Null: not in a block up to the height. */
async function include(node: ChainNode, txHash: string, height: number): Promise<Included | null> {
  const found = await node.transfers(txHash);
  if (found === null || found.height > height) return null;
  const { time: blockTime } = await node.block(found.height);
  return { ...found, blockTime };
}

function faultOf(included: Included | null, { approvedAt }: Plan): ImportedPaymentReason | null {
  if (included === null) return 'TRANSACTION_NOT_FOUND';
  if (!included.succeeded) return 'TRANSACTION_FAILED';
  return included.blockTime.getTime() > approvedAt.getTime() - BLOCK_TIME_MS ? null : 'BEFORE_APPROVAL';
}
