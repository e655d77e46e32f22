import type { RequestOf, reverseSubmission, TeamSubmissionDetail, undoReview } from '@questp/messages';
import { emit } from '@questp/events';
import type { Database } from '@questp/postgres';
import { CREDIT } from '../credit/complete.js';
import { toSnapshot } from '../credit/submission-row.js';
import { getOfTeam } from '../submissions/submissions.repository.js';
import { nextStep } from './next-step.js';
import { assertStorableReason } from './reason.js';
import { lockSubmission, moveSubmission, reverseCredit } from './review.repository.js';

/**
 * Within 15 minutes takes the last decision back, its points by a reversing entry; the submission waits for review
 * again. NOTHING_TO_UNDO, UNDO_WINDOW_CLOSED.
 */
export function undoDecision(db: Database, request: RequestOf<typeof undoReview>): Promise<TeamSubmissionDetail> {
  return takeBack(db, 'undo', request, null);
}

/** Takes the points of a claimed submission back for good. The same again changes nothing. INVALID_TRANSITION. */
export async function reverseClaimed(
  db: Database,
  request: RequestOf<typeof reverseSubmission>,
): Promise<TeamSubmissionDetail> {
  assertStorableReason(request.reason);
  return takeBack(db, 'reverse', request, request.reason);
}

function takeBack(
  db: Database,
  action: 'undo' | 'reverse',
  request: RequestOf<typeof undoReview>,
  reason: string | null,
): Promise<TeamSubmissionDetail> {
  return db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, request, request.submissionId);
    const step = nextStep(action, submission);
    if (step !== null) {
      if (step.ledger === 'reversal') await reverseCredit(tx, submission);
      const decidedBy = action === 'undo' ? null : request.reviewerId;
      const moved = await moveSubmission(tx, submission.id, request, { status: step.status, reason, decidedBy });
      await emit(tx, 'submission.reviewed', moved.id, {
        ...toSnapshot(moved, submission.questTitle),
        decision: action === 'undo' ? 'undone' : 'reversed',
      });
    }
    return getOfTeam(tx, request.projectId, submission.id);
  }, CREDIT);
}
