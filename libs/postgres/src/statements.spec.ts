import sql from 'sql-template-tag';
import { assignments, insertInto, json } from './statements.js';

describe('statements of rows', () => {
  it('names each column once and keeps values out of the text', () => {
    const at = new Date(0);
    const made = insertInto('submission', { id: 'i', questId: "'; --", at, tags: ['a'], left: undefined, none: null });
    expect(made.text.replace(/\s+/g, ' ')).toBe(
      'INSERT INTO submission (at,id,none,quest_id,tags) VALUES ($1,$2,$3,$4,$5)',
    );
    expect(made.values).toEqual([at, 'i', null, "'; --", ['a']]);
  });

  it('writes plain objects and values marked as JSON as jsonb, and bytes and SQL unchanged', () => {
    const bytes = Buffer.from([1]);
    const made = assignments({ config: { a: 1 }, links: json([]), none: json(null), raw: bytes, at: sql`now()` });
    expect(made.text).toBe('at = now(),config = $1::jsonb,links = $2::jsonb,none = $3::jsonb,raw = $4');
    expect(made.values).toEqual(['{"a":1}', '[]', 'null', bytes]);
  });

  it('makes one text of one set of members, whatever their order', () => {
    expect(insertInto('t', { b: 1, a: 2 }).text).toBe(insertInto('t', { a: 1, b: 2 }).text);
  });

  it('takes no name that is more than a name', () => {
    expect(() => insertInto('t', { 'a) --': 1 })).toThrow('names no column');
    expect(() => assignments({ 'a = 1, b': 1 })).toThrow('names no column');
  });
});
