import fc from 'fast-check';
import { currentStreak } from './streak.js';

const dayKey = (index: number) => new Date(index * 86_400_000).toISOString().slice(0, 10);

describe('daily streak', () => {
  it.each([
    ['no check-in yet', [], '2026-03-01', 0],
    ['checked in today', ['2026-03-01'], '2026-03-01', 1],
    ['checked in yesterday, today open', ['2026-02-28'], '2026-03-01', 1],
    ['a run over a leap day', ['2028-02-28', '2028-02-29', '2028-03-01'], '2028-03-01', 3],
    ['a run over the new year', ['2026-12-31', '2027-01-01'], '2027-01-02', 2],
    ['a missed day ends the current run', ['2026-02-26', '2026-02-27'], '2026-03-01', 0],
    ['an old run does not count', ['2026-01-01', '2026-01-02', '2026-03-01'], '2026-03-01', 1],
    ['the clock stepped back (A-16)', ['2026-03-01', '2026-03-02'], '2026-03-01', 2],
  ])('%s', (_, days, today, current) => {
    expect(currentStreak(days, today)).toBe(current);
  });

  it('agrees with counting back day by day', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 31 });
    fc.assert(
      fc.property(days, fc.integer({ min: 30, max: 32 }), (indices, today) => {
        const held = new Set(indices);
        let count = 0;
        for (let day = held.has(today) ? today : today - 1; held.has(day); day -= 1) {
          count += 1;
        }
        const keys = [...held].sort((a, b) => a - b).map(dayKey);
        expect(currentStreak(keys, dayKey(today))).toBe(count);
      }),
    );
  });
});
