import type { ErrorCode } from '@questp/messages/language';
import type { SubmissionStatus } from '@questp/messages/shared';

/** How long a decision can be undone. */
export const UNDO_MINUTES = 15;

export type ReviewAction = 'approve' | 'reject' | 'undo' | 'reverse';

export interface ReviewState {
  status: SubmissionStatus;
  /** When a reviewer decided; null: nobody did (still open, undone, or credited automatically). */
  decidedAt: Date | null;
  /** The database clock. */
  now: Date;
}

/**
 * - change: move to `status`; `ledger` says which entry goes with it.
 * - same: the action was done before; answer with what stands.
 * - refuse: the state does not allow it.
 */
export type ReviewStep =
  | { kind: 'change'; status: SubmissionStatus; ledger: 'credit' | 'reversal' | null }
  | { kind: 'same' }
  | { kind: 'refuse'; code: ErrorCode };

/** Effect of an action on a submission. The first decision wins; repeating it is `same`, the opposite is refused. */
export function reviewStep(action: ReviewAction, state: ReviewState): ReviewStep {
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

/** Until when the last decision can be undone; at that instant it is over. */
export function undoUntil(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + UNDO_MINUTES * 60_000);
}

function decide(status: SubmissionStatus, wanted: 'claimed' | 'rejected', ledger: 'credit' | null): ReviewStep {
  switch (status) {
    case 'in_review':
      return { kind: 'change', status: wanted, ledger };
    case 'pending':
      return refuse('NOT_IN_REVIEW');
    default:
      return status === wanted ? { kind: 'same' } : refuse('ALREADY_REVIEWED');
  }
}

function undo({ status, decidedAt, now }: ReviewState): ReviewStep {
  if (decidedAt === null || (status !== 'claimed' && status !== 'rejected')) {
    return refuse('NOTHING_TO_UNDO');
  }
  if (now >= undoUntil(decidedAt)) {
    return refuse('UNDO_WINDOW_CLOSED');
  }
  return { kind: 'change', status: 'in_review', ledger: status === 'claimed' ? 'reversal' : null };
}

function reverse(status: SubmissionStatus): ReviewStep {
  if (status === 'reversed') {
    return { kind: 'same' };
  }
  return status === 'claimed'
    ? { kind: 'change', status: 'reversed', ledger: 'reversal' }
    : refuse('INVALID_TRANSITION');
}

function refuse(code: ErrorCode): ReviewStep {
  return { kind: 'refuse', code };
}
