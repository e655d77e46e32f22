import { Inject, Injectable } from '@nestjs/common';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import {
  bulkReview,
  type BulkItemResult,
  type ReviewedSubmission,
  type TeamSubmissionDetail,
} from '@questp/messages/quests';
import { LOGGER, Rpc, type Logger } from '@questp/service';
import { DecideSubmission } from './decide-submission.js';

type Review = RequestOf<typeof bulkReview>;
type Item = Review['items'][number];

/** Number of parallel transactions: one by one, a hundred would exceed the caller's deadline on a busy machine. */
const AT_ONCE = 4;

/**
 * Decides each item in its own transaction, items of one submission in order; a failed item does not stop the others.
 */
@Injectable()
export class DecideMany {
  constructor(
    private readonly decideSubmission: DecideSubmission,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Rpc(bulkReview)
  async execute({ items, ...reviewer }: Review): Promise<ReplyOf<typeof bulkReview>> {
    const results: BulkItemResult[] = [];
    const submissions = [...new Set(items.map(({ submissionId }) => submissionId))];
    const decideNext = async () => {
      for (let id = submissions.shift(); id !== undefined; id = submissions.shift()) {
        for (const [index, item] of items.entries()) {
          if (item.submissionId === id) results[index] = await this.one({ ...reviewer, ...item });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, decideNext));
    return { results };
  }

  private async one(request: Omit<Review, 'items'> & Item): Promise<BulkItemResult> {
    const { submissionId } = request;
    try {
      return { submissionId, ok: true, submission: inShort(await this.decideSubmission.execute(request)), error: null };
    } catch (error) {
      if (!(error instanceof AppError)) this.logger.error({ err: error, submissionId }, 'not decided');
      const { code, message } = error instanceof AppError ? error : new AppError('INTERNAL');
      return { submissionId, ok: false, submission: null, error: { code, detail: message } };
    }
  }
}

function inShort(decided: TeamSubmissionDetail): ReviewedSubmission {
  const submission: ReviewedSubmission & Partial<TeamSubmissionDetail> = { ...decided };
  delete submission.inputs;
  delete submission.account;
  delete submission.files;
  delete submission.proofs;
  delete submission.reason;
  delete submission.history;
  delete submission.checks;
  return submission;
}
