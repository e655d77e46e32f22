/** Up to `max` characters on one line, without control characters and halves of surrogate pairs. */
export const isLine = (text: string, max: number): boolean =>
  [...text].length <= max && /^[^\p{Cc}\p{Cs}]*$/u.test(text);

/** What of a foreign text can be recorded: each unstorable character as U+FFFD. */
export const recordable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
