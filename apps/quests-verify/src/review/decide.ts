import { AppError, type RequestOf, type reviewSubmission, type TeamSubmissionDetail } from '@questp/messages';
import { emit } from '@questp/events';
import type { Database, Tx } from '@questp/postgres';
import { CREDIT } from '../credit/complete.js';
import { creditReviewed } from '../credit/credit.repository.js';
import { toSnapshot, type SubmissionRow } from '../credit/submission-row.js';
import { getOfTeam } from '../submissions/submissions.repository.js';
import { nextStep } from './next-step.js';
import { assertStorableReason } from './reason.js';
import { lockSubmission, moveSubmission, type ReviewedSubmission } from './review.repository.js';

type Decision = RequestOf<typeof reviewSubmission>;

/** Approves or rejects. The first decision wins; the same again returns it; the opposite is ALREADY_REVIEWED. */
export async function decideSubmission(db: Database, request: Decision): Promise<TeamSubmissionDetail> {
  if (request.decision === 'reject') assertStorableReason(request.reason);
  return db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, request, request.submissionId);
    if (nextStep(request.decision, submission) !== null) {
      const decided =
        request.decision === 'approve'
          ? await approve(tx, submission, request)
          : await moveSubmission(tx, submission.id, request, {
              status: 'rejected',
              reason: request.reason,
              decidedBy: request.reviewerId,
            });
      await emit(tx, 'submission.reviewed', decided.id, {
        ...toSnapshot(decided, submission.questTitle),
        decision: request.decision === 'approve' ? 'approved' : 'rejected',
      });
    }
    return getOfTeam(tx, request.projectId, submission.id);
  }, CREDIT);
}

async function approve(tx: Tx, submission: ReviewedSubmission, reviewer: Decision): Promise<SubmissionRow> {
  if (submission.userId === reviewer.reviewerId) {
    throw new AppError('FORBIDDEN', { detail: 'Nobody approves a submission of their own.' });
  }
  if (submission.accountStatus === 'suspended') {
    throw new AppError('ACCOUNT_SUSPENDED', { detail: "The earner's account is suspended." });
  }
  if (submission.isMember) {
    throw new AppError('MEMBER_CANNOT_EARN', { detail: 'The earner is a member of the project by now.' });
  }
  const quest = { id: submission.questId, limited: submission.questLimited };
  const credited = await creditReviewed(tx, { id: submission.id, quest }, reviewer);
  if (credited === undefined) throw new AppError('QUEST_FULL');
  return credited;
}
