import fc from 'fast-check';
import { streakOf, type Streak } from './streak.js';

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
    expect(streakOf(days, today, 0).current).toBe(current);
  });

  const MARCH = (...days: number[]) => days.map((day) => `2026-03-${String(day).padStart(2, '0')}`);

  it.each<[string, number[], number, number, Streak]>([
    ['a missed day is taken from the freeze days', [1, 3], 3, 1, { current: 2, longest: 2, freezeDaysLeft: 0 }],
    ['a missed day before today is as well', [1, 2], 4, 1, { current: 2, longest: 2, freezeDaysLeft: 0 }],
    ['the day of today is not missed yet', [1, 2], 3, 1, { current: 2, longest: 2, freezeDaysLeft: 1 }],
    ['more missed days than are left end the streak', [1, 3, 5], 5, 1, { current: 1, longest: 2, freezeDaysLeft: 1 }],
    ['two missed days at once need two', [1, 4], 4, 1, { current: 1, longest: 1, freezeDaysLeft: 1 }],
    ['after the last one the next streak has all of them', [1, 3], 6, 2, { current: 0, longest: 2, freezeDaysLeft: 2 }],
    ['the longest streak stays after its end', [1, 2, 3, 8], 9, 0, { current: 1, longest: 3, freezeDaysLeft: 0 }],
    ['no check-in has missed nothing', [], 9, 3, { current: 0, longest: 0, freezeDaysLeft: 3 }],
  ])('with freeze days: %s', (_, days, today, freezeDays, streak) => {
    expect(streakOf(MARCH(...days), MARCH(today)[0] ?? '', freezeDays)).toEqual(streak);
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
        expect(streakOf(keys, dayKey(today), 0).current).toBe(count);
      }),
    );
  });
});
