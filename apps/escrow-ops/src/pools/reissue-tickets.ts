import { Injectable } from '@nestjs/common';
import { readTicket } from '@questp/escrow-client/read-ticket';
import { AppError, type ErrorCode } from '@questp/messages/language';
import { BackgroundWorker } from '@questp/service';
import { EscrowChains } from './escrow-chains.js';
import { SignTicket } from './sign-ticket.js';
import { TicketsRepository, type TicketRow } from './tickets.repository.js';

const EVERY_MS = 10_000;
const MAX_TICKETS = 20;

/** Permanent reasons of a refusal. A mismatch with the recorded deployment can end by itself. */
const FINAL: readonly ErrorCode[] = [
  'NOT_FOUND',
  'FORBIDDEN',
  'CAMPAIGN_NOT_READY',
  'INVALID_TRANSITION',
  'WALLET_NOT_LINKED',
];

/**
 * Issues void tickets again, for the user and the wallet that had them, as long as they would not have expired. Nodes
 * that lie about the factory cause at most three tickets after each request.
 */
@Injectable()
export class ReissueTickets extends BackgroundWorker {
  constructor(
    private readonly ticketsRepository: TicketsRepository,
    private readonly escrowChains: EscrowChains,
    private readonly signTicket: SignTicket,
  ) {
    super({ name: 'reissue tickets', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    await this.reissueSome();
    return false;
  }

  /** Number of tickets that this replica issued. */
  async reissueSome(): Promise<number> {
    const taken = await this.ticketsRepository.takeVoid(MAX_TICKETS);
    const issued = await this.each(
      taken,
      (row) => this.tryReissue(row),
      ({ id }) => ({ ticketId: id }),
    );
    return issued.filter(Boolean).length;
  }

  private async tryReissue(row: TicketRow): Promise<boolean> {
    try {
      return await this.reissue(row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { id, campaignId, attempt } = row;
      this.logger.warn({ campaignId, attempt, code: error.code }, 'A void ticket was not issued again');
      if (FINAL.includes(error.code)) await this.ticketsRepository.endReissue(id);
      return false;
    }
  }

  private async reissue({ id, projectId, campaignId, userId, attempt, reissues, bytes }: TicketRow): Promise<boolean> {
    const ticket = readTicket(bytes);
    const next = await this.signTicket.nextAttempt(campaignId);
    if (ticket === undefined || next !== attempt) {
      await this.ticketsRepository.endReissue(id);
      return false;
    }
    // Checked before the pool is locked again, because nothing is signed while the factory differs from the record.
    await this.escrowChains.readFactory(this.escrowChains.require(ticket.chain_id), () => Promise.resolve());
    const { owner } = ticket;
    const wanted = { projectId, campaignId, userId, owner, attempt, reissues: reissues + 1 };
    return (await this.signTicket.execute(wanted)) !== undefined;
  }
}
