import { Injectable } from '@nestjs/common';
import { decodeAddress, isContractAddress } from '@questp/chains';
import { getPayoutBatchMessages, type BatchMessages } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { BatchesRepository } from './batches.repository.js';
import { ManualPlansRepository } from './manual-plans.repository.js';
import { PART_SIZES, paymentMessages } from './payment-messages.js';

@Injectable()
export class ShowBatchMessages {
  constructor(
    private readonly database: Database,
    private readonly chainRegistry: ChainRegistry,
    private readonly manualPlansRepository: ManualPlansRepository,
    private readonly batchesRepository: BatchesRepository,
  ) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, POOL_NOT_MANUAL, CHAIN_NOT_SUPPORTED, WALLET_ADDRESS_INVALID */
  @Rpc(getPayoutBatchMessages)
  async execute(request: RequestOf<typeof getPayoutBatchMessages>): Promise<BatchMessages> {
    const { part, sender, userId } = request;
    const batch = await this.batchesRepository.numberOf(request);
    const { id: planId, pool } = await this.manualPlansRepository.get(request);
    const chain = this.chainRegistry.get(pool.chainId);
    if (chain === undefined) throw new AppError('CHAIN_NOT_SUPPORTED');
    const isAddress = decodeAddress(chain, sender) !== undefined || isContractAddress(chain, sender);
    if (!isAddress) throw new AppError('WALLET_ADDRESS_INVALID');
    const size = PART_SIZES[pool.assetKind];
    const payouts = await this.batchesRepository.payouts(planId, batch);
    const ofPart = payouts.slice((part - 1) * size, part * size);
    if (ofPart.length === 0) throw new AppError('NOT_FOUND');
    const unpaid = ofPart.filter(({ isPaid }) => !isPaid);
    const reading = { planId, batch, part, userId, sender };
    const earlierReading =
      unpaid.length === 0 ? null : await this.database.transaction((tx) => this.batchesRepository.read(tx, reading));
    return {
      parts: Math.ceil(payouts.length / size),
      payouts: unpaid.length,
      earlierReading,
      messages: paymentMessages(sender, { kind: pool.assetKind, id: pool.denom }, unpaid),
    };
  }
}
