import { Injectable } from '@nestjs/common';
import { getAdminEscrow, type AdminEscrowDetails } from '@questp/messages/escrow';
import type { RequestOf } from '@questp/messages/language';
import { found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toEscrowState } from '../../chain/escrows/escrow-state.js';
import { EscrowStatesRepository } from '../../chain/escrows/escrow-states.repository.js';
import { AllocationsRepository, type ApprovedPlan } from '../../plans/allocations.repository.js';
import { EscrowsRepository } from './escrows.repository.js';
import { TransactionsRepository } from './transactions.repository.js';
import { toWithdrawal, WithdrawalsRepository } from './withdrawals.repository.js';

@Injectable()
export class ShowAdminEscrow {
  constructor(
    private readonly escrowsRepository: EscrowsRepository,
    private readonly escrowStatesRepository: EscrowStatesRepository,
    private readonly allocationsRepository: AllocationsRepository,
    private readonly transactionsRepository: TransactionsRepository,
    private readonly withdrawalsRepository: WithdrawalsRepository,
  ) {}

  /** NOT_FOUND for a campaign without a funding attempt. */
  @Rpc(getAdminEscrow)
  async execute({ campaignId }: RequestOf<typeof getAdminEscrow>): Promise<AdminEscrowDetails> {
    const escrow = found(await this.escrowsRepository.get(campaignId));
    const { attempt } = escrow;
    const [last] = await this.escrowStatesRepository.ofCampaign(campaignId, 1);
    const state = last?.attempt === attempt ? last : undefined;
    const plan = await this.allocationsRepository.approved(campaignId, attempt);
    const withdrawal = await this.withdrawalsRepository.latest(campaignId);
    const { items } = await this.transactionsRepository.list({ campaignId, limit: 1 });
    return {
      ...escrow,
      escrow: state === undefined ? null : toEscrowState(state),
      plan: plan === undefined ? null : toPaidPlan(plan),
      withdrawal: withdrawal === undefined ? null : toWithdrawal(withdrawal),
      lastTransaction: items[0] ?? null,
    };
  }
}

const toPaidPlan = ({ id, version, total, entries, sha256 }: ApprovedPlan): AdminEscrowDetails['plan'] => ({
  ...{ id, version, total, entries, allocationSha256: sha256 },
});
