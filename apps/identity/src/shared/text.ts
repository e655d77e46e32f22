/** Up to `max` characters on one line, without control characters and lone surrogates. */
export const isLine = (text: string, max: number): boolean =>
  [...text].length <= max && /^[^\p{Cc}\p{Cs}]*$/u.test(text);

/** The storable part of a foreign text: the first `max` characters, with U+FFFD for each unstorable one. */
export const recordable = (text: string, max: number): string =>
  [...text.slice(0, 2 * max)]
    .slice(0, max)
    .join('')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
