import { randomBytes } from 'node:crypto';

/** 32 characters without look-alikes (no i, l, o, u). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 12 characters, 60 random bits: a code cannot be guessed and hardly repeats. */
export const newReferralCode = (): string => Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join('');
