import { toPointer, type FieldError } from '@questp/messages/language';

// PostgreSQL stores neither NUL nor half of a surrogate pair.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** The first text in `value` that cannot be stored, with a pointer relative to `value`; null when there is none. */
export function unstorableText(value: unknown, pointer = ''): FieldError | null {
  const found = pointerTo(value);
  if (found === null) return null;
  return { pointer: pointer + found, code: 'CHARACTER', detail: 'The text contains characters that are not allowed.' };
}

/** Builds the pointer only on the way back: a body can have ten thousand members. */
function pointerTo(value: unknown): string | null {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  // Parsed JSON inherits nothing that would be found here.
  for (const name in value) {
    if (UNSTORABLE.test(name)) return '';
    const below = pointerTo((value as Record<string, unknown>)[name]);
    if (below !== null) return toPointer([name]) + below;
  }
  return null;
}
