import { nanoseconds } from './block-time.js';

describe('times of CometBFT', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:01.5Z', 1_500_000_000n],
    ['2026-11-21T18:16:59.755740355Z', 1_795_285_019_755_740_355n],
    ['2026-11-21T18:16:59.000000001Z', 1_795_285_019_000_000_001n],
  ])('%s are read to the nanosecond', (text, expected) => {
    expect(nanoseconds(text)).toBe(expected);
  });

  it('are refused in any other form', () => {
    expect(() => nanoseconds('2026-11-21 18:16:59')).toThrow(RangeError);
  });
});
