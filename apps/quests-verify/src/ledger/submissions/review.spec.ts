import { AppError, type ErrorCode } from '@questp/messages/language';
import type { SubmissionStatus } from '@questp/messages/shared';
import fc from 'fast-check';
import { type ReviewAction, type ReviewState, reviewStep, type ReviewStep } from './review-rule.js';

const reviewedAt = new Date('2026-01-01T00:00:00Z');
const after = (minutes: number) => new Date(reviewedAt.getTime() + minutes * 60_000);
const change = (status: SubmissionStatus, ledger: ReviewStep['ledger'] = null): ReviewStep => ({ status, ledger });
const same = null;

/** The step, or the code of the error. */
function stepOf(action: ReviewAction, state: ReviewState): ReviewStep | ErrorCode | null {
  try {
    return reviewStep(action, state);
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
