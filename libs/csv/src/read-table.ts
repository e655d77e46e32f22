import { once } from 'node:events';
import { parse } from '@fast-csv/parse';
import { AppError, fieldError, type FieldError } from '@questp/messages/language';
import { recordsOf } from './records.js';
import { rowError } from './row-error.js';

/** What a file may have. */
export interface TableShape<Column extends string> {
  /** Names that a header may give to each column. In a file without a header they come in this order. */
  columns: Readonly<Record<Column, readonly [string, ...string[]]>>;
  /** Most rows, without the header. */
  most: number;
}

export interface Row<Column extends string> {
  /** Counted from 1, header and empty rows included. */
  row: number;
  cells: Readonly<Record<Column, string>>;
}

/** Where the cells of a row belong: a column at each index that is read. */
type Layout<Column> = readonly (Column | undefined)[];

/**
 * The rows of a CSV file (RFC 4180, with or without a header and a byte order mark, line ends of any kind) one by one,
 * as they come. A row is a header when it has the name of a column; then other columns are left out. Cells are trimmed,
 * and empty rows left out.
 *
 * @throws AppError VALIDATION_FAILED for what cannot be read, and beyond the most rows
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

/** Undefined: the row is none. The first of the names that a column may have counts. */
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
