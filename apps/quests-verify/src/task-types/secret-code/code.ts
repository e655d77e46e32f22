import { createHash, timingSafeEqual } from 'node:crypto';
import type { Outcome } from '../../catalog/definition/outcome.js';
import { typedCode } from '@questp/messages/language';

/** True when both codes are equal as people type them. Takes the same time wherever they differ. */
export function codesEqual(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(code: string): Buffer {
  return createHash('sha256').update(typedCode(code), 'utf8').digest();
}

/**
 * Minimum length of a code, and of a code of digits only: 10^8 or more possibilities at a few hundred tries an hour.
 */
const LEAST = { any: 6, digits: 8 };
const MIN_DIFFERENT_CHARACTERS = 4;

/** The reason why a new code is too easy to guess; null: none. */
export function codeWeakness(code: string): string | null {
  const characters = [...typedCode(code)];
  const least = characters.every((character) => /^[0-9]$/.test(character)) ? LEAST.digits : LEAST.any;
  if (characters.length < least) return `It needs at least ${LEAST.any} characters, ${LEAST.digits} if all are digits.`;
  if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS)
    return `It needs at least ${MIN_DIFFERENT_CHARACTERS} different characters.`;
  const steps = characters
    .slice(1)
    .map((character, index) => pointOf(character) - pointOf(characters[index] as string));
  return Math.abs(steps[0] as number) <= 1 && steps.every((step) => step === steps[0])
    ? 'It is a mere sequence.'
    : null;
}

const pointOf = (character: string): number => character.codePointAt(0) as number;

/** engagement_secret_code: the entered code is the configured one. The caller limits wrong codes. */
export function secretCode(config: { code: string }, inputs: { code: string }): Outcome {
  return codesEqual(config.code, inputs.code)
    ? { kind: 'pass' }
    : { kind: 'fail', code: 'SECRET_CODE_WRONG', detail: 'The code is wrong.' };
}
