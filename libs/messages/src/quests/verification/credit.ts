import type { Timestamp } from '../../language/contract/common.js';
import { Count, Id, OneOf, Time, UserId, omit } from '../../language/fields/index.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../shared/submission-status.js';

/** A request about a quest of the asking earner. */
export class ByEarner {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  questId!: string;
}

/** What a credit answers with. */
export class Credit {
  @Id()
  submissionId!: string;

  @OneOf(SUBMISSION_STATUSES, { example: 'claimed' })
  status!: SubmissionStatus;

  @Count()
  pointsAwarded!: number;

  @Count()
  xpAwarded!: number;

  @Time()
  claimedAt!: Timestamp;
}

/** The same where the quest's method may ask for a reviewer: `in_review` without points until the decision. */
export class Completion extends omit(Credit, 'claimedAt') {
  @Time({ nullable: true })
  claimedAt!: Timestamp | null;
}
