import { parseString } from '@fast-csv/parse';
import { AppError, fieldError, type FieldError } from '@questp/messages/language';
import { recordsOf } from './records.js';
import { rowError } from './row-error.js';
import { ALL_SEPARATORS, declaredSeparator, firstSeparator, nameOf, type Separator } from './separators.js';

/** Description of a file. */
export interface TableShape<Column extends string> {
  /** Names of each column in the header. Without a header, columns are in this order. */
  columns: Readonly<Record<Column, readonly [string, ...string[]]>>;
  /** Maximum rows, without the header. */
  most: number;
}

export interface Row<Column extends string> {
  /** Row number from 1, including header and empty rows. */
  row: number;
  cells: Readonly<Record<Column, string>>;
}

/** Column at each index of a row; undefined: ignored. */
type Layout<Column> = readonly (Column | undefined)[];

/**
 * Reads a CSV file row by row (RFC 4180, header and byte order mark optional, any line ends, cells separated by commas,
 * semicolons, tabs or vertical bars). The first row is a header if it contains the name of a column, in any case and
 * with any characters between letters and digits; other columns are ignored then. Cells are trimmed, and empty rows and
 * empty cells at the end of a row are skipped.
 * @throws AppError VALIDATION_FAILED for an unreadable row, and above the maximum number of rows
 */
export async function* readTable<Column extends string>(
  chunks: Iterable<string> | AsyncIterable<string>,
  { columns, most }: TableShape<Column>,
): AsyncGenerator<Row<Column>> {
  const names = Object.keys(columns) as Column[];
  let separator: Separator | undefined;
  let layout: Layout<Column> | undefined;
  let row = 0;
  let count = 0;
  for await (const record of recordsOf(chunks)) {
    row += 1;
    if (row === 1) {
      separator = declaredSeparator(record);
      if (separator !== undefined) continue;
    }
    if (record.trim() === '') continue;
    separator ??= await separatorOf(record, columns, row);
    const cells = await cellsOf(record, separator, row);
    if (cells.length === 0) continue;
    if (layout === undefined) {
      layout = headerOf(cells, columns, row, separator);
      if (layout !== undefined) continue;
      layout = names;
    }
    count += 1;
    if (count > most)
      throw refused(fieldError('', 'LENGTH', { max: most, unit: 'items' }, `Has more than ${most} rows.`));
    if (cells.length > layout.length) {
      throw refused(
        rowError(row, 'FORMAT', `Has more than ${layout.length} columns, separated by ${nameOf(separator)}.`),
      );
    }
    const other = firstSeparator(record) ?? separator;
    if (cells.length === 1 && layout.length > 1 && other !== separator) {
      const detail = `Is separated by ${nameOf(other)}, the rows before it by ${nameOf(separator)}.`;
      throw refused(rowError(row, 'FORMAT', detail));
    }
    const found = Object.fromEntries(names.map((name) => [name, cells[layout?.indexOf(name) ?? -1] ?? '']));
    yield { row, cells: found as Record<Column, string> };
  }
}

/** The one that finds most columns in a header; without a header, the first one in the row. */
async function separatorOf<Column extends string>(
  record: string,
  columns: TableShape<Column>['columns'],
  row: number,
): Promise<Separator> {
  let best: Separator | undefined;
  let most = 0;
  for (const separator of ALL_SEPARATORS) {
    const cells = await cellsOf(record, separator, row).catch(() => []);
    const found = namedColumns(cells, columns).filter(({ name }) => name !== undefined).length;
    if (found > most) [best, most] = [separator, found];
  }
  return best ?? firstSeparator(record) ?? ',';
}

/** The letters and digits of a name, as people and programs write `tx_hash` as "TX Hash" or "txHash". */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The first name of each column that is in a header. */
function namedColumns<Column extends string>(cells: readonly string[], columns: TableShape<Column>['columns']) {
  const found = new Set(cells.map(plain));
  return (Object.keys(columns) as Column[]).map((column) => ({
    column,
    name: columns[column].map(plain).find((one) => found.has(one)),
  }));
}

/** Undefined: the row is not a header. */
function headerOf<Column extends string>(
  cells: readonly string[],
  columns: TableShape<Column>['columns'],
  row: number,
  separator: Separator,
): Layout<Column> | undefined {
  const named = namedColumns(cells, columns);
  if (named.every(({ name }) => name === undefined)) return undefined;
  const missing = named.find(({ name }) => name === undefined);
  if (missing !== undefined) {
    const detail = `The header, separated by ${nameOf(separator)}, has no column "${columns[missing.column][0]}".`;
    throw refused(rowError(row, 'REQUIRED', detail));
  }
  return cells.map((cell) => named.find(({ name }) => name === plain(cell))?.column);
}

/** Cells of a row up to the last one that is not empty. */
async function cellsOf(record: string, delimiter: Separator, row: number): Promise<string[]> {
  const cells = await new Promise<string[]>((resolve, reject) => {
    let found: string[] = [];
    parseString<string[], string[]>(record, { delimiter, trim: true })
      .on('data', (cells: string[]) => (found = cells))
      .on('error', () => reject(refused(rowError(row, 'FORMAT', 'Has a quotation mark in the wrong place.'))))
      .on('end', () => resolve(found));
  });
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

const refused = (...errors: FieldError[]) => new AppError('VALIDATION_FAILED', { errors });
