import { AppError } from '@questp/messages/language';
import { reviewStep, type ReviewAction, type ReviewStep } from '../../ledger/submissions/review-rule.js';
import type { ReviewedSubmission } from './review.repository.js';

/** The change an action makes to a locked submission; null: it was made before. Throws why the state does not allow it. */
export function nextStep(
  action: ReviewAction,
  { status, reviewedAt: decidedAt, now }: ReviewedSubmission,
): Extract<ReviewStep, { kind: 'change' }> | null {
  const step = reviewStep(action, { status, decidedAt, now });
  if (step.kind === 'refuse') throw new AppError(step.code);
  return step.kind === 'same' ? null : step;
}
