import { AppError, jsonBytes, PAGE_BYTES, type PageRequest } from '@questp/messages/language';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, readPage, toPage, type CursorPart } from './paging.js';

const VALUES: Record<CursorPart, fc.Arbitrary<string | number>> = {
  uuid: fc.uuid(),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  int32: fc.integer(),
  integer: fc.maxSafeInteger(),
  text: fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => text.length <= 200 && !text.includes('\0')),
};
const PARTS = Object.keys(VALUES) as CursorPart[];
const key = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.tuple(fc.constant(parts), fc.tuple(...parts.map((part) => VALUES[part]))));

const refused = (cursor: string, parts: CursorPart[]) => {
  try {
    decodeCursor(cursor, parts);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_CURSOR') return true;
    throw error;
  }
};

describe('cursors', () => {
  it('read back what was written', () => {
    fc.assert(fc.property(key, ([parts, values]) => expect(decodeCursor(encodeCursor(values), parts)).toEqual(values)));
  });

  it('are refused as INVALID_CURSOR when they are anything else, and nothing else is ever thrown', () => {
    const garbage = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
      fc
        .array(fc.jsonValue(), { maxLength: 5 })
        .map((values) => Buffer.from(JSON.stringify(values)).toString('base64url')),
    );
    fc.assert(
      fc.property(garbage, fc.constantFrom(...PARTS), (cursor, part) => {
        if (!refused(cursor, [part])) expect(typeof decodeCursor(cursor, [part])?.[0]).toMatch(/string|number/);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[CursorPart, unknown]>([
    ['uuid', '018F4E9A-0000-7000-8000-000000000000'],
    ['uuid', "018f4e9a-0000-7000-8000-00000000000'"],
    ['bytes', '\\x0'],
    ['bytes', '00'],
    ['bytes', '\\x'],
    ['int32', 2 ** 31],
    ['int32', 1.5],
    ['integer', 2 ** 53],
    ['integer', '1'],
    ['text', 'a\0b'],
    ['text', 'x'.repeat(201)],
    ['text', null],
  ])('%s does not take %j', (part, value) => {
    expect(refused(Buffer.from(JSON.stringify([value])).toString('base64url'), [part])).toBe(true);
  });

  it('of another list with more or fewer parts are refused', () => {
    expect(refused(encodeCursor([1, 2]), ['integer'])).toBe(true);
    expect(refused(encodeCursor([1]), ['integer', 'integer'])).toBe(true);
  });

  it('are absent on the first page', () => {
    expect(decodeCursor(undefined, ['uuid'])).toBeUndefined();
  });
});

describe('toPage', () => {
  it('walks a list of any length without gaps, repeats or an empty last page', () => {
    fc.assert(
      fc.property(fc.nat({ max: 50 }), fc.integer({ min: 1, max: 20 }), (length, limit) => {
        const all = Array.from({ length }, (_, index) => index);
        const seen: number[] = [];
        let cursor: string | undefined;
        let pages = 0;
        do {
          const after = decodeCursor(cursor, ['integer'])?.[0] ?? -1;
          const rows = all.filter((id) => id > after).slice(0, limit + 1);
          const page = toPage(rows, limit, (id) => [id], String);
          seen.push(...page.items.map(Number));
          cursor = page.nextCursor ?? undefined;
          pages += 1;
        } while (cursor !== undefined);
        expect(seen).toEqual(all);
        expect(pages).toBe(Math.max(1, Math.ceil(length / limit)));
      }),
    );
  });
});

describe('a page by bytes', () => {
  const MIB = 2 ** 20;
  /** Rows of a table read in the order of their ids. */
  const read = (all: readonly Row[]) => (part: PageRequest) => {
    const [after = -1] = decodeCursor(part.cursor, ['integer']) ?? [];
    return Promise.resolve(all.filter(({ id }) => id > after).slice(0, part.limit + 1));
  };
  const rowsOf = (...texts: string[]): Row[] => texts.map((text, id) => ({ id, text }));
  interface Row {
    id: number;
    text: string;
  }
  const keyOf = ({ id }: Row) => [id];
  const same = (row: Row) => row;
  const bothWays = async (all: readonly Row[], request: PageRequest) => {
    const once = toPage(await read(all)(request), request.limit, keyOf, same);
    expect(await readPage(request, read(all), keyOf, same)).toEqual(once);
    return once;
  };

  it('ends at the byte bound, and the next page continues there', async () => {
    const all = rowsOf(...Array.from({ length: 27 }, () => '😀'.repeat(10_000)));
    const first = await bothWays(all, { limit: 100 });
    expect(first.items).toEqual(all.slice(0, 13));
    expect(jsonBytes(first)).toBeLessThan(PAGE_BYTES + 100);
    const second = await bothWays(all, { limit: 100, cursor: first.nextCursor ?? '' });
    expect(second.items).toEqual(all.slice(13, 26));
    const last = await bothWays(all, { limit: 100, cursor: second.nextCursor ?? '' });
    expect(last).toEqual({ items: all.slice(26), nextCursor: null });
  });

  it('has at least one item, and counts what escapes add', async () => {
    const all = rowsOf('x'.repeat(MIB), '\u0001'.repeat(80_000), '\u0001'.repeat(80_000));
    const pages = [];
    let cursor: string | undefined;
    do {
      const page = await bothWays(all, { limit: 10, cursor });
      pages.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([[0], [1], [2]]);
  });

  it('walks any rows without gaps, repeats or an empty last page, however it is read', async () => {
    const text = fc.nat({ max: 300 }).map((kilobytes) => 'x'.repeat(kilobytes * 1_000));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 20 }), fc.integer({ min: 1, max: 20 }), async (texts, limit) => {
        const all = rowsOf(...texts);
        const seen: Row[] = [];
        let cursor: string | undefined;
        do {
          const page = await bothWays(all, { limit, cursor });
          expect(page.items.length > 0 || all.length === 0).toBe(true);
          seen.push(...page.items);
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(all);
      }),
      { numRuns: 10 },
    );
  });

  it('reads only a few rows beyond what it answers with', async () => {
    const all = rowsOf(...Array.from({ length: 101 }, () => 'x'.repeat(200_000)));
    let rows = 0;
    const counted = async (part: PageRequest) => {
      const some = await read(all)(part);
      rows += some.length;
      return some;
    };
    expect((await readPage({ limit: 100 }, counted, keyOf, same)).items).toHaveLength(2);
    expect(rows).toBeLessThanOrEqual(16);
  });
});
