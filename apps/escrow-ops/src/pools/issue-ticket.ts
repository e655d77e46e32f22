import { Injectable } from '@nestjs/common';
import { issueTicket, type FundingTicket } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { toFundingTicket } from './funding-ticket.js';
import { SignTicket } from './sign-ticket.js';
import { TicketsRepository } from './tickets.repository.js';

@Injectable()
export class IssueTicket {
  constructor(
    private readonly ticketsRepository: TicketsRepository,
    private readonly signTicket: SignTicket,
  ) {}

  @Rpc(issueTicket)
  async execute({ projectId, campaignId, userId, owner }: RequestOf<typeof issueTicket>): Promise<FundingTicket> {
    const attempt = await this.signTicket.nextAttempt(campaignId);
    const row =
      (await this.ticketsRepository.usable(campaignId, attempt, projectId)) ??
      (await this.signTicket.execute({ projectId, campaignId, userId, owner, attempt, reissues: 0 })) ??
      (await this.ticketsRepository.usable(campaignId, attempt, projectId));
    if (row === undefined) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    const ticket = toFundingTicket({ ...row, expired: false }, false);
    if (owner === undefined || owner === ticket.owner) return ticket;
    const detail = `A ticket for ${ticket.owner} can be used until ${ticket.expiresAt}.`;
    throw new AppError('INVALID_TRANSITION', { detail });
  }
}
