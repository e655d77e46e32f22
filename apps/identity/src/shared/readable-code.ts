import { randomBytes } from 'node:crypto';

/** 32 characters without look-alikes (no i, l, o, u). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A code that people read and type, of 5 random bits for each character. */
export const readableCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % 32]).join('');
