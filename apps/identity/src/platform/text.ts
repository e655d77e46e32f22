/** Up to `max` characters on one line, without control characters and halves of surrogate pairs. */
export const isLine = (text: string, max: number): boolean =>
  [...text].length <= max && /^[^\p{Cc}\p{Cs}]*$/u.test(text);

/** Like isLine, with line breaks. */
export const isText = (text: string, max: number): boolean => isLine(text.replaceAll('\n', ' '), max);

/** What of a foreign text can be recorded: its first `max` characters, each unstorable one as U+FFFD. */
export const recordable = (text: string, max: number): string =>
  [...text]
    .slice(0, max)
    .join('')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd');

/** A filter as PostgreSQL can compare it: U+0000 is in no stored text. */
export function comparable<T extends undefined>(text: string | T): string | T {
  return typeof text === 'string' ? text.replaceAll('\0', '\ufffd') : text;
}
