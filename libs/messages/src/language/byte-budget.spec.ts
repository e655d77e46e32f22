import { CONTRACTS } from '../contracts.js';
import { EVENT_BYTES, PAGE_BYTES, REPLY_BYTES, fitsBytes, fitting, jsonBytes } from './byte-budget.js';
import { Line, ListOf, ListOfText, Slug, Text, Time, fieldsOf, type MessageClass } from './fields/index.js';
import { EVENT_TABLE } from '../tables/event-table.js';
import { largest, unbounded } from '../testing/largest.fixture.js';

const REPLIES = CONTRACTS.flatMap(({ subject, reply }) => (reply === null ? [] : [[subject, reply] as const]));
const PAGES = CONTRACTS.flatMap(({ subject, reply, errors }) =>
  reply !== null && errors.includes('INVALID_CURSOR') ? [[subject, reply] as const] : [],
);

const itemOf = (page: MessageClass): MessageClass => {
  const schema = fieldsOf(page).get('items')?.schema;
  if (schema === undefined || 'json' in schema) throw new Error(`${page.name} has no items`);
  return schema.class();
};

describe('a reply too large is impossible by construction', () => {
  it.each(REPLIES)('everything in a reply of %s has a bound', (_, reply) => {
    expect(unbounded(reply)).toEqual([]);
  });

  it.each(REPLIES)('the largest reply of %s stays below what the broker takes', (_, reply) => {
    expect(largest(reply)).toBeLessThan(REPLY_BYTES);
  });

  it.each(PAGES)('the largest item of %s is smaller than a page', (_, page) => {
    expect(largest(itemOf(page))).toBeLessThan(PAGE_BYTES);
  });

  it('every paged list ends by bytes', () => {
    expect(PAGES.length).toBeGreaterThan(15);
    for (const [, page] of PAGES) expect(fieldsOf(page).get('items')?.schema).toMatchObject({ maxBytes: PAGE_BYTES });
  });
});

describe('an event is small', () => {
  it.each(Object.entries(EVENT_TABLE).map(([type, { data }]) => [type, data] as const))('%s', (_, data) => {
    expect(unbounded(data)).toEqual([]);
    // With the envelope: ids, type, version, time.
    expect(largest(data)).toBeLessThan(EVENT_BYTES - 500);
  });
});

describe('the largest value of a class', () => {
  class Inner {
    @Line({ max: 3 })
    line!: string;
  }
  class Outer {
    @Text({ max: 2, nullable: true })
    text!: string | null;

    @Slug()
    slug!: string;

    @Time()
    at!: string;

    @ListOfText({ max: 2, maxLength: 3 })
    texts!: string[];

    @ListOf(() => Inner, { max: 2 })
    inner!: Inner[];
  }
  const worst = {
    text: '\u0001'.repeat(2),
    slug: 'x'.repeat(40),
    at: `2026-05-01T12:00:00.123456789+02:00`,
    texts: ['\u0001\u0001\u0001', '\u0002\u0002\u0002'],
    inner: [{ line: '😀😀😀' }, { line: '😀😀😀' }],
  };

  it('is what it can fill', () => {
    const bytes = jsonBytes(worst);
    expect(largest(Outer)).toBeGreaterThanOrEqual(bytes);
    expect(largest(Outer)).toBeLessThanOrEqual(bytes + 20);
  });

  it('is not known without bounds', () => {
    class Loose {
      @Text()
      text!: string;
    }
    class Around {
      @ListOf(() => Loose, { max: 1 })
      loose!: Loose[];

      @ListOf(() => Inner)
      inner!: Inner[];
    }
    expect(unbounded(Around)).toEqual(['Around.loose.text', 'Around.inner']);
  });
});

describe('what fits', () => {
  it('is exact to the byte, and false for a value too deep for JSON', () => {
    expect([fitsBytes({ a: 'é' }, 10), fitsBytes({ a: 'é' }, 9)]).toEqual([true, false]);
    expect(fitsBytes(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 1e6)).toBe(false);
  });

  it('is counted in bytes of JSON', () => {
    expect(fitting(['é', '\n', 'x'], 10)).toEqual(['é', '\n']);
    expect(fitting(['é', '\n', 'x'], 9)).toEqual(['é']);
    expect(fitting(['é'], 4)).toEqual([]);
    expect(fitting([], 0)).toEqual([]);
  });
});
