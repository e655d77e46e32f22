/** Up to `max` characters on one line, without control characters and halves of surrogate pairs. */
export const isLine = (text: string, max: number): boolean =>
  [...text].length <= max && /^[^\p{Cc}\p{Cs}]*$/u.test(text);

/** What of a foreign text can be recorded: the first `max` characters, each unstorable one as U+FFFD. */
export const recordable = (text: string, max: number): string =>
  [...text.slice(0, 2 * max)]
    .slice(0, max)
    .join('')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
