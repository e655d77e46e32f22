import { createHash } from 'node:crypto';
import { readableCode } from '../../shared/readable-code.js';

const COUNT = 10;

/** 80 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => readableCode(16));

/** Hash for storage of a code typed in any case, with spaces or hyphens. */
export const hashRecoveryCode = (ownerId: string, typed: string): Buffer =>
  createHash('sha256')
    .update(`${ownerId} ${typed.toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest();
