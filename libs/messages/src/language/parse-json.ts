/** Levels of arrays and objects in JSON from outside. */
export const MAX_JSON_LEVELS = 64;

/** JSON with more levels than MAX_JSON_LEVELS. */
export class TooDeep extends SyntaxError {
  constructor() {
    super(`nested more than ${MAX_JSON_LEVELS} levels deep`);
  }
}

/**
 * Parses JSON that was not written by this platform. The levels are counted before anything is parsed: a few megabytes
 * of nested arrays take many times their size in memory, and functions that walk the value would overflow the stack.
 * The caller limits the size.
 * @param reviver as of JSON.parse
 * @throws SyntaxError for text that is not JSON; TooDeep
 */
export function parseJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (!isShallow(text)) throw new TooDeep();
  return JSON.parse(text, reviver);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** Of text that is not JSON, the part before its first error counts: a parser reads no further. */
export function isShallow(text: string): boolean {
  let levels = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) {
      // An escaped quotation mark does not end the string.
      if (code === BACKSLASH) index += 1;
    } else if (OPENING.includes(code)) {
      levels += 1;
      if (levels > MAX_JSON_LEVELS) return false;
    } else if (CLOSING.includes(code)) levels -= 1;
  }
  return true;
}
