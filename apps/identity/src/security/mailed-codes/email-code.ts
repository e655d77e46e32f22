import { createHash, timingSafeEqual } from 'node:crypto';
import { readableCode } from '../../shared/readable-code.js';

/** 40 random bits. */
export const newEmailCode = (): string => readableCode(8);

/** Hash of a code for storage, salted by the id of its request. */
export const hashEmailCode = (challengeId: string, code: string): Buffer =>
  createHash('sha256').update(`${challengeId} ${code}`).digest();

/** True if the input, in any case and with spaces or hyphens, is the code. */
export const isEmailCode = (challengeId: string, typed: string, codeHash: Buffer): boolean =>
  timingSafeEqual(hashEmailCode(challengeId, typed.toLowerCase().replaceAll(/[\s-]/g, '')), codeHash);
