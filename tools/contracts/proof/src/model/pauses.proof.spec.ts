import fc from 'fast-check';
import { pausedBetween, Pauses } from './pauses.js';
import { Refusal } from './refusal.js';

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

const codeOf = (act: () => void): string => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe('the time that pauses take', () => {
  const intervals = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 6 });

  it('counts every instant once, however pauses overlap', () => {
    fc.assert(
      fc.property(intervals, intervals, fc.nat(40), fc.nat(40), (ours, theirs, from, length) => {
        const groups = [ours, theirs].map((pairs) => {
          const pauses = new Pauses();
          for (const [start, duration] of pairs) {
            pauses.all.push({ start: BigInt(start), end: BigInt(start + duration), kind: 'owner' });
          }
          return pauses;
        });
        const isPaused = (instant: bigint): boolean =>
          groups.some(({ all }) => all.some(({ start, end }) => start <= instant && instant < end));
        const expected = Array.from({ length }, (_, index) => BigInt(from + index)).filter(isPaused).length;
        expect(pausedBetween(groups, BigInt(from), BigInt(from + length))).toBe(BigInt(expected));
      }),
    );
  });
});

describe('the limits of a pauser', () => {
  it('permit one pause in 24 hours, and seven times the longest pause in total', () => {
    const pauses = new Pauses();
    const outcomes = Array.from({ length: 9 }, (_, day) =>
      codeOf(() => pauses.pause('pauser', BigInt(day) * DAY, BigInt(day) * DAY + 10n * SECOND, 10)),
    );
    expect(outcomes.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 'accepted'));
    expect(outcomes.slice(7)).toEqual(['pause_budget_exhausted', 'pause_budget_exhausted']);
    expect(codeOf(() => new Pauses().pause('guardian', 5n, 5n, 10))).toBe('invalid_pause');
  });

  it('restore the unused time of a pause lifted early, and refuse the next pause until 24 hours have passed', () => {
    const pauses = new Pauses();
    pauses.pause('pauser', 1n, 1n + 10n * SECOND, 10);
    expect(pauses.budgetLeft(10)).toBe(60n * SECOND);
    pauses.lift(1n + 4n * SECOND);
    expect(pauses.budgetLeft(10)).toBe(66n * SECOND);
    expect(codeOf(() => pauses.pause('pauser', DAY, DAY + 1n, 10))).toBe('pause_rate_limited');
    expect(codeOf(() => pauses.pause('pauser', DAY + 1n, DAY + 2n, 10))).toBe('accepted');
  });
});
