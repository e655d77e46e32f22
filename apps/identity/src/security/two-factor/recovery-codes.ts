import { createHash } from 'node:crypto';
import { typedCode } from '@questp/messages/language';
import { readableCode } from '../../shared/readable-code.js';

const COUNT = 10;

/** 80 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => readableCode(16));

/** Hash for storage of a code as people type and paste it. */
export const hashRecoveryCode = (ownerId: string, typed: string): Buffer =>
  createHash('sha256')
    .update(`${ownerId} ${typedCode(typed)}`)
    .digest();
