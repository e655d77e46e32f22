import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { refuseInvalid } from '../platform/rows.js';

/** Guesses as zxcvbn estimates them: 3 of 0..4 is more than 10^8, too many for an attack at the rate of argon2id. */
const LEAST_SCORE = 3;
/** The estimate takes a time that grows with the square of the text; what is strong here is strong as a whole. */
const JUDGED = 64;

let estimator: ZxcvbnFactory | undefined;

/**
 * Whether a password is easy to guess: common, repeated, a walk over the keyboard, a date.
 * @param known texts an attacker tries first, such as the e-mail address
 */
export function isWeak(password: string, known: readonly string[]): boolean {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED });
  const parts = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((text) => text.length > 2);
  return estimator.check([...password].slice(0, JUDGED).join(''), ['questp', ...parts]).score < LEAST_SCORE;
}

/** Refuses a new password that is easy to guess. @param pointer to the member that holds it */
export function refuseWeak(password: string, known: readonly string[], pointer: string): void {
  if (isWeak(password, known)) refuseInvalid([{ pointer, code: 'WEAK', detail: 'Common, repeated or easy to guess.' }]);
}
