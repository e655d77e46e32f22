import type { FieldError } from '@questp/messages';
import { escapePointer } from '../rules/json-pointer.js';

// PostgreSQL stores neither NUL nor half of a surrogate pair.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** The first text in `value` that cannot be stored, with a pointer relative to `value`; null when there is none. */
export function unstorableText(value: unknown, pointer = ''): FieldError | null {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value)
      ? { pointer, code: 'CHARACTER', detail: 'The text contains characters that are not allowed.' }
      : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const error = unstorableText(name, pointer) ?? unstorableText(member, `${pointer}/${escapePointer(name)}`);
    if (error !== null) return error;
  }
  return null;
}
