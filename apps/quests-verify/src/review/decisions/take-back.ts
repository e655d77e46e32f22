import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { reverseSubmission, undoReview, type TeamSubmissionDetail } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../../studio/audit/project-audit.repository.js';
import { CREDIT, CreditRepository } from '../../ledger/credits/credit.repository.js';
import { ReversalRepository } from '../../ledger/credits/reversal.repository.js';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';
import { reviewStep } from '../../ledger/submissions/review-rule.js';
import { ReviewRepository } from './review.repository.js';

const TAKEN_BACK = {
  undo: { status: 'in_review', isDecided: false, decision: 'undone' },
  reverse: { status: 'reversed', isDecided: true, decision: 'reversed' },
} as const;

@Injectable()
export class TakeBack {
  constructor(
    private readonly database: Database,
    private readonly reviewRepository: ReviewRepository,
    private readonly reversalRepository: ReversalRepository,
    private readonly creditRepository: CreditRepository,
    private readonly submissionsRepository: SubmissionsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  /**
   * Undoes the last decision within 15 minutes, reversing its points by a ledger entry; the submission is in review
   * again. NOTHING_TO_UNDO, UNDO_WINDOW_CLOSED, MODERATOR_REQUIRED.
   */
  @Rpc(undoReview)
  undo(request: RequestOf<typeof undoReview>): Promise<TeamSubmissionDetail> {
    return this.takeBack('undo', request, null);
  }

  /** Reverses the credit of a claimed submission for good; idempotent. INVALID_TRANSITION, MODERATOR_REQUIRED. */
  @Rpc(reverseSubmission)
  reverse(request: RequestOf<typeof reverseSubmission>): Promise<TeamSubmissionDetail> {
    return this.takeBack('reverse', request, request.reason);
  }

  private takeBack(
    action: 'undo' | 'reverse',
    request: RequestOf<typeof undoReview>,
    reason: string | null,
  ): Promise<TeamSubmissionDetail> {
    return this.database.transaction(async (tx) => {
      const submission = await this.reviewRepository.lock(tx, request, request.submissionId);
      const step = reviewStep(action, submission, request.by);
      if (step !== null) {
        if (step.ledger === 'reversal') await this.reversalRepository.reverse(tx, submission);
        await this.creditRepository.review(tx, submission, request, { ...TAKEN_BACK[action], reason });
        await this.projectAuditRepository.add(tx, {
          projectId: submission.projectId,
          action: action === 'undo' ? 'submission.undone' : 'submission.reversed',
          subjectId: submission.id,
          details: { title: submission.questTitle, userId: submission.userId, reason },
        });
      }
      return this.submissionsRepository.getOfTeam(request.projectId, submission.id, tx);
    }, CREDIT);
  }
}
