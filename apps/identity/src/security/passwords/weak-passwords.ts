import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { refuseInvalid } from '@questp/messages/language';

/** Score of zxcvbn: 3 of 0 to 4 means more than 10^8 guesses, too many for an attack at the rate of argon2id. */
const MIN_SCORE = 3;
/**
 * The estimate blocks the event loop for a time that grows with the length and with the possible substitutions of
 * letters by digits and signs. These bounds keep it below 5 ms for every text.
 */
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 4 };

let estimator: ZxcvbnFactory | undefined;

/**
 * True if a password is easy to guess: common, repeated, a keyboard pattern, a date.
 * @param known texts that an attacker tries first, such as the e-mail address
 */
export function isWeak(password: string, known: readonly string[]): boolean {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...BOUNDS });
  const parts = known
    .flatMap((text) => [text.slice(0, BOUNDS.maxLength), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((text) => text.length > 2);
  return estimator.check([...password].slice(0, BOUNDS.maxLength).join(''), ['questp', ...parts]).score < MIN_SCORE;
}

/**
 * Refuses a new password that is easy to guess.
 * @param pointer to the member with the password
 */
export function refuseWeak(password: string, known: readonly string[], pointer: string): void {
  if (isWeak(password, known)) refuseInvalid([{ pointer, code: 'WEAK', detail: 'Common, repeated or easy to guess.' }]);
}
