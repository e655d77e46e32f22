import fc from 'fast-check';
import { codeWeakness, codesEqual, secretCode } from './code.js';

describe('secret codes (A-08)', () => {
  it.each([
    ['another case', 'Kelvin-7', 'kELVIN-7'],
    ['white space around it', 'alpha', ' \t\r\nalpha\u0085\u2028'],
    ['a no-break and an ideographic space around it', 'alpha', '\u00a0alpha\u3000'],
    ['full-width letters and digits', 'code42', 'ＣＯＤＥ４２'],
    ['the Kelvin sign', 'k', '\u212a'],
    ['a composed letter', 'caf\u00e9', 'CAFE\u0301'],
    ['a sharp s', 'strasse', 'STRA\u1e9eE'],
    ['a final sigma', 'ΟΔΟΣ', 'οδος'],
    ['a ligature', 'office', 'o\ufb03ce'],
    ['a superscript', 'x2', 'x\u00b2'],
    ['a sign made of capitals', 'sm', '\u2120'],
    ['a letter whose capital takes two', '\u0390', '\u03aa\u0301'],
    ['a dotless i', 'id', '\u0131d'],
    ['a dotted capital i', 'id', '\u0130d'],
    ['a zero-width space inside', 'alpha', 'al\u200bpha'],
    ['a zero-width space around it', 'alpha', '\u200balpha'],
    ['a byte order mark around it', 'alpha', '\ufeffalpha'],
    ['a soft hyphen', 'alpha', 'al\u00adpha'],
    ['isolates around it', 'alpha', '\u2068alpha\u2069'],
    ['inner white space', 'alpha', 'al pha'],
    ['doubled inner white space', 'al pha', 'al  pha'],
    ['another kind of hyphen', 'moon-rise', 'moon\u2011rise'],
    ['no hyphen', 'moon-rise', 'moonrise'],
    ['digits of another script', 'code42', 'code\u0664\u0662'],
  ])('accepts %s', (_, code, entered) => {
    expect(codesEqual(code, entered)).toBe(true);
  });

  it.each([
    ['a combining mark more', 'cafe', 'cafe\u0301'],
    ['a look-alike of another script', 'pay', 'p\u0430y'],
    ['a prefix', 'alpha', 'alph'],
    ['nothing', 'alpha', ''],
  ])('refuses %s', (_, code, entered) => {
    expect(codesEqual(code, entered)).toBe(false);
  });

  it('are equal in any case, with white space around them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (code) => {
        expect(codesEqual(code, `\u2003${code}\n`)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]*$/), (code) => {
        expect(codesEqual(code.toUpperCase(), code.toLowerCase())).toBe(true);
      }),
    );
  });

  it('treats ASCII codes as equal only if they differ in case alone', () => {
    const word = fc.stringMatching(/^[a-z0-9]*$/);
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(codesEqual(left, right)).toBe(left === right);
      }),
    );
  });

  it('passes the right code and refuses a wrong one by name', () => {
    expect(secretCode({ code: 'Moon' }, { code: ' moon ' })).toEqual({ kind: 'pass' });
    expect(secretCode({ code: 'Moon' }, { code: 'sun' })).toMatchObject({ kind: 'fail', code: 'SECRET_CODE_WRONG' });
  });
});

describe('the strength of a code at creation', () => {
  it.each([
    '1234',
    '0000000',
    '12345678',
    '87654321',
    'abcdef',
    '11111111',
    'aaaaaa',
    'ababab',
    ' moon ',
    'ab-cd',
    '1-2-3-4',
    '４８２９',
  ])('refuses %j', (code) => {
    expect(codeWeakness(code)).not.toBeNull();
  });

  it.each(['Moonrise', 'sunset', '48291736', 'A-7K-9Q2', 'CODE-MARKER', 'übermorgen', '月が綺麗ですね'])(
    'accepts %j',
    (code) => {
      expect(codeWeakness(code)).toBeNull();
    },
  );
});
