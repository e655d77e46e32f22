import { createHash, timingSafeEqual } from 'node:crypto';
import { typedCode } from '@questp/messages/language';
import { readableCode, READABLE } from '../../shared/readable-code.js';

/** Number of names; a request's number is below it. */
export const MAX_NAMES = READABLE.length ** 2;
const LENGTH = 10;

/** The name of the request in 2 characters, then 40 random bits. */
export const newEmailCode = (number: number): string =>
  `${READABLE[Math.floor(number / READABLE.length)]}${READABLE[number % READABLE.length]}${readableCode(LENGTH - 2)}`;

/** Number of the request that the code names; undefined for a text that names none. */
export function numberIn(typed: string): number | undefined {
  const code = typedCode(typed);
  const [high, low] = [READABLE.indexOf(code.charAt(0)), READABLE.indexOf(code.charAt(1))];
  return code.length === LENGTH && high >= 0 && low >= 0 ? high * READABLE.length + low : undefined;
}

/** Hash of a code for storage, salted by the id of its request. */
export const hashEmailCode = (challengeId: string, code: string): Buffer =>
  createHash('sha256').update(`${challengeId} ${code}`).digest();

/** True if the input, as people type and paste it, is the code. */
export const isEmailCode = (challengeId: string, typed: string, codeHash: Buffer): boolean =>
  timingSafeEqual(hashEmailCode(challengeId, typedCode(typed)), codeHash);
