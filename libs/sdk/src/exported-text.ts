/** Single quotes before a character that starts a formula, also after `;`, a tab or a line break. */
const GUARD = /^'(?='*[\t\r\n=+@＝＋－＠﹦﹢﹣﹫-])|([;\t\r\n]"*)'(?='*[=+@＝＋－＠﹦﹢﹣﹫-])/g;

/**
 * The original text of a cell of an exported CSV file, without the quotes that guard against formulas in spreadsheets.
 */
export const exportedText = (cell: string): string => cell.replaceAll(GUARD, '$1');
