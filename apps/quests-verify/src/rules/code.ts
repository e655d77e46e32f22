import { createHash, timingSafeEqual } from 'node:crypto';
import type { Outcome } from '../verification/outcome.js';

/**
 * Unicode full case folding (CaseFolding.txt, statuses C and F), without tables: lower, upper, lower per code point
 * equals it for every assigned code point but the dotless i, whose upper case I would make it equal to i, and up to the
 * direction of Cherokee. Per code point, since String#toLowerCase treats a sigma by its neighbours.
 */
function foldCase(text: string): string {
  let folded = '';
  for (const character of text) {
    folded += character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
  }
  return folded;
}

/** The form in which codes are compared: NFKC, Unicode case folding, Unicode white space trimmed at both ends. */
export function normaliseCode(code: string): string {
  return foldCase(code.normalize('NFKC'))
    .normalize('NFKC')
    .replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
}

/** True when both codes have the same normal form. Takes the same time wherever they differ. */
export function codesEqual(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(code: string): Buffer {
  return createHash('sha256').update(normaliseCode(code), 'utf8').digest();
}

/** engagement_secret_code: the entered code is the configured one. The limit on wrong codes is the caller's. */
export function secretCode(config: { code: string }, inputs: { code: string }): Outcome {
  return codesEqual(config.code, inputs.code)
    ? { kind: 'pass' }
    : { kind: 'fail', code: 'SECRET_CODE_WRONG', detail: 'The code is wrong.' };
}
