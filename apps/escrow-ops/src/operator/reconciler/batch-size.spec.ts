import { batchAfter, isGasRefusal } from './batch-size.js';

describe('the size of a batch', () => {
  it.each([
    ['doubles at most', 50, 1_841_305n, 100],
    ['fills 20 million gas', 100, 16_000_000n, 125],
    ['shrinks below what used more', 100, 40_000_000n, 50],
    ['has at least one entry', 1, 60_000_000n, 1],
    ['has at most 2,000 entries', 2_000, 1n, 2_000],
  ])('%s', (_, batch, gasUsed, next) => {
    expect(batchAfter(batch, gasUsed)).toBe(next);
  });

  it.each([
    ['out of gas in location: ReadFlat; gasWanted: 60000000, gasUsed: 60000001: out of gas', true],
    ['it needs 71000000 gas', true],
    ['account sequence mismatch, expected 4, got 3: incorrect account sequence with gas used: 47331', false],
  ])('is smaller after "%s": %s', (reason, isSmaller) => {
    expect(isGasRefusal(reason)).toBe(isSmaller);
  });
});
