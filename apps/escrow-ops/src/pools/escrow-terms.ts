import { Injectable } from '@nestjs/common';
import { readTicket } from '@questp/escrow-client/read-ticket';
import type { Ticket } from '@questp/message-schema';
import { differingTerms, type EscrowTerms } from './compare-terms.js';
import { TicketsRepository } from './tickets.repository.js';

/** The ticket of an escrow; undefined with the terms in which the escrow differs from every ticket of its attempt. */
export interface ComparedTerms {
  ticket: Ticket | undefined;
  /** Differing terms of the closest ticket; `ticket` if there is none. */
  differing: string[];
}

/** Compares escrows with the tickets that were issued for their attempt. Nothing is committed to one that differs. */
@Injectable()
export class CompareEscrowTerms {
  constructor(private readonly ticketsRepository: TicketsRepository) {}

  async execute(escrow: EscrowTerms): Promise<ComparedTerms> {
    const { campaign_id, funding_attempt } = escrow.config;
    let closest: string[] = ['ticket'];
    for (const { bytes, address } of await this.ticketsRepository.ofAttempt(campaign_id, funding_attempt)) {
      const ticket = readTicket(bytes);
      if (ticket === undefined) continue;
      const differing = differingTerms(ticket, address, escrow);
      if (differing.length === 0) return { ticket, differing };
      if (closest[0] === 'ticket' || differing.length < closest.length) closest = differing;
    }
    return { ticket: undefined, differing: closest };
  }
}
