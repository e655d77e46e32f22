import type { Wing } from '@questp/service-kit';
import { CheckPool } from './check-pool.js';
import { EscrowChains } from './escrow-chains.js';
import { CompareEscrowTerms } from './escrow-terms.js';
import { IssueTicket } from './issue-ticket.js';
import { ReissueTickets } from './reissue-tickets.js';
import { ShowEscrowMessage } from './show-escrow-message.js';
import { ShowTicket } from './show-ticket.js';
import { SignTicket } from './sign-ticket.js';
import { TicketsRepository } from './tickets.repository.js';
import { VoidTickets } from './void-tickets.js';

export const pools: Wing = {
  providers: [
    EscrowChains,
    CheckPool,
    TicketsRepository,
    SignTicket,
    IssueTicket,
    ShowTicket,
    ShowEscrowMessage,
    VoidTickets,
    ReissueTickets,
    CompareEscrowTerms,
  ],
};
