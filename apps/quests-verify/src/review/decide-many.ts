import { AppError, type BulkItemResult, type bulkReview, type ReplyOf, type RequestOf, type SubmissionStep, type TeamSubmission } from '@questp/messages';
import type { Database } from '@questp/postgres';
import type { Logger } from '@questp/service';
import { decideSubmission } from './decide.js';

/** Decides each item in a transaction of its own, in order; one that fails does not stop the others. */
export async function decideMany(
  db: Database,
  logger: Logger,
  { items, ...reviewer }: RequestOf<typeof bulkReview>,
): Promise<ReplyOf<typeof bulkReview>> {
  const results: BulkItemResult[] = [];
  for (const item of items) {
    const { submissionId } = item;
    try {
      const decided = await decideSubmission(db, { ...reviewer, ...item });
      const submission: TeamSubmission & { history?: SubmissionStep[] } = decided;
      delete submission.history;
      results.push({ submissionId, ok: true, submission, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) logger.error({ err: error, submissionId }, 'not decided');
      const { code, message } = error instanceof AppError ? error : new AppError('INTERNAL');
      results.push({ submissionId, ok: false, submission: null, error: { code, detail: message } });
    }
  }
  return { results };
}
