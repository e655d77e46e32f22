import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Ticket } from '@questp/message-schema';

type Rule = (value: unknown) => boolean;

const isText: Rule = (value) => typeof value === 'string';
const isUint =
  (bits: number): Rule =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** bits;
const isDecimal =
  (bits: bigint): Rule =>
  (value) =>
    typeof value === 'string' && /^(0|[1-9][0-9]{0,38})$/.test(value) && BigInt(value) < 1n << bits;
const isAmount = isDecimal(128n);
const isTimestamp = isDecimal(64n);

/** `{ native: { denom } }` or `{ cw20: { address } }` */
function isAsset(value: unknown): boolean {
  const [[kind, named] = [], ...others] = members(value);
  const [[name, text] = [], ...more] = members(named);
  const isKnown = (kind === 'native' && name === 'denom') || (kind === 'cw20' && name === 'address');
  return isKnown && isText(text) && others.length === 0 && more.length === 0;
}

const members = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/**
 * The fields and their types, in the order of the specification (2.1). The contract accepts any order; a fixed one makes
 * the bytes of a ticket unique.
 */
const FIELDS: Readonly<Record<keyof Ticket, Rule>> = {
  v: isUint(32),
  chain_id: isText,
  factory: isText,
  campaign_id: isText,
  funding_attempt: isUint(32),
  owner: isText,
  asset: isAsset,
  min_funding: isAmount,
  starts_at: isTimestamp,
  ends_at: isTimestamp,
  fee_bps: isUint(16),
  min_payout: isAmount,
  max_share_bps: isUint(16),
  challenge_secs: isUint(32),
  commit_window_secs: isUint(32),
  claim_window_secs: isUint(32),
  escrow_code_id: isUint(64),
  escrow_admin: (value) => value === null || isText(value),
  expires_at: isTimestamp,
};

function isTicket(value: unknown): value is Ticket {
  const fields = new Map(members(value));
  return Object.entries(FIELDS).every(([name, rule]) => rule(fields.get(name)));
}

/** Payload of `create_campaign`: both are standard base64. */
export interface SignedTicket {
  ticket: string;
  /** r || s with low S, 64 bytes. */
  signature: string;
}

/** The signed bytes: JSON without whitespace, fields in the order of the specification. */
export const encodeTicket = (ticket: Ticket): Uint8Array => Buffer.from(textOf(ticket));

function textOf(ticket: Ticket): string {
  const fields = new Map(Object.entries(ticket));
  return JSON.stringify(Object.fromEntries(Object.keys(FIELDS).map((name) => [name, fields.get(name)])));
}

/**
 * The ticket in bytes from an untrusted source. Undefined unless they are exactly what `encodeTicket` makes of it:
 * fields of the right types, each once, none unknown, no whitespace.
 */
export function readTicket(bytes: Uint8Array): Ticket | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const ticket: unknown = JSON.parse(text);
    return isTicket(ticket) && textOf(ticket) === text ? ticket : undefined;
  } catch {
    return undefined;
  }
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
  return { ticket: base64(bytes), signature: base64(signature) };
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

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Node.js decodes leniently; comparing with the encoding of the result admits one text per byte string. */
function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return base64(bytes) === text ? bytes : undefined;
}
