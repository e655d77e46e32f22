import { unstorableText } from './unstorable-text.js';

describe('unstorable text', () => {
  it.each([['plain'], ['emoji 🌙'], [{ a: ['b', { c: 'd\n' }], n: 1, no: null }]])('accepts %j', (value) => {
    expect(unstorableText(value)).toBeNull();
  });

  it('points at NUL and half surrogate pairs, in names, too', () => {
    expect(unstorableText({ list: ['ok', 'a\0b'] })?.pointer).toBe('/list/1');
    expect(unstorableText({ 'a/b': 'x\ud83c' })?.pointer).toBe('/a~1b');
    expect(unstorableText({ in: { '\0': 1 } })?.pointer).toBe('/in');
  });
});
