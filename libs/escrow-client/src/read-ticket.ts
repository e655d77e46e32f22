import { type Ticket } from '@questp/message-schema';
import { encodeTicket } from './ticket.js';

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

/** Types of the fields (specification 2.1). */
const RULES: Readonly<Record<keyof Ticket, Rule>> = {
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
  return Object.entries(RULES).every(([name, rule]) => rule(fields.get(name)));
}

/**
 * The ticket in bytes from an untrusted source. Undefined unless they are exactly what `encodeTicket` makes of it:
 * fields of the right types, each once, none unknown, no whitespace.
 */
export function readTicket(bytes: Uint8Array): Ticket | undefined {
  try {
    const ticket: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return isTicket(ticket) && isSame(encodeTicket(ticket), bytes) ? ticket : undefined;
  } catch {
    return undefined;
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
