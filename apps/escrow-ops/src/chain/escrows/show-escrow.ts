import { Injectable } from '@nestjs/common';
import { getCampaignEscrow, MAX_ATTEMPTS, type CampaignEscrow } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { toEscrowAttempt, toEscrowState } from './escrow-state.js';
import { EscrowStatesRepository } from './escrow-states.repository.js';

@Injectable()
export class ShowEscrow {
  constructor(private readonly escrowStatesRepository: EscrowStatesRepository) {}

  /** NOT_FOUND until an escrow is created. */
  @Rpc(getCampaignEscrow)
  async execute({ campaignId }: RequestOf<typeof getCampaignEscrow>): Promise<CampaignEscrow> {
    const states = await this.escrowStatesRepository.ofCampaign(campaignId, MAX_ATTEMPTS);
    const [current] = states;
    if (current === undefined) throw new AppError('NOT_FOUND');
    return { campaignId, current: toEscrowState(current), attempts: states.map(toEscrowAttempt) };
  }
}
