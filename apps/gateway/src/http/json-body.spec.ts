import { ERROR_TABLE } from '@questp/messages/language';
import fc from 'fast-check';
import { parseJsonBody } from './json-body.js';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

describe('strict JSON', () => {
  it('reads every document that JSON.stringify writes of plain data', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((name) => !(name in {}) && !name.includes('\0'));
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('tree'), { maxLength: 4 }),
      object: fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    }));
    fc.assert(fc.property(tree, (value) => expect(parse(JSON.stringify(value))).toEqual(value)));
  });

  it('refuses a member named twice at any depth', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), (depth) => {
        const text = `${'{"a":['.repeat(depth)}{"b":1,"b":2}${']}'.repeat(depth)}`;
        expect(() => parse(text)).toThrow(ERROR_TABLE.DUPLICATE_JSON_KEY.title);
      }),
    );
  });

  it('takes the same name in two objects', () => {
    expect(parse('{"a":{"x":1},"b":{"x":2},"x":3}')).toEqual({ a: { x: 1 }, b: { x: 2 }, x: 3 });
  });
});
