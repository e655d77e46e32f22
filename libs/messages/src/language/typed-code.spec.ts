import { typedCode, typedText } from './typed-code.js';

describe('codes that people type or paste', () => {
  it.each([
    ['another case', 'K7Qxd4mprT'],
    ['spaces', ' k7qxd 4mprt\u00a0\u3000\n'],
    ['a zero-width space inside', 'k7q\u200bxd4mprt'],
    ['a byte order mark before it', '\ufeffk7qxd4mprt'],
    ['a word joiner and a soft hyphen', 'k7qxd\u2060\u00ad4mprt'],
    ['isolates around it, as messengers add', '\u2068k7qxd4mprt\u2069'],
    ['direction marks', '\u200ek7qxd4mprt\u200f\u061c'],
    ['full-width forms', 'Ｋ７ＱＸＤ－４ＭＰＲＴ'],
    ...[
      '-',
      '\u2010',
      '\u2011',
      '\u2012',
      '\u2013',
      '\u2014',
      '\u2015',
      '\u2212',
      '\u2043',
      '\ufe58',
      '\ufe63',
      '\uff0d',
      '\u207b',
    ].map((dash): [string, string] => [`the dash U+${dash.charCodeAt(0).toString(16)}`, `k7qxd${dash}4mprt`]),
    ['Arabic-Indic digits', 'k٧qxd٤mprt'],
    ['Persian digits', 'k۷qxd۴mprt'],
    ['Devanagari digits', 'k७qxd४mprt'],
    ['mathematical digits', 'k𝟕qxd𝟺mprt'],
    ['variation selectors', 'k7\ufe0fqxd4mprt'],
  ])('are equal with %s', (_, typed) => {
    expect(typedCode(typed)).toBe('k7qxd4mprt');
  });

  it('have every decimal digit of Unicode as its ASCII digit', () => {
    const digits = Array.from({ length: 0x20000 }, (_, point) => String.fromCodePoint(point)).filter((one) =>
      /\p{Nd}/u.test(one),
    );
    expect(digits.length).toBeGreaterThan(600);
    for (const [index, digit] of digits.entries())
      expect([digit, typedCode(digit)]).toEqual([digit, String(index % 10)]);
  });

  it('keep every letter and digit of ASCII', () => {
    const all = '0123456789abcdefghijklmnopqrstuvwxyz';
    expect(typedCode(all)).toBe(all);
  });

  it('have one form', () => {
    for (let point = 0; point < 0x30000; point += 1) {
      const code = `a${String.fromCodePoint(point)}\u0301`;
      const form = typedCode(code);
      if (typedCode(form) !== form || typedCode(typedText(code)) !== form) throw new Error(`U+${point.toString(16)}`);
    }
  });
});
