import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { reviewSubmission, type TeamSubmissionDetail } from '@questp/messages/quests';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../../studio/audit/project-audit.repository.js';
import { requireActive } from '../../people/access/require-active.js';
import { CREDIT, CreditRepository } from '../../ledger/credits/credit.repository.js';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';
import { PendingRepository } from '../../verification/attempts/pending.repository.js';
import { reviewStep } from '../../ledger/submissions/review-rule.js';
import { SubjectsRepository } from '../../verification/facts/subjects.repository.js';
import { ReviewRepository, type ReviewedSubmission } from './review.repository.js';

type Decision = RequestOf<typeof reviewSubmission>;

/**
 * Approves or rejects. The first decision wins: the same decision again returns it, the opposite is ALREADY_REVIEWED,
 * except that an operator can approve what the team rejected when the campaign was about to end or had ended.
 */
@Injectable()
export class DecideSubmission {
  constructor(
    private readonly database: Database,
    private readonly reviewRepository: ReviewRepository,
    private readonly creditRepository: CreditRepository,
    private readonly pendingRepository: PendingRepository,
    private readonly subjectsRepository: SubjectsRepository,
    private readonly submissionsRepository: SubmissionsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(reviewSubmission)
  async execute(request: Decision): Promise<TeamSubmissionDetail> {
    assertReasonFits(request);
    return this.database.transaction(async (tx) => {
      await this.decide(tx, request);
      return this.submissionsRepository.getOfTeam(request.projectId, request.submissionId, tx);
    }, CREDIT);
  }

  /** False: the same decision was made before. If it throws, roll back. */
  async decide(tx: Tx, request: Decision): Promise<boolean> {
    const submission = await this.reviewRepository.lock(tx, request, request.submissionId);
    if (reviewStep(request.decision, submission, request.by) === null) return false;
    const isApproval = request.decision === 'approve';
    if (isApproval) {
      assertCreditable(submission, request);
      if (!(await this.subjectsRepository.takeReviewed(tx, submission))) throw new AppError('SUBJECT_ALREADY_USED');
    } else await this.subjectsRepository.release(tx, submission);
    const decided = await this.creditRepository.review(tx, submission, request, {
      ...(isApproval
        ? ({ status: 'claimed', decision: 'approved' } as const)
        : ({ status: 'rejected', decision: 'rejected' } as const)),
      reason: request.reason ?? null,
      isDecided: true,
    });
    if (decided === undefined) throw new AppError('QUEST_FULL');
    if (submission.status === 'pending') await this.pendingRepository.remove(tx, submission.id);
    await this.projectAuditRepository.add(tx, {
      projectId: decided.projectId,
      action: isApproval ? 'submission.approved' : 'submission.rejected',
      subjectId: decided.id,
      details: { title: submission.questTitle, userId: decided.userId, reason: decided.reason },
    });
    return true;
  }
}

/** VALIDATION_FAILED for a rejection without a reason, and for an approval with one. */
function assertReasonFits({ decision, reason }: Decision): void {
  if ((decision === 'reject') === (reason !== undefined)) return;
  const error =
    reason === undefined
      ? ({ code: 'REQUIRED', detail: 'A rejection needs a reason.' } as const)
      : ({ code: 'NOT_ALLOWED', detail: 'An approval takes no reason.' } as const);
  throw new AppError('VALIDATION_FAILED', { errors: [{ pointer: '/reason', ...error }] });
}

function assertCreditable(submission: ReviewedSubmission, { reviewerId }: Decision): void {
  if (submission.userId === reviewerId) {
    throw new AppError('FORBIDDEN', { detail: 'Nobody approves a submission of their own.' });
  }
  if (submission.accountStatus === 'suspended') throw new AppError('EARNER_SUSPENDED');
  requireActive(submission.accountStatus);
  if (submission.isArchived) {
    throw new AppError('CAMPAIGN_NOT_ACTIVE', {
      detail: 'The campaign is archived, so no submission can be credited.',
    });
  }
  if (submission.isMember) {
    throw new AppError('MEMBER_CANNOT_EARN', { detail: 'The earner is now a member of the project.' });
  }
}
