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

  @OneOf(SUBMISSION_STATUSES, { example: 'claimed', description: 'Status of the submission' })
  status!: SubmissionStatus;

  @Count({ description: 'Credited points that were not reversed', example: 10 })
  pointsAwarded!: number;

  @Count({ description: 'Credited experience points that were not reversed', example: 5 })
  xpAwarded!: number;

  @Time({ description: 'When the points were credited', example: '2026-05-01T12:00:00.000Z' })
  claimedAt!: Timestamp;
}

/** The same where the quest's method may ask for a reviewer: `in_review` without points until the decision. */
export class Completion extends omit(Credit, 'claimedAt') {
  @Time({
    nullable: true,
    description: 'When the points were credited; null: not yet',
    example: '2026-05-01T12:00:00.000Z',
  })
  claimedAt!: Timestamp | null;
}
