import fc from 'fast-check';
import { nextApproval, payoutSchedule, REVIEW_MS } from './payout-schedule.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const END = Date.parse('2026-05-01T12:00:00.000Z');

/** Days after the end. */
const inDays = (window: number | null, review?: number) => {
  const times = payoutSchedule(END, window === null ? null : END + window, review);
  const [moderators, freeze, approval] = [times.moderatorsFrom, times.freezesAt, times.approvesAt];
  return [moderators, freeze, approval].map((at) => (at - END) / DAY);
};

describe('the schedule of payouts', () => {
  it.each([
    ['5 days', 5 * DAY, [2, 3, 4]],
    ['30 days', 30 * DAY, [8, 11, 14]],
    ['90 days', 90 * DAY, [8, 11, 14]],
    ['15 days, whose reserve is a fifth', 15 * DAY, [6, 9, 12]],
    ['6 days, between the minimum and the maximum', 6 * DAY, [2.4, 3.6, 4.8]],
    ['17.5 days, the shortest that leaves 14 days', 17.5 * DAY, [8, 11, 14]],
    ['just under 5 days', 5 * DAY - 5_000, [2 - 2_000 / DAY, 3 - 3_000 / DAY, 4 - 4_000 / DAY]],
    ['10 hours, without minima', 10 * HOUR, [4 / 24, 6 / 24, 8 / 24]],
    ['none, because the team pays', null, [8, 11, 14]],
  ])('with a commit window of %s', (_, window, expected) => {
    expect(inDays(window).map((days) => days.toFixed(6))).toEqual(expected.map((days) => days.toFixed(6)));
  });

  it('keeps the order end, moderators, freeze, approval, and the reserve, for every window and review', () => {
    const windows = fc.option(fc.integer({ min: 1_000, max: 400 * DAY }));
    fc.assert(
      fc.property(windows, fc.integer({ min: 1_000, max: REVIEW_MS }), (window, review) => {
        const { moderatorsFrom, freezesAt, approvesAt } = payoutSchedule(END, window && END + window, review);
        expect(moderatorsFrom).toBeGreaterThanOrEqual(END);
        expect(freezesAt).toBeGreaterThanOrEqual(moderatorsFrom);
        expect(approvesAt).toBeGreaterThan(freezesAt);
        expect(approvesAt).toBeLessThanOrEqual(END + review);
        if (window !== null)
          expect(END + window - approvesAt).toBeGreaterThanOrEqual(Math.min(7 * DAY, window / 5) - 1);
      }),
    );
  });

  it('moves with the clock of the escrow', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 * DAY }), fc.integer({ min: 0, max: 30 * DAY }), (window, pause) => {
        const [before, after] = [END, END + pause].map((end) => payoutSchedule(end, end + window));
        expect((after?.approvesAt ?? 0) - (before?.approvesAt ?? 0)).toBe(pause);
      }),
    );
  });

  it('approves the list in place of a rejected one after twelve hours, or a fifth of the time that is left', () => {
    expect(nextApproval(END, END + 14 * DAY)).toBe(END + 12 * HOUR);
    expect(nextApproval(END, null)).toBe(END + 12 * HOUR);
    expect(nextApproval(END, END + 10 * HOUR)).toBe(END + 2 * HOUR);
    expect(nextApproval(END, END - HOUR)).toBe(END);
  });
});
