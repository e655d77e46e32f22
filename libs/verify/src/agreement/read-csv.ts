import { parseString } from '@fast-csv/parse';

export type Row = Readonly<Record<string, string>>;

/**
 * Reads an exported file (RFC 4180 with a byte order mark).
 * @throws Error for a file that is no CSV, or lacks one of the columns
 */
export async function readCsv(text: string, columns: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  let found: readonly string[] = [];
  await new Promise<void>((resolve, reject) => {
    parseString<Row, Row>(text.replace(/^\ufeff/, ''), { headers: true, strictColumnHandling: true })
      .on('headers', (headers: string[]) => (found = headers))
      .on('data', (row: Row) => rows.push(row))
      .on('data-invalid', (_row: Row, number: number) => reject(new Error(`row ${number} has not every column`)))
      .on('error', reject)
      .on('end', () => resolve());
  });
  const missing = columns.filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`the column ${missing.join(', ')} is missing`);
  return rows;
}
