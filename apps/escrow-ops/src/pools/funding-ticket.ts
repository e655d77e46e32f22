import { readTicket } from '@questp/escrow-client/read-ticket';
import type { FundingTicket, TicketStatus } from '@questp/messages/escrow';
import { createCampaignMessage } from './ready-messages.js';
import type { ShownTicketRow } from './tickets.repository.js';

/** @param isUsed the escrow of the attempt exists */
export function toFundingTicket(row: ShownTicketRow, isUsed: boolean): FundingTicket {
  const ticket = readTicket(row.bytes);
  if (ticket === undefined) throw new Error(`The stored ticket ${row.id} cannot be read`);
  const status = statusOf(row, isUsed);
  const signed = { ticket: row.bytes.toString('base64'), signature: row.signature.toString('base64') };
  return {
    ...signed,
    campaignId: row.campaignId,
    fundingAttempt: row.attempt,
    status,
    voidReason: row.voidReason,
    chainId: ticket.chain_id,
    factory: ticket.factory,
    escrowAddress: row.address,
    owner: ticket.owner,
    issuedAt: row.issuedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    message: status === 'usable' ? createCampaignMessage(ticket, signed) : null,
  };
}

function statusOf({ voidedAt, expired }: ShownTicketRow, isUsed: boolean): TicketStatus {
  if (isUsed) return 'used';
  if (voidedAt !== null) return 'void';
  return expired ? 'expired' : 'usable';
}
