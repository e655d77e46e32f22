/** Maximum characters of a text that a transaction is named by: links of explorers have fewer. */
export const MAX_TRANSACTION_TEXT = 512;

/** Characters that a text brings along when it is copied from a page or a message. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /\p{White_Space}/gu;
/** 64 hex digits that are no part of a longer word. */
const HASH = /(?<![0-9A-Za-z])(?:0[xX])?([0-9A-Fa-f]{64})(?![0-9A-Za-z])/g;

/**
 * The form in which addresses are compared. Bech32 is in lower or in upper case, which mean the same (BIP-173), and the
 * case of hex digits after 0x has no meaning; an address in mixed case stays one, and is none.
 */
export function toAddress(text: string): string {
  const seen = text.replace(INVISIBLE, '').replace(SPACES, '');
  return /^([0-9A-Z]+|0[xX][0-9A-Fa-f]+)$/.test(seen) ? seen.toLowerCase() : seen;
}

/**
 * The hash of a transaction in upper case, from any text that has one: the hash itself, also with 0x, or the link of an
 * explorer. Undefined for a text without a hash, or with several.
 */
export function transactionHashIn(text: string): string | undefined {
  const seen = text.replace(INVISIBLE, '');
  const hashes = hashesIn(seen);
  // A hash that is broken over two lines.
  const [hash, ...others] = hashes.size > 0 ? hashes : hashesIn(seen.replace(SPACES, ''));
  return others.length === 0 ? hash : undefined;
}

const hashesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(HASH)].map(([, hash = '']) => hash.toUpperCase()));
