import fc from 'fast-check';
import { TestModule } from './testing/module.fixture.js';

const MAX = 2n ** 128n - 1n;
const LIMB = 2n ** 32n;
let values: TestModule;
let oracle: TestModule;

beforeAll(async () => {
  [values, oracle] = await Promise.all([TestModule.load('values'), TestModule.load('oracle')]);
});

// Numbers of every length, and those whose limbs are all zeros or ones: where carries and estimates go wrong.
const anyLimb = fc.oneof(fc.bigInt(0n, LIMB - 1n), fc.constantFrom(0n, 1n, LIMB / 2n, LIMB - 2n, LIMB - 1n));
const anyU128 = fc
  .array(anyLimb, { minLength: 1, maxLength: 4 })
  .map((limbs) => limbs.reduce((number, limb) => number * LIMB + limb, 0n));
const positiveU128 = anyU128.filter((number) => number > 0n);

const binary = (name: string, a: bigint, b: bigint) => values.text(name, a.toString(), b.toString());
const mulDiv = (a: bigint, b: bigint, c: bigint) => values.text('mulDiv', a.toString(), b.toString(), c.toString());

describe('U128', () => {
  it('adds and subtracts exactly, or panics where the result does not fit', () => {
    fc.assert(
      fc.property(anyU128, anyU128, (a, b) => {
        expect(values.number('addOverflows', a.toString(), b.toString())).toBe(a + b > MAX ? 1 : 0);
        if (a + b <= MAX) expect(binary('plus', a, b)).toBe((a + b).toString());
        else expect(() => binary('plus', a, b)).toThrow('overflow');
        if (a >= b) expect(binary('minus', a, b)).toBe((a - b).toString());
        else expect(() => binary('minus', a, b)).toThrow('overflow');
      }),
      { numRuns: 1000 },
    );
  });

  it('multiplies and divides exactly over 256 bits, rounding down', () => {
    fc.assert(
      fc.property(anyU128, anyU128, positiveU128, (a, b, c) => {
        const expected = (a * b) / c;
        if (expected <= MAX) expect(mulDiv(a, b, c)).toBe(expected.toString());
        else expect(() => mulDiv(a, b, c)).toThrow('overflow');
      }),
      { numRuns: 20_000 },
    );
  });

  // Not its division, which runs out of memory (321250399029582727471130829410559130612 /
  // 308833525560670536270046233236248403443), nor its muldiv, which gives 1 * 4294967295 / 2^63 as 4294967295.
  it('adds and multiplies as as-bignum does', () => {
    const reference = (name: string, a: bigint, b: bigint) => {
      oracle.call(name, ...[a, b].flatMap((number) => [BigInt.asUintN(64, number), number >> 64n]));
      return ((oracle.bigint('high') << 64n) | oracle.bigint('low')).toString();
    };
    fc.assert(
      fc.property(anyU128, positiveU128, (a, b) => {
        if (a + b <= MAX) expect(binary('plus', a, b)).toBe(reference('plus', a, b));
        if (a * b <= MAX) expect(mulDiv(a, b, 1n)).toBe(reference('times', a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it('corrects a quotient digit that was estimated one too high', () => {
    // Knuth 4.3.1, step D6: needed for about 2 in 2^32 random digits.
    const a = 0x7fff_ffff_8000_0000_0000_0000_0000_0000n;
    const c = 0x8000_0000_0000_0000_0000_0001n;
    expect(mulDiv(a, 1n, c)).toBe((a / c).toString());
  });

  it('refuses to divide by zero', () => {
    expect(() => mulDiv(1n, 1n, 0n)).toThrow('division by zero');
  });

  it('takes basis points, rounding down', () => {
    fc.assert(
      fc.property(anyU128, fc.nat(10_000), (a, bps) => {
        expect(values.text('mulDivBps', a.toString(), bps)).toBe(((a * BigInt(bps)) / 10_000n).toString());
      }),
    );
  });

  it('compares as numbers do', () => {
    fc.assert(
      fc.property(anyU128, fc.oneof(anyU128, fc.constant(undefined)), (a, other) => {
        const b = other ?? a;
        const bits = [a === b, a !== b, a < b, a > b, a <= b, a >= b, a === 0n];
        const expected = bits.reduce((set, bit, index) => set | (Number(bit) << index), 0);
        expect(values.number('relations', a.toString(), b.toString())).toBe(expected);
        expect(binary('smaller', a, b)).toBe((a < b ? a : b).toString());
      }),
    );
  });

  it('reads and writes every value in decimal', () => {
    fc.assert(fc.property(anyU128, (a) => expect(values.text('parsed', a.toString())).toBe(a.toString())));
    expect(values.text('parsed', MAX.toString())).toBe(MAX.toString());
  });

  it.each(['', '-1', '+1', '01', '00', '1.0', '1e3', ' 1', '1 ', '0x1', '１', (MAX + 1n).toString(), '9'.repeat(39)])(
    'refuses to read "%s"',
    (text) => expect(values.text('parsed', text)).toBeUndefined(),
  );

  it('a larger number is read as the largest if that is requested, a text never', () => {
    const parsed = (text: string) => values.text('parsedSaturating', text);
    fc.assert(fc.property(anyU128, (a) => expect(parsed(a.toString())).toBe(a.toString())));
    for (const large of [MAX, MAX + 1n, 10n ** 39n, 2n ** 256n - 1n]) {
      expect(parsed(large.toString())).toBe(MAX.toString());
    }
    for (const text of ['', '-1', '01', `0${MAX + 1n}`, `${MAX + 1n}x`, `${'9'.repeat(50)} `]) {
      expect(parsed(text)).toBeUndefined();
    }
  });

  it('sums end at the largest number if that is requested', () => {
    fc.assert(
      fc.property(anyU128, anyU128, (a, b) => {
        expect(binary('addSaturating', a, b)).toBe((a + b < MAX ? a + b : MAX).toString());
      }),
    );
  });
});

describe('checked 64-bit arithmetic', () => {
  const max = 2n ** 64n - 1n;
  const anyU64 = fc.oneof(fc.bigInt(0n, max), fc.constantFrom(0n, 1n, 2n ** 32n, 2n ** 63n, max));
  const exact = (name: string, a: bigint, b: bigint, expected: bigint, limit: bigint) => {
    if (expected >= 0n && expected <= limit) expect(values.bigint(name, a, b)).toBe(expected);
    else expect(() => values.bigint(name, a, b)).toThrow('overflow');
  };

  it('checked 64-bit arithmetic is exact, or panics if the result does not fit', () => {
    fc.assert(
      fc.property(anyU64, anyU64, (a, b) => {
        exact('addU64', a, b, a + b, max);
        exact('subU64', a, b, a - b, max);
        exact('mulU64', a, b, a * b, max);
      }),
    );
  });

  it('checked arithmetic also covers 32-bit sums', () => {
    expect(values.number('addU32', 2 ** 31 - 1, 1) >>> 0).toBe(2 ** 31);
    expect(() => values.number('addU32', 2 ** 32 - 1, 1)).toThrow('overflow');
  });
});
