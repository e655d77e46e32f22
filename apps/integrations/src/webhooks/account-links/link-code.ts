import { randomInt } from 'node:crypto';

/** Digits and letters without those that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const HALF = 5;

/** One half of a code, as the source of a regular expression. */
export const LINK_CODE_HALF = `[${ALPHABET}]{${HALF}}`;

/** A code that a person sends in a message, as `K7QXD-4MPRT`. */
export const newLinkCode = (): string => `${half()}-${half()}`;

const half = (): string => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
