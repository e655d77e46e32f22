import { isLowS, sha256, verifySecp256k1 } from '@questp/std/assembly';
import { ACCEPTED, FactoryError, Ticket, lastFailure, refusal } from '@questp/message-schema/assembly';
import { CreationRequest } from './creation-request';

const SIGNATURE_LENGTH: u32 = 64;

/** Check 2: r ‖ s by the ticket signer over the SHA-256 of the ticket bytes. The chain's verifier takes high S too. */
export function checkSignature(request: CreationRequest): usize {
  const signature = request.signed.signature;
  const valid =
    signature.length == SIGNATURE_LENGTH &&
    isLowS(signature) &&
    verifySecp256k1(sha256(request.signed.ticket), signature, request.config.ticketSigner);
  return valid ? ACCEPTED : refusal(FactoryError.InvalidSignature);
}

/** Check 3: the signed bytes are a ticket, with every field, none twice and none unknown. */
export function checkTicketParses(request: CreationRequest): usize {
  const ticket = Ticket.parse(request.signed.ticket);
  if (!ticket) return refusal(FactoryError.InvalidTicket, lastFailure());
  request.ticket = ticket;
  return ACCEPTED;
}
