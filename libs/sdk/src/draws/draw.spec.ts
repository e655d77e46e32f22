import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import {
  commitmentOf,
  drawWinners,
  isIncluded,
  leafOf,
  levelsOf,
  pathOf,
  prizesInOrder,
  rootOf,
  type ListedEntry,
} from './draw.js';
import { verifyDraw, type PublishedDraw, type PublishedEntry } from './verify-draw.js';

const entriesOf = (count: number): ListedEntry[] =>
  Array.from({ length: count }, (_, index) => ({ sequence: index + 1, entryId: `e${index}`, userId: `u${index % 7}` }));
const counts = fc.integer({ min: 1, max: 70 });
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

function drawn(count: number, seed = randomBytes(32)): { draw: PublishedDraw; entries: PublishedEntry[] } {
  const prizes = [
    { id: 'gold', quantity: 1 },
    { id: 'silver', quantity: 3 },
  ];
  const listed = entriesOf(count);
  const root = rootOf(listed.map(leafOf));
  const order = prizesInOrder(prizes);
  const winners = drawWinners(seed, root, count, order.length);
  const entries = listed.map((entry, index) => ({ ...entry, prizeId: order[winners.indexOf(index)] ?? null }));
  const draw = {
    ...{ commitment: commitmentOf(seed).toString('hex'), seed: seed.toString('hex') },
    ...{ root: root.toString('hex'), entryCount: count, prizes },
  };
  return { draw, entries };
}

describe('a draw', () => {
  it('has the hashes of the guide', () => {
    const leaf = leafOf({ entryId: 'e', userId: 'u', sequence: 1 });
    expect(leaf.toString('hex')).toBe(createHash('sha256').update('\0e\nu\n1').digest('hex'));
    expect(rootOf([])).toEqual(createHash('sha256').digest());
    expect(rootOf([leaf])).toEqual(leaf);
  });

  it('draws the winners of the example of the guide', () => {
    expect(drawWinners(Buffer.alloc(32, 1), Buffer.alloc(32, 2), 10, 4)).toEqual([4, 1, 0, 7]);
  });

  it('has different winners, as many as there are prizes or entries', () => {
    fc.assert(
      fc.property(seeds, counts, fc.integer({ min: 0, max: 90 }), (seed, entries, prizes) => {
        const winners = drawWinners(seed, Buffer.alloc(32), entries, prizes);
        expect(winners).toHaveLength(Math.min(entries, prizes));
        expect(new Set(winners).size).toBe(winners.length);
        expect(winners.every((index) => index >= 0 && index < entries)).toBe(true);
      }),
    );
  });

  it('gives every entry the same chance', () => {
    const wins = new Map<number, number>();
    for (let round = 0; round < 6_000; round += 1) {
      const seed = createHash('sha256').update(`${round}`).digest();
      for (const index of drawWinners(seed, Buffer.alloc(32), 6, 2)) wins.set(index, (wins.get(index) ?? 0) + 1);
    }
    for (const count of wins.values()) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  });

  it('proves each entry of a list of any length', () => {
    fc.assert(
      fc.property(counts, (count) => {
        const entries = entriesOf(count);
        const levels = levelsOf(entries.map(leafOf));
        const root = levels.at(-1)?.[0]?.toString('hex') ?? '';
        for (const [index, entry] of entries.entries()) {
          const path = pathOf(count, index).map((place) => ({
            side: place.side,
            hash: levels[place.level]?.[place.index]?.toString('hex') ?? '',
          }));
          expect(isIncluded(entry, path, root)).toBe(true);
          expect(isIncluded({ ...entry, userId: 'other' }, path, root)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is verified whatever the order of the entries in the files', () => {
    const { draw, entries } = drawn(40);
    const orders = fc.shuffledSubarray(entries, { minLength: 40 });
    fc.assert(
      fc.property(orders, (shuffled) => expect(verifyDraw(draw, shuffled)).toEqual([])),
      { numRuns: 30 },
    );
  });

  it('is refused when an entry is changed, added, left out or given another prize', () => {
    const { draw, entries } = drawn(12);
    const [first, ...rest] = entries as [PublishedEntry, ...PublishedEntry[]];
    const changes: PublishedEntry[][] = [
      [{ ...first, userId: 'other' }, ...rest],
      [{ ...first, entryId: 'other' }, ...rest],
      [...entries, { ...first, sequence: 13 }],
      rest,
      [{ ...first, prizeId: first.prizeId === null ? 'gold' : null }, ...rest],
      [],
    ];
    for (const changed of changes) expect(verifyDraw(draw, changed)).not.toEqual([]);
  });

  it('is refused with another seed, root, number of entries or prizes, and before it took place', () => {
    const { draw, entries } = drawn(12);
    const changes: Partial<PublishedDraw>[] = [
      { seed: '00'.repeat(32) },
      { root: '00'.repeat(32) },
      { entryCount: 11 },
      { prizes: [{ id: 'gold', quantity: 4 }] },
      { seed: null },
    ];
    for (const change of changes) expect(verifyDraw({ ...draw, ...change }, entries)).not.toEqual([]);
  });
});
