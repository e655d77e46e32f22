import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type BulkItemResult,
  type bulkReview,
  type ReplyOf,
  type RequestOf,
  type ReviewedSubmission,
  type TeamSubmissionDetail,
} from '@questp/messages';
import { LOGGER, type Logger } from '@questp/service';
import { DecideSubmission } from './decide-submission.js';

/** Decides each item in a transaction of its own, in order; one that fails does not stop the others. */
@Injectable()
export class DecideMany {
  constructor(
    private readonly decide: DecideSubmission,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ items, ...reviewer }: RequestOf<typeof bulkReview>): Promise<ReplyOf<typeof bulkReview>> {
    const results: BulkItemResult[] = [];
    for (const item of items) {
      const { submissionId } = item;
      try {
        const submission = inShort(await this.decide.run({ ...reviewer, ...item }));
        results.push({ submissionId, ok: true, submission, error: null });
      } catch (error) {
        if (!(error instanceof AppError)) this.logger.error({ err: error, submissionId }, 'not decided');
        const { code, message } = error instanceof AppError ? error : new AppError('INTERNAL');
        results.push({ submissionId, ok: false, submission: null, error: { code, detail: message } });
      }
    }
    return { results };
  }
}

function inShort(decided: TeamSubmissionDetail): ReviewedSubmission {
  const submission: ReviewedSubmission & Partial<TeamSubmissionDetail> = { ...decided };
  delete submission.inputs;
  delete submission.reason;
  delete submission.history;
  delete submission.checks;
  return submission;
}
