import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Ticket } from '@questp/message-schema';
import { base64 } from '@scure/base';

/**
 * Field order of the specification (2.1). The contract accepts any order; a fixed one makes the bytes of a ticket
 * unique.
 */
const FIELDS = [
  'v',
  'chain_id',
  'factory',
  'campaign_id',
  'funding_attempt',
  'owner',
  'asset',
  'min_funding',
  'starts_at',
  'ends_at',
  'fee_bps',
  'min_payout',
  'max_share_bps',
  'challenge_secs',
  'commit_window_secs',
  'claim_window_secs',
  'escrow_code_id',
  'escrow_admin',
  'expires_at',
] as const satisfies (keyof Ticket)[];

/** Payload of `create_campaign`: both are standard base64. */
export interface SignedTicket {
  ticket: string;
  /** r || s with low S, 64 bytes. */
  signature: string;
}

/** The signed bytes: JSON without whitespace, fields in the order of the specification. */
export function encodeTicket(ticket: Ticket): Uint8Array {
  return utf8ToBytes(JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, ticket[field]]))));
}

/** SHA-256 of the bytes of the ticket, which is signed. */
export const ticketDigest = (ticket: Uint8Array): Uint8Array => sha256(ticket);

/**
 * Signs a ticket (specification 2.1). The signature is deterministic (RFC 6979).
 *
 * @param privateKey 32 bytes, the ticket signer's
 * @throws Error when it is not a private key of secp256k1
 */
export function signTicket(ticket: Ticket, privateKey: Uint8Array): SignedTicket {
  const bytes = encodeTicket(ticket);
  const signature = secp256k1.sign(ticketDigest(bytes), privateKey, { prehash: false, lowS: true });
  return { ticket: base64.encode(bytes), signature: base64.encode(signature) };
}

/**
 * True if the key signed the ticket, by the rules of the factory: canonical base64, 64 bytes, low S.
 * @param publicKey compressed, 33 bytes
 */
export function verifyTicket({ ticket, signature }: SignedTicket, publicKey: Uint8Array): boolean {
  const bytes = fromBase64(ticket);
  const compact = fromBase64(signature);
  if (!bytes || compact?.length !== 64) return false;
  return secp256k1.verify(compact, ticketDigest(bytes), publicKey, { prehash: false, lowS: true });
}

/** Undefined for a text that is not canonical base64. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}
