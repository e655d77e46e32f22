import fc from 'fast-check';
import { divide, type Claimant, type Division } from './divide.js';
import { contractPayout, poolAmounts, settlement } from './pool-amounts.js';

/** The rules of `divide`, one after the other: repeated until nothing changes, with fractions written out. */
function slowDivide(claimants: readonly Claimant[], { distributable, cap, min }: Division): Map<string, bigint> {
  let included = [...claimants];
  for (;;) {
    const capped = new Set<Claimant>();
    for (;;) {
      const others = included.filter((claimant) => !capped.has(claimant));
      const points = others.reduce((sum, claimant) => sum + claimant.points, 0n);
      const amount = distributable - cap * BigInt(capped.size);
      const reaching = others.filter((claimant) => claimant.points * amount >= cap * points);
      if (reaching.length > 0) {
        for (const claimant of reaching) capped.add(claimant);
        continue;
      }
      const shares = new Map(included.map((claimant) => [claimant, cap]));
      for (const claimant of others) shares.set(claimant, (claimant.points * amount) / points);
      const fewest = included.reduce((least, { points: own }) => (own < least ? own : least), 2n ** 128n);
      if (included.some((claimant) => claimant.points === fewest && (shares.get(claimant) as bigint) < min)) {
        included = included.filter((claimant) => claimant.points > fewest);
        break;
      }
      let rest = amount - others.reduce((sum, claimant) => sum + (shares.get(claimant) as bigint), 0n);
      const waiting = new Set(others);
      while (rest > 0n && waiting.size > 0) {
        const next = [...waiting].reduce((best, claimant) =>
          isBefore(claimant, best, amount, points) ? claimant : best,
        );
        shares.set(next, (shares.get(next) as bigint) + 1n);
        waiting.delete(next);
        rest -= 1n;
      }
      return new Map([...shares].map(([claimant, share]) => [claimant.address, share]));
    }
    if (included.length === 0) return new Map();
  }
}

function isBefore(a: Claimant, b: Claimant, amount: bigint, points: bigint): boolean {
  const [left, right] = [(a.points * amount) % points, (b.points * amount) % points];
  if (left !== right) return left > right;
  return a.points === b.points ? a.address < b.address : a.points > b.points;
}

const amounts = fc.oneof(fc.bigInt(0n, 50n), fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 2n ** 128n - 1n));
const claimants = (maxLength: number) =>
  fc.uniqueArray(
    fc.record({
      // Few different points: runs of equal ones are frequent.
      points: fc.oneof(fc.bigInt(1n, 5n), fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 2n ** 63n)),
      address: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'c', 'd', '1', '2') }),
    }),
    { selector: ({ address }) => address, maxLength },
  );
const division = (others: fc.Arbitrary<Claimant[]>) =>
  fc.record({
    claimants: others,
    gross: amounts,
    feeBps: fc.integer({ min: 0, max: 1_000 }),
    maxShareBps: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 10_000 })),
    min: fc.oneof(fc.constant(1n), fc.bigInt(1n, 1_000n)),
  });

const sum = (values: Iterable<bigint>): bigint => [...values].reduce((total, value) => total + value, 0n);
const entriesOf = (map: Map<string, bigint>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe('divide', () => {
  it('gives what the rules give when they are applied one by one', () => {
    fc.assert(
      fc.property(division(claimants(12)), ({ claimants: all, min, ...terms }) => {
        const { distributable, cap } = poolAmounts(terms);
        expect(entriesOf(divide(all, { distributable, cap, min }))).toEqual(
          entriesOf(slowDivide(all, { distributable, cap, min })),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('sums to the distributable amount, unless everyone gets the cap; the contract pays each weight exactly', () => {
    fc.assert(
      fc.property(division(claimants(60)), ({ claimants: all, min, ...terms }) => {
        const pool = poolAmounts(terms);
        const divided = divide(all, { ...pool, min });
        const paid = [...divided.values()];
        const total = sum(paid);
        for (const amount of paid) {
          expect(amount).toBeGreaterThanOrEqual(min);
          expect(amount).toBeLessThanOrEqual(pool.cap);
          expect(contractPayout(amount, total, pool)).toBe(amount);
        }
        if (paid.some((amount) => amount < pool.cap)) expect(total).toBe(pool.distributable);
        const { fee, leftover } = settlement(pool, total);
        expect(fee + leftover + total).toBe(pool.gross);
        expect(leftover).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not depend on the order of the claimants', () => {
    fc.assert(
      fc.property(division(claimants(30)), fc.infiniteStream(fc.nat()), ({ claimants: all, min, ...terms }, keys) => {
        const { distributable, cap } = poolAmounts(terms);
        const shuffled = all
          .map((claimant) => ({ claimant, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ claimant }) => claimant);
        expect(entriesOf(divide(shuffled, { distributable, cap, min }))).toEqual(
          entriesOf(divide(all, { distributable, cap, min })),
        );
      }),
    );
  });

  it('never gives less for more points', () => {
    fc.assert(
      fc.property(division(claimants(30)), ({ claimants: all, min, ...terms }) => {
        const { distributable, cap } = poolAmounts(terms);
        const divided = divide(all, { distributable, cap, min });
        const sorted = [...all].sort((a, b) => (a.points < b.points ? -1 : 1));
        sorted.forEach((claimant, index) => {
          const next = sorted[index + 1];
          if (next === undefined || next.points === claimant.points) return;
          expect(divided.get(next.address) ?? 0n).toBeGreaterThanOrEqual(divided.get(claimant.address) ?? 0n);
        });
      }),
    );
  });

  const named = (points: Record<string, bigint>): Claimant[] =>
    Object.entries(points).map(([address, own]) => ({ address, points: own }));
  const given = (points: Record<string, bigint>, of: Partial<Division>) =>
    Object.fromEntries(divide(named(points), { distributable: 100n, cap: 100n, min: 1n, ...of }));

  it.each<[string, Record<string, bigint>, Partial<Division>, Record<string, bigint>]>([
    ['nobody', {}, {}, {}],
    ['one earner', { a: 3n }, {}, { a: 100n }],
    ['equal remainders: the address that sorts first', { c: 1n, a: 1n, b: 1n }, {}, { a: 34n, b: 33n, c: 33n }],
    ['equal remainders: more points first', { a: 1n, z: 3n }, { distributable: 6n }, { z: 5n, a: 1n }],
    ['the largest remainder', { a: 5n, b: 3n, c: 3n }, { distributable: 10n }, { a: 4n, b: 3n, c: 3n }],
    ['a cap, whose rest the others get', { a: 80n, b: 10n, c: 10n }, { cap: 40n }, { a: 40n, b: 30n, c: 30n }],
    ['a second cap that the first one causes', { a: 80n, b: 15n, c: 5n }, { cap: 40n }, { a: 40n, b: 40n, c: 20n }],
    ['caps for all: a rest stays', { a: 1n, b: 7n }, { cap: 30n }, { a: 30n, b: 30n }],
    ['a share that is exactly the cap', { a: 1n, b: 1n }, { cap: 50n }, { a: 50n, b: 50n }],
    ['a minimum', { a: 90n, b: 9n, c: 1n }, { min: 5n }, { a: 91n, b: 9n }],
    [
      'a minimum that one of equal points would reach alone',
      { a: 90n, b: 5n, c: 5n },
      { distributable: 1000n, cap: 1000n, min: 51n },
      { a: 1000n },
    ],
    [
      'a minimum that is reached because others are left out',
      { a: 50n, b: 45n, c: 5n },
      { min: 46n },
      { a: 53n, b: 47n },
    ],
    ['a minimum above the cap', { a: 1n, b: 1n }, { min: 31n, cap: 30n }, {}],
    ['a pool of nothing', { a: 1n }, { distributable: 0n, cap: 0n }, {}],
    ['fewer units than earners', { a: 1n, b: 1n, c: 2n }, { distributable: 2n, cap: 2n }, { c: 2n }],
  ])('%s', (_, points, of, expected) => {
    expect(given(points, of)).toEqual(expected);
  });
});

describe('settlement', () => {
  it('takes the part of the fee that was earned', () => {
    const pool = poolAmounts({ gross: 1_000_001n, feeBps: 333, maxShareBps: 2_500 });
    expect(pool).toEqual({ gross: 1_000_001n, maxFee: 33_300n, distributable: 966_701n, cap: 241_675n });
    expect(settlement(pool, pool.distributable)).toEqual({ fee: 33_300n, leftover: 0n });
    expect(settlement(pool, 3n * pool.cap)).toEqual({ fee: 24_974n, leftover: 250_002n });
    expect(settlement(pool, 0n)).toEqual({ fee: 0n, leftover: 1_000_001n });
    expect(settlement(poolAmounts({ gross: 0n, feeBps: 1, maxShareBps: 1 }), 0n)).toEqual({ fee: 0n, leftover: 0n });
  });
});
