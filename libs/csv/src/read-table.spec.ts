import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@questp/messages/language';
import fc from 'fast-check';
import { readTable, type Row, type TableShape } from './read-table.js';

type Column = 'earner' | 'reason';
const SHAPE: TableShape<Column> = { columns: { earner: ['earner', 'user_public_id'], reason: ['reason'] }, most: 5 };

async function read(file: string | string[], shape: TableShape<string> = SHAPE): Promise<Row<string>[]> {
  const rows: Row<string>[] = [];
  for await (const row of readTable([file].flat(), shape)) rows.push(row);
  return rows;
}

const refusal = async (file: string) => {
  const thrown: unknown = await read(file).catch((error: unknown) => error);
  if (!(thrown instanceof AppError)) throw new Error(`not refused: ${JSON.stringify(thrown)}`);
  return [thrown.code, ...(thrown.details.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
};

const rowsOf = async (file: string) =>
  (await read(file)).map(({ row, cells }) => [row, cells['earner'], cells['reason']]);

describe('a table read from CSV', () => {
  it('has its columns in the default order without a header', async () => {
    expect(await rowsOf('a,one\r\nb,two\r\n')).toEqual([
      [1, 'a', 'one'],
      [2, 'b', 'two'],
    ]);
    expect(await rowsOf('a')).toEqual([[1, 'a', '']]);
    expect(await rowsOf('')).toEqual([]);
  });

  it('has its columns by the names of a header, in any order and case, among others', async () => {
    expect(await rowsOf('Reason,rank,User_Public_Id\none,1,a\n,2,b')).toEqual([
      [2, 'a', 'one'],
      [3, 'b', ''],
    ]);
  });

  it('prefers the first of the names that a column can have', async () => {
    expect(await rowsOf('user_public_id,reason,earner\na,one,b\n')).toEqual([[2, 'b', 'one']]);
  });

  it('accepts every kind of line end, quoted cells and a byte order mark; empty rows are counted but omitted', async () => {
    expect(await rowsOf('\uFEFFearner,reason\r\n\r\n"a","one\r\ntwo, ""three"""\n , \nb , four \rc,\r\n\r\n')).toEqual([
      [3, 'a', 'one\r\ntwo, "three"'],
      [5, 'b', 'four'],
      [6, 'c', ''],
    ]);
  });

  it('may have the maximum number of rows beside the header, and no more', async () => {
    const rows = (count: number) => 'a,b\n'.repeat(count);
    expect(await read(`earner,reason\n${rows(5)}`)).toHaveLength(5);
    expect(await refusal(rows(6))).toEqual(['VALIDATION_FAILED', ' LENGTH']);
  });

  it.each([
    ['a column too many', 'a,b\na,b,c', '#row=2 FORMAT'],
    ['a header that lacks a column', '\nearner,points\na,1', '#row=2 REQUIRED'],
    ['a quotation mark that never ends', 'a,b\n\n"c,d\ne,f\n', '#row=3 FORMAT'],
    ['text behind a quoted cell', 'a,b\n"c" d,e\nf,g\n', '#row=2 FORMAT'],
    ['a row too long', `a,b\n"${'\n'.repeat(16_385)}`, '#row=2 LENGTH'],
  ])('says in which row there is %s', async (_, file, error) => {
    expect(await refusal(file)).toEqual(['VALIDATION_FAILED', error]);
  });

  it('is the same for any division of the file into chunks', async () => {
    const file = '\uFEFFearner,reason\r\n"a""\r\n,",one\r\n\r\nb,"tw\no"\rc,';
    const whole = await read(file);
    expect(whole).toHaveLength(3);
    const property = fc.asyncProperty(fc.array(fc.nat({ max: file.length })), async (cuts) => {
      const sorted = [0, ...cuts.sort((a, b) => a - b), file.length];
      expect(await read(sorted.slice(1).map((end, index) => file.slice(sorted[index], end)))).toEqual(whole);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['vertical bars', '|'],
  ])('has columns that are separated by %s, with a header and without', async (_, by) => {
    const rows = `a${by}one, two${by}\r\n"b"${by}"three${by} four"\r\n`;
    const cells = [
      ['a', 'one, two'],
      ['b', `three${by} four`],
    ];
    expect((await rowsOf(rows)).map(([, ...rest]) => rest)).toEqual(cells);
    const header = `"Earner"${by} REASON ${by}"Name, given"${by}${by}\r\n`;
    expect((await rowsOf(header + rows)).map(([, ...rest]) => rest)).toEqual(cells);
    expect((await rowsOf(`\uFEFF${header}${rows}`)).map(([, ...rest]) => rest)).toEqual(cells);
  });

  it('uses the separator that its first row declares, as in files of spreadsheets', async () => {
    expect(await rowsOf('\uFEFFsep=;\r\nearner;reason\r\na,b;one\r\n')).toEqual([[3, 'a,b', 'one']]);
    expect(await rowsOf('SEP=|\na;b|one\n')).toEqual([[2, 'a;b', 'one']]);
  });

  it('prefers the separator that yields a header with known columns', async () => {
    expect(await rowsOf('Name, first;earner;reason\nx, y;a;one')).toEqual([[2, 'a', 'one']]);
    expect(await rowsOf('reason|user_public_id\none;two,three|a')).toEqual([[2, 'a', 'one;two,three']]);
  });

  it.each(['user_public_id', 'User Public Id', ' USER-PUBLIC-ID ', 'userPublicId', '\uFEFFuser_public_id'])(
    'recognises "%s" as the name of a column',
    async (name) => {
      expect(await rowsOf(`reason,${name}\none,a`)).toEqual([[2, 'a', 'one']]);
      expect(await rowsOf(`"${name}",reason\na,one`)).toEqual([[2, 'a', 'one']]);
    },
  );

  it('ends rows with CR alone, of any number', async () => {
    const rows = await read(`earner;reason\r${`a;${'x'.repeat(9_000)}\r`.repeat(4)}`);
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
  });

  it('omits empty cells at the end of a row, and rows of empty cells', async () => {
    expect(await rowsOf('a,one,,\n,,,\nb,two,,,,\n\n')).toEqual([
      [1, 'a', 'one'],
      [3, 'b', 'two'],
    ]);
  });

  it.each([
    ['too many columns', 'a;b\na;b;c', 'Has more than 2 columns, separated by semicolons.'],
    ['a column too few', 'earner\tpoints\na\t1', 'The header, separated by tabs, has no column "reason".'],
    ['another separator', 'earner;reason\na,one', 'Is separated by commas, the rows before it by semicolons.'],
  ])('names the separator of a file with %s', async (_, file, detail) => {
    const thrown: unknown = await read(file).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ details: { errors: [{ detail }] } });
  });

  it('reads the files of csv-spectrum', async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('csv-spectrum'));
    const names = readdirSync(join(folder, 'csvs')).map((name) => name.replace('.csv', ''));
    expect(names.length).toBeGreaterThan(8);
    // JSON column of another row.
    for (const name of names.filter((one) => one !== 'location_coordinates')) {
      const known = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8')) as Record<string, string>[];
      const columns = Object.fromEntries(
        Object.keys(known[0] ?? {}).map((column) => [column, [column.toLowerCase()] as [string]]),
      );
      const rows = await read(readFileSync(join(folder, 'csvs', `${name}.csv`), 'utf8'), { columns, most: 1_000 });
      expect([name, rows.map(({ cells }) => cells)]).toEqual([name, known]);
    }
  });
});
