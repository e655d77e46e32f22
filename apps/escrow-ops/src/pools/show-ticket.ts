import { Injectable } from '@nestjs/common';
import { getTicket, type FundingTicket } from '@questp/messages/escrow';
import { found } from '@questp/postgres';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { EscrowStatesRepository } from '../chain/escrows/escrow-states.repository.js';
import { toFundingTicket } from './funding-ticket.js';
import { TicketsRepository } from './tickets.repository.js';

@Injectable()
export class ShowTicket {
  constructor(
    private readonly ticketsRepository: TicketsRepository,
    private readonly escrowStatesRepository: EscrowStatesRepository,
  ) {}

  @Rpc(getTicket)
  async execute({ projectId, campaignId }: RequestOf<typeof getTicket>): Promise<FundingTicket> {
    const row = found(await this.ticketsRepository.latest(campaignId, projectId));
    const [last] = await this.escrowStatesRepository.ofCampaign(campaignId, 1);
    return toFundingTicket(row, last !== undefined && last.attempt >= row.attempt);
  }
}
