/** The single quote before a sign that begins a cell, or would where a program splits rows at `;` or tabs. */
const GUARD = /^'(?='*[\t\r\n=+@＝＋－＠﹦﹢﹣﹫-])|([;\t\r\n]"*)'(?='*[=+@＝＋－＠﹦﹢﹣﹫-])/g;

/** The text of a cell of an exported CSV file as it was before the export guarded it against spreadsheets. */
export const exportedText = (cell: string): string => cell.replaceAll(GUARD, '$1');
