import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BytesServer, FileReaders } from '@questp/bytes';
import { writeTable } from '@questp/csv';
import { openPayoutBatch } from '@questp/messages/escrow';
import type { FileTicket, RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Rpc } from '@questp/service';
import { BatchesRepository, type BatchPayout } from './batches.repository.js';
import { ManualPlansRepository } from './manual-plans.repository.js';

const PER_CALLER = LIMITS.payoutBatchReads.max;
const COLUMNS = ['batch', 'rank', 'user_public_id', 'address', 'amount_base', 'denom', 'tx_hash'];

@Injectable()
export class OpenBatch {
  private readonly readers = new FileReaders(PER_CALLER);

  constructor(
    private readonly manualPlansRepository: ManualPlansRepository,
    private readonly batchesRepository: BatchesRepository,
    private readonly bytesServer: BytesServer,
  ) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, POOL_NOT_MANUAL */
  @Rpc(openPayoutBatch)
  async execute({ reader, ...request }: RequestOf<typeof openPayoutBatch>): Promise<FileTicket> {
    const batch = await this.batchesRepository.numberOf(request);
    const plan = await this.manualPlansRepository.get(request);
    const payouts = await this.batchesRepository.payouts(plan.id, batch);
    const ticket = { fileName: `payouts-${plan.campaignId}-batch-${batch}.csv` };
    const giveBack = this.readers.admit(reader);
    if (giveBack === undefined) return ticket;
    const file = Buffer.from(await csvOf(batch, plan.pool.denom, payouts));
    return { ...ticket, url: this.bytesServer.offer(giveBack, () => Promise.resolve(Readable.from([file]))) };
  }
}

/** Numbers, ids, addresses and denominations have no character that needs quotes or starts a formula. */
export const csvOf = (batch: number, denom: string, payouts: readonly BatchPayout[]): Promise<string> =>
  writeTable(
    COLUMNS,
    payouts.map(({ rank, userId, address, amount, txHash }) => [
      batch,
      rank,
      userId,
      address,
      amount,
      denom,
      txHash ?? '',
    ]),
  );
