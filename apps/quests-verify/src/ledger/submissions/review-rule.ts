import { ADMIN_ID, AppError } from '@questp/messages/language';
import type { ReviewerSide, SubmissionStatus } from '@questp/messages/shared';

/** How long a decision can be undone. */
export const UNDO_MINUTES = 15;

/** Hours before the end of a campaign with a reward pool from which on the team reverses no credit. */
export const CLOSING_HOURS = 48;

export type ReviewAction = 'approve' | 'reject' | 'undo' | 'reverse';

export interface ReviewState {
  status: SubmissionStatus;
  /** Time of the reviewer's decision; null: none (still open, undone, or credited automatically). */
  reviewedAt: Date | null;
  /** Id of the reviewer who decided; null: as `reviewedAt`. */
  reviewedBy: string | null;
  /**
   * From when on the team takes back no credit of an earner without a platform moderator, who can also overrule its
   * rejections; null: the campaign has no reward pool, or no end.
   */
  closesAt: Date | null;
  /** From when on platform moderators decide pending submissions too; null: not yet known. */
  moderatorsFrom: Date | null;
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
export function reviewStep(action: ReviewAction, state: ReviewState, by: ReviewerSide): ReviewStep | null {
  switch (action) {
    case 'approve':
      return by === 'platform' && isLateRejection(state) ? CREDITED : decide(state, by, CREDITED);
    case 'reject':
      return decide(state, by, { status: 'rejected', ledger: null });
    case 'undo':
      return undo(state, by);
    case 'reverse':
      return reverse(state, by);
  }
}

/** The end of the time in which a decision can be undone, exclusive. */
export function undoUntil(reviewedAt: Date): Date {
  return new Date(reviewedAt.getTime() + UNDO_MINUTES * 60_000);
}

const CREDITED: ReviewStep = { status: 'claimed', ledger: 'credit' };

function decide(state: ReviewState, by: ReviewerSide, wanted: ReviewStep): ReviewStep | null {
  const { status, now, moderatorsFrom } = state;
  const isEscalated = by === 'platform' && moderatorsFrom !== null && moderatorsFrom <= now;
  if (status === 'in_review' || (status === 'pending' && isEscalated)) return wanted;
  if (status === wanted.status) return null;
  throw new AppError(status === 'pending' ? 'NOT_IN_REVIEW' : 'ALREADY_REVIEWED');
}

function undo(state: ReviewState, by: ReviewerSide): ReviewStep {
  const { status, reviewedAt, now } = state;
  if (reviewedAt === null || (status !== 'claimed' && status !== 'rejected')) throw new AppError('NOTHING_TO_UNDO');
  if (now >= undoUntil(reviewedAt)) throw new AppError('UNDO_WINDOW_CLOSED');
  if (isByPlatform(state)) requireModerator(state, by);
  return { status: 'in_review', ledger: status === 'claimed' ? 'reversal' : null };
}

function reverse(state: ReviewState, by: ReviewerSide): ReviewStep | null {
  if (state.status === 'reversed') return null;
  if (state.status !== 'claimed') throw new AppError('INVALID_TRANSITION');
  requireModerator(state, by);
  return { status: 'reversed', ledger: 'reversal' };
}

const isByPlatform = ({ reviewedBy }: ReviewState): boolean => reviewedBy !== null && ADMIN_ID.test(reviewedBy);

/** A rejection by the team that the earner may have no time left to answer. */
function isLateRejection(state: ReviewState): boolean {
  const { status, reviewedAt, closesAt } = state;
  if (status !== 'rejected' || reviewedAt === null || closesAt === null) return false;
  return reviewedAt >= closesAt && !isByPlatform(state);
}

function requireModerator({ now, closesAt }: ReviewState, by: ReviewerSide): void {
  if (by === 'platform' || closesAt === null || now < closesAt) return;
  const detail = `Since ${closesAt.toISOString()} a platform moderator has to do it: send the platform the id of the submission.`;
  throw new AppError('MODERATOR_REQUIRED', { detail });
}
