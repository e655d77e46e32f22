import { AppError, type ErrorCode } from '@questp/messages/language';
import type { ReviewerSide } from '@questp/messages/shared';
import type { SubmissionStatus } from '@questp/messages/shared';
import fc from 'fast-check';
import { type ReviewAction, type ReviewState, reviewStep, type ReviewStep } from './review-rule.js';

const reviewedAt = new Date('2026-01-01T00:00:00Z');
const after = (minutes: number) => new Date(reviewedAt.getTime() + minutes * 60_000);
const change = (status: SubmissionStatus, ledger: ReviewStep['ledger'] = null): ReviewStep => ({ status, ledger });
const same = null;
const TEAM = `svcuser_${'1'.repeat(32)}`;
const OPERATOR = `svcadmin_${'1'.repeat(32)}`;

/** The step, or the code of the error. */
function stepOf(
  action: ReviewAction,
  state: Omit<ReviewState, 'reviewedBy' | 'closesAt' | 'moderatorsFrom'> & Partial<ReviewState>,
  by: ReviewerSide = 'team',
): ReviewStep | ErrorCode | null {
  try {
    return reviewStep(action, { reviewedBy: TEAM, closesAt: null, moderatorsFrom: null, ...state }, by);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('review', () => {
  it.each<[ReviewAction, SubmissionStatus, ReviewStep | ErrorCode | null]>([
    ['approve', 'in_review', change('claimed', 'credit')],
    ['approve', 'claimed', same],
    ['approve', 'rejected', 'ALREADY_REVIEWED'],
    ['approve', 'reversed', 'ALREADY_REVIEWED'],
    ['approve', 'pending', 'NOT_IN_REVIEW'],
    ['reject', 'in_review', change('rejected')],
    ['reject', 'rejected', same],
    ['reject', 'claimed', 'ALREADY_REVIEWED'],
    ['reject', 'reversed', 'ALREADY_REVIEWED'],
    ['reject', 'pending', 'NOT_IN_REVIEW'],
    ['undo', 'claimed', change('in_review', 'reversal')],
    ['undo', 'rejected', change('in_review')],
    ['undo', 'in_review', 'NOTHING_TO_UNDO'],
    ['undo', 'pending', 'NOTHING_TO_UNDO'],
    ['undo', 'reversed', 'NOTHING_TO_UNDO'],
    ['reverse', 'claimed', change('reversed', 'reversal')],
    ['reverse', 'reversed', same],
    ['reverse', 'in_review', 'INVALID_TRANSITION'],
    ['reverse', 'rejected', 'INVALID_TRANSITION'],
    ['reverse', 'pending', 'INVALID_TRANSITION'],
  ])('%s of a submission that is %s', (action, status, step) => {
    expect(stepOf(action, { status, reviewedAt, now: after(1) })).toEqual(step);
  });

  it('can be undone for 15 minutes, and no longer', () => {
    expect(stepOf('undo', { status: 'claimed', reviewedAt, now: after(14.999) })).toEqual(
      change('in_review', 'reversal'),
    );
    expect(stepOf('undo', { status: 'claimed', reviewedAt, now: after(15) })).toBe('UNDO_WINDOW_CLOSED');
  });

  it('leaves an automatic credit to a reversal', () => {
    expect(stepOf('undo', { status: 'claimed', reviewedAt: null, now: after(0) })).toBe('NOTHING_TO_UNDO');
  });

  describe('when a campaign with a reward pool is about to end, and after it', () => {
    const [before, later] = [after(2), after(0)];
    const takeBack = { status: 'claimed', reviewedAt, now: after(1) } as const;

    it.each<[ReviewerSide, Date, ReturnType<typeof stepOf>]>([
      ['team', before, change('reversed', 'reversal')],
      ['team', later, 'MODERATOR_REQUIRED'],
      ['platform', later, change('reversed', 'reversal')],
    ])('reverses a credit by a platform moderator only: %s, closing at %s', (by, closesAt, step) => {
      expect(stepOf('reverse', { ...takeBack, closesAt }, by)).toEqual(step);
    });

    it('has the answer of before for a submission that is reversed', () => {
      expect(stepOf('reverse', { ...takeBack, status: 'reversed', closesAt: later })).toEqual(same);
    });

    it.each<[ReviewerSide, string, Date, ReturnType<typeof stepOf>]>([
      ['team', TEAM, later, change('in_review', 'reversal')],
      ['team', OPERATOR, later, 'MODERATOR_REQUIRED'],
      ['team', OPERATOR, before, change('in_review', 'reversal')],
      ['platform', OPERATOR, later, change('in_review', 'reversal')],
    ])('undoes no decision of a moderator by the team: %s of %s, closing at %s', (by, reviewedBy, closesAt, step) => {
      expect(stepOf('undo', { ...takeBack, reviewedBy, closesAt }, by)).toEqual(step);
    });

    it.each<[ReviewerSide, string | null, Date, ReturnType<typeof stepOf>]>([
      ['platform', TEAM, later, change('claimed', 'credit')],
      ['team', TEAM, later, 'ALREADY_REVIEWED'],
      ['platform', OPERATOR, later, 'ALREADY_REVIEWED'],
      ['platform', TEAM, before, 'ALREADY_REVIEWED'],
    ])('lets a moderator approve what the team rejected: %s of %s, closing at %s', (by, reviewedBy, closesAt, step) => {
      const rejected = { status: 'rejected', reviewedAt, reviewedBy, closesAt, now: after(60) } as const;
      expect(stepOf('approve', rejected, by)).toEqual(step);
    });

    it('leaves the rejection of an automatic check as it is', () => {
      const rejected = {
        status: 'rejected',
        reviewedAt: null,
        reviewedBy: null,
        closesAt: later,
        now: after(60),
      } as const;
      expect(stepOf('approve', rejected, 'platform')).toBe('ALREADY_REVIEWED');
    });
  });

  it.each<[ReviewerSide, Date | null, ReturnType<typeof stepOf>]>([
    ['platform', after(0), change('claimed', 'credit')],
    ['platform', after(2), 'NOT_IN_REVIEW'],
    ['platform', null, 'NOT_IN_REVIEW'],
    ['team', after(0), 'NOT_IN_REVIEW'],
  ])('leaves a pending submission to its check: %s, moderators from %s', (by, moderatorsFrom, step) => {
    expect(stepOf('approve', { status: 'pending', reviewedAt: null, moderatorsFrom, now: after(1) }, by)).toEqual(step);
  });

  it('never credits twice: credits and reversals alternate along any sequence of actions', () => {
    const actions = fc.array(fc.constantFrom<ReviewAction>('approve', 'reject', 'undo', 'reverse'));
    fc.assert(
      fc.property(actions, (sequence) => {
        let status: SubmissionStatus = 'in_review';
        let credited = 0;
        for (const action of sequence) {
          const step = stepOf(action, { status, reviewedAt, now: after(1) });
          if (step !== null && typeof step === 'object') {
            status = step.status;
            credited += step.ledger === 'credit' ? 1 : step.ledger === 'reversal' ? -1 : 0;
          }
          expect(credited).toBe(status === 'claimed' ? 1 : 0);
        }
      }),
    );
  });
});
