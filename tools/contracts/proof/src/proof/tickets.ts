import { secp256k1 } from '@noble/curves/secp256k1.js';
import { signTicket, type SignedTicket, ticketDigest } from '@questp/escrow-client';
import { type Ticket } from '@questp/message-schema';
import { type TicketBinding, type TicketTerms } from '../model/terms.js';
import { TICKET_KEY } from '../scenario/world.js';

const OTHER_KEY = new Uint8Array(32).fill(9);

/** The forgery of a ticket: none, or one that check 2 or 3 must detect. */
export type Forgery = 'none' | 'other key' | 'high S' | 'flipped bit' | 'unknown field';

export function ticketOf(terms: TicketTerms & TicketBinding): Ticket {
  return {
    v: terms.v,
    chain_id: terms.chainId,
    factory: terms.factory,
    campaign_id: terms.campaignId,
    funding_attempt: terms.attempt,
    owner: terms.owner,
    asset: terms.asset,
    min_funding: `${terms.minFunding}`,
    starts_at: `${terms.startsAt}`,
    ends_at: `${terms.endsAt}`,
    fee_bps: terms.feeBps,
    min_payout: `${terms.minPayout}`,
    max_share_bps: terms.maxShareBps,
    challenge_secs: terms.challengeSecs,
    commit_window_secs: terms.commitWindowSecs,
    claim_window_secs: terms.claimWindowSecs,
    escrow_code_id: terms.escrowCodeId,
    escrow_admin: terms.escrowAdmin,
    expires_at: `${terms.expiresAt}`,
  };
}

export function forge(ticket: Ticket, forgery: Forgery): SignedTicket {
  const signed = signTicket(ticket, forgery === 'other key' ? OTHER_KEY : TICKET_KEY);
  switch (forgery) {
    case 'none':
    case 'other key':
      return signed;
    case 'high S':
      return { ...signed, signature: withHighS(signed.signature) };
    case 'flipped bit':
      return { ...signed, ticket: base64(flipBit(fromBase64(signed.ticket), 100)) };
    case 'unknown field':
      return signBytes(Buffer.from(JSON.stringify({ ...ticket, unknown_field: 1 })));
  }
}

/** The same signature with n - s in place of s: as valid on the curve, refused by the factory. */
export function withHighS(signature: string): string {
  const { r, s } = secp256k1.Signature.fromBytes(fromBase64(signature), 'compact');
  return base64(new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('compact'));
}

/** Signs any bytes as the ticket signer would. */
export function signBytes(bytes: Uint8Array): SignedTicket {
  const signature = secp256k1.sign(ticketDigest(bytes), TICKET_KEY, { prehash: false, lowS: true });
  return { ticket: base64(bytes), signature: base64(signature) };
}

export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  return bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
