import { readableCode } from '../shared/readable-code.js';

/** 60 random bits: a code cannot be guessed and hardly repeats. */
export const newReferralCode = (): string => readableCode(12);
