import { parseString } from '@fast-csv/parse';
import { bytesToHex } from '@noble/hashes/utils.js';

export type Row = Readonly<Record<string, string>>;

/** Of columns, where a spreadsheet has saved the file. No column of an exported file has one in its name. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs' };
/** Of a ZIP archive, which a workbook is, and of a workbook of older programs. */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];

/**
 * Reads an exported file (RFC 4180 in UTF-8 with a byte order mark).
 * @throws Error for a file that is no CSV, lacks one of the columns, or is as a spreadsheet saves it
 */
export async function readCsv(bytes: Uint8Array, columns: readonly string[]): Promise<Row[]> {
  const text = textOf(bytes);
  const [header = ''] = text.split(/[\r\n]/, 1);
  for (const [separator, name] of Object.entries(SEPARATORS)) {
    if (header.includes(separator)) throw changed(`its columns are separated by ${name}`);
  }
  const rows: Row[] = [];
  let found: readonly string[] = [];
  await new Promise<void>((resolve, reject) => {
    parseString<Row, Row>(text, { headers: true, strictColumnHandling: true })
      .on('headers', (headers: string[]) => (found = headers))
      .on('data', (row: Row) => rows.push(row))
      .on('data-invalid', (_row: Row, number: number) => reject(new Error(`row ${number} has not every column`)))
      .on('error', reject)
      .on('end', () => resolve());
  });
  const missing = columns.filter((name) => !found.includes(name));
  if (missing.length > 0) throw changed(`the column ${missing.join(', ')} is missing`);
  return rows;
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const start = bytesToHex(bytes.subarray(0, 4));
  if (WORKBOOKS.includes(start)) throw changed('it is a workbook or an archive');
  if (/^(?:fffe|feff)/.test(start) || (first === 0) !== (second === 0)) throw changed('it is in UTF-16');
  try {
    // The decoder leaves out the byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw changed('it is not in UTF-8');
  }
}

const changed = (found: string) =>
  new Error(`${found}; use the file as it was downloaded, not as another program saved it`);
