import type { Timestamp } from '../../language/contract/common.js';
import { Count, Id, OneOf, Time, UserId, omit } from '../../language/fields/index.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../shared/submission-status.js';

/** Base class of an earner's requests about a quest. */
export class ByEarner {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  questId!: string;
}

/** Reply to a credited attempt. */
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

/** Reply where the method of the quest may require a reviewer: `in_review` without points until the decision. */
export class Completion extends omit(Credit, 'claimedAt') {
  @Time({
    nullable: true,
    description: 'When the points were credited; null: not yet',
    example: '2026-05-01T12:00:00.000Z',
  })
  claimedAt!: Timestamp | null;
}
