/** Characters that are shown of a value. */
const SHOWN = 400;

/** What others wrote, to be shown: short, and without characters that control a terminal or change the direction of text. */
export const printable = (value: string | number | bigint | boolean, most = SHOWN): string =>
  String(value)
    .slice(0, most)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
