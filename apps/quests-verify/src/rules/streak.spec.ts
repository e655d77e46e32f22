import fc from 'fast-check';
import { streakOf } from './streak.js';

const dayKey = (index: number) => new Date(index * 86_400_000).toISOString().slice(0, 10);

describe('daily streak', () => {
  it.each([
    ['no check-in yet', [], '2026-03-01', 0, 0, true],
    ['checked in today', ['2026-03-01'], '2026-03-01', 1, 1, false],
    ['checked in yesterday, today open', ['2026-02-28'], '2026-03-01', 1, 1, true],
    ['a run over a leap day', ['2028-02-28', '2028-02-29', '2028-03-01'], '2028-03-01', 3, 3, false],
    ['a run over the new year', ['2026-12-31', '2027-01-01'], '2027-01-02', 2, 2, true],
    ['a missed day ends the current run', ['2026-02-26', '2026-02-27'], '2026-03-01', 0, 2, true],
    ['the longest run may be an old one', ['2026-01-01', '2026-01-02', '2026-03-01'], '2026-03-01', 1, 2, false],
  ])('%s', (_, days, today, current, longest, canCheckIn) => {
    expect(streakOf(days, today)).toMatchObject({ current, longest, canCheckIn });
  });

  it('names the next 00:00 UTC after a check-in, and nothing while a check-in is open', () => {
    expect(streakOf(['2026-03-01'], '2026-03-01').nextAvailableAt).toEqual(new Date('2026-03-02T00:00:00Z'));
    expect(streakOf(['2026-03-01'], '2026-03-02').nextAvailableAt).toBeNull();
  });

  it('gives nothing for a past day when the clock steps back (A-16)', () => {
    expect(streakOf(['2026-03-01', '2026-03-02'], '2026-03-01')).toEqual({
      current: 2,
      longest: 2,
      canCheckIn: false,
      nextAvailableAt: new Date('2026-03-03T00:00:00Z'),
    });
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
        const streak = streakOf(keys, dayKey(today));
        expect(streak.current).toBe(count);
        expect(streak.longest).toBeGreaterThanOrEqual(count);
        expect(streak.canCheckIn).toBe(!held.has(today));
      }),
    );
  });
});
