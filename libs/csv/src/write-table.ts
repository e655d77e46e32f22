import { writeToString } from '@fast-csv/format';

/**
 * A CSV file that spreadsheets read: a byte order mark, the header, and CRLF after each row. It does not change cells that
 * start a formula.
 */
export async function writeTable(columns: readonly string[], rows: readonly (string | number)[][]): Promise<string> {
  // With `writeBOM` a file without rows would have no byte order mark.
  const file = await writeToString([...rows], {
    ...{ headers: [...columns], alwaysWriteHeaders: true },
    ...{ rowDelimiter: '\r\n', includeEndRowDelimiter: true },
  });
  return `\uFEFF${file}`;
}
