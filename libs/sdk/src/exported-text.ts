/**
 * Single quotes before a character that starts a formula: at the beginning or after `;`, a tab or a line break, also
 * behind spaces, invisible characters and double quotes; and before a tab or a line break at the beginning.
 */
const GUARD =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /^'(?='*[\t\r\n])|((?:^|[;\t\r\n\u000b\u000c\u0085\u2028\u2029])["\u0000-\u0008\u000e-\u0020\u007f-\u0084\u0086-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]*)'(?='*[=+@＝＋－＠﹦﹢﹣﹫-])/g;

/**
 * The original text of a cell of an exported CSV file, without the quotes that guard against formulas in spreadsheets.
 */
export const exportedText = (cell: string): string => cell.replaceAll(GUARD, '$1');
