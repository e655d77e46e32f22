import { availableAgainAt, type SubmissionState } from './available-again.js';

const DECIDED = new Date('2026-03-01T08:00:00.000Z');

const state = (
  more: Partial<SubmissionState> = {},
  quest: Partial<SubmissionState['quest']> = {},
): SubmissionState => ({
  status: 'claimed',
  periodKey: '2026-03-01',
  nextTryAt: null,
  updatedAt: DECIDED,
  quest: { status: 'active', period: { kind: 'daily' }, endsAt: null, ...quest },
  campaign: { status: 'active', endsAt: null },
  ...more,
});
const MIDNIGHT = new Date('2026-03-02T00:00:00.000Z');

describe('when a quest is available again', () => {
  it.each(['claimed', 'in_review', 'reversed'] as const)('%s: with the next period', (status) => {
    expect(availableAgainAt(state({ status }))).toEqual(MIDNIGHT);
    const interval = { period: { kind: 'interval', hours: 6 } } as const;
    expect(availableAgainAt(state({ status, periodKey: '2026-03-01T06:00:00.000Z' }, interval))).toEqual(
      new Date('2026-03-01T12:00:00.000Z'),
    );
  });

  it('never after a once quest', () => {
    expect(availableAgainAt(state({ periodKey: 'once' }, { period: { kind: 'once' } }))).toBeNull();
  });

  it('from the decision on when it was rejected, and at the next try while it is pending', () => {
    expect(availableAgainAt(state({ status: 'rejected' }))).toEqual(DECIDED);
    expect(availableAgainAt(state({ status: 'pending', nextTryAt: MIDNIGHT }))).toEqual(MIDNIGHT);
  });

  it('never once quest or campaign are over, or will be by then', () => {
    expect(availableAgainAt(state({}, { status: 'archived' }))).toBeNull();
    expect(availableAgainAt(state({}, { endsAt: MIDNIGHT }))).toBeNull();
    expect(availableAgainAt(state({ campaign: { status: 'ended', endsAt: null } }))).toBeNull();
    expect(availableAgainAt(state({ campaign: { status: 'active', endsAt: MIDNIGHT } }))).toBeNull();
  });
});
