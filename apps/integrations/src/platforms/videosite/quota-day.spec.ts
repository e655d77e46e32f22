import { nextMidnightPacific } from './quota-day.js';

describe('the day of the quota', () => {
  it.each([
    ['in winter', '2026-01-15T12:00:00Z', '2026-01-16T08:00:00.000Z'],
    ['in summer', '2026-07-15T06:59:59Z', '2026-07-15T07:00:00.000Z'],
    ['at its beginning', '2026-07-15T07:00:00Z', '2026-07-16T07:00:00.000Z'],
    ['of 23 hours', '2026-03-08T09:00:00Z', '2026-03-09T07:00:00.000Z'],
    ['of 25 hours', '2026-11-01T08:00:00Z', '2026-11-02T08:00:00.000Z'],
  ])('ends at midnight in California %s', (_, now, midnight) => {
    expect(new Date(nextMidnightPacific(Date.parse(now))).toISOString()).toBe(midnight);
  });
});
