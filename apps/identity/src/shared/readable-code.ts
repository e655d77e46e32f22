import { randomBytes } from 'node:crypto';

/** 32 characters without look-alikes (no i, l, o, u). */
export const READABLE = '0123456789abcdefghjkmnpqrstvwxyz';

/** A code for people to type, with 5 random bits per character. */
export const readableCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => READABLE[byte % 32]).join('');
