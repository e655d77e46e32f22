import { AppError } from '@questp/messages/language';
import type { SubmissionStatus } from '@questp/messages/shared';

/** How long a decision can be undone. */
export const UNDO_MINUTES = 15;

export type ReviewAction = 'approve' | 'reject' | 'undo' | 'reverse';

export interface ReviewState {
  status: SubmissionStatus;
  /** Time of the reviewer's decision; null: none (still open, undone, or credited automatically). */
  reviewedAt: Date | null;
  /** The database clock. */
  now: Date;
}

/** The status that the submission gets, and the ledger entry that goes with it. */
export interface ReviewStep {
  status: SubmissionStatus;
  ledger: 'credit' | 'reversal' | null;
}

/**
 * The change that an action makes to a submission; null if the action was done before.
 * @throws AppError if the status does not allow the action: the first decision wins
 */
export function reviewStep(action: ReviewAction, state: ReviewState): ReviewStep | null {
  switch (action) {
    case 'approve':
      return decide(state.status, 'claimed', 'credit');
    case 'reject':
      return decide(state.status, 'rejected', null);
    case 'undo':
      return undo(state);
    case 'reverse':
      return reverse(state.status);
  }
}

/** The end of the time in which a decision can be undone, exclusive. */
export function undoUntil(reviewedAt: Date): Date {
  return new Date(reviewedAt.getTime() + UNDO_MINUTES * 60_000);
}

function decide(status: SubmissionStatus, wanted: 'claimed' | 'rejected', ledger: 'credit' | null): ReviewStep | null {
  if (status === 'in_review') return { status: wanted, ledger };
  if (status === wanted) return null;
  throw new AppError(status === 'pending' ? 'NOT_IN_REVIEW' : 'ALREADY_REVIEWED');
}

function undo({ status, reviewedAt, now }: ReviewState): ReviewStep {
  if (reviewedAt === null || (status !== 'claimed' && status !== 'rejected')) throw new AppError('NOTHING_TO_UNDO');
  if (now >= undoUntil(reviewedAt)) throw new AppError('UNDO_WINDOW_CLOSED');
  return { status: 'in_review', ledger: status === 'claimed' ? 'reversal' : null };
}

function reverse(status: SubmissionStatus): ReviewStep | null {
  if (status === 'reversed') return null;
  if (status === 'claimed') return { status: 'reversed', ledger: 'reversal' };
  throw new AppError('INVALID_TRANSITION');
}
