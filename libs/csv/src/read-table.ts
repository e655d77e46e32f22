import { once } from 'node:events';
import { parse } from '@fast-csv/parse';
import { AppError, fieldError, type FieldError } from '@questp/messages/language';
import { recordsOf } from './records.js';
import { rowError } from './row-error.js';

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
 * Reads a CSV file (RFC 4180, header and byte order mark optional, any line ends) row by row. The first row is a header
 * if it contains the name of a column; other columns are ignored then. Cells are trimmed, and empty rows are skipped.
 * @throws AppError VALIDATION_FAILED for an unreadable row, and above the maximum number of rows
 */
export async function* readTable<Column extends string>(
  chunks: Iterable<string> | AsyncIterable<string>,
  { columns, most }: TableShape<Column>,
): AsyncGenerator<Row<Column>> {
  const names = Object.keys(columns) as Column[];
  let layout: Layout<Column> | undefined;
  let row = 0;
  let count = 0;
  for await (const cells of cellsOf(chunks)) {
    row += 1;
    if (cells.every((cell) => cell === '')) continue;
    if (layout === undefined) {
      layout = headerOf(cells, columns, row);
      if (layout !== undefined) continue;
      layout = names;
    }
    count += 1;
    if (count > most)
      throw refused(fieldError('', 'LENGTH', { max: most, unit: 'items' }, `Has more than ${most} rows.`));
    if (cells.length > layout.length) throw refused(rowError(row, 'FORMAT', `Has more than ${layout.length} columns.`));
    const found = Object.fromEntries(names.map((name) => [name, cells[layout?.indexOf(name) ?? -1] ?? '']));
    yield { row, cells: found as Record<Column, string> };
  }
}

/** Undefined: the row is not a header. The first matching name of a column counts. */
function headerOf<Column extends string>(
  cells: readonly string[],
  columns: TableShape<Column>['columns'],
  row: number,
): Layout<Column> | undefined {
  const found = cells.map((cell) => cell.toLowerCase());
  const named = (Object.keys(columns) as Column[]).map((column) => {
    const name = columns[column].find((one) => found.includes(one));
    return { column, name };
  });
  if (named.every(({ name }) => name === undefined)) return undefined;
  const missing = named.find(({ name }) => name === undefined);
  if (missing !== undefined) throw refused(rowError(row, 'REQUIRED', `The header has no column "${missing.column}".`));
  return found.map((cell) => named.find(({ name }) => name === cell)?.column);
}

async function* cellsOf(chunks: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[]> {
  const rows: string[][] = [];
  let read = 0;
  const parser = parse<string[], string[]>({ trim: true });
  parser.on('data', (cells: string[]) => rows.push(cells));
  const failed = once(parser, 'end').then(
    () => undefined,
    () => refused(rowError(read + 1, 'FORMAT', 'Has a quotation mark in the wrong place.')),
  );
  const written = (write: (done: () => void) => void) => Promise.race([failed, new Promise<void>(write)]);
  try {
    for await (const record of recordsOf(chunks)) {
      const error = await written((done) => parser.write(record, (failure) => (failure ? undefined : done())));
      if (error !== undefined) throw error;
      read += rows.length;
      yield* rows.splice(0);
    }
    parser.end();
    const error = await failed;
    if (error !== undefined) throw error;
    yield* rows;
  } finally {
    parser.destroy();
  }
}

const refused = (...errors: FieldError[]) => new AppError('VALIDATION_FAILED', { errors });
