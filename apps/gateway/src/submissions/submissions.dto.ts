import {
  SUBMISSION_STATUSES,
  VERIFICATION_METHODS,
  type Completion,
  type Credit,
  type Submission,
  type SubmissionDetail,
  type SubmissionFilter,
  type SubmissionStatus,
  type SubmissionStep,
  type VerificationMethod,
} from '@questp/messages';
import { AnyObject, Count, Id, ListOf, OneOf, Slug, TaskTypeId, Text, Time, UserId } from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';

export class SubmissionStepDto implements SubmissionStep {
  @Time()
  at!: string;

  @OneOf(SUBMISSION_STATUSES)
  status!: SubmissionStatus;

  @OneOf(['earner', 'team', 'platform', 'automatic'])
  by!: SubmissionStep['by'];

  @Text({ nullable: true })
  reason!: string | null;
}

export class SubmissionDto implements Submission {
  @Id()
  id!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Slug()
  questSlug!: string;

  @Text()
  questTitle!: string;

  @TaskTypeId()
  taskTypeId!: string;

  @OneOf(VERIFICATION_METHODS)
  method!: VerificationMethod;

  @OneOf(SUBMISSION_STATUSES)
  status!: SubmissionStatus;

  @Text({ nullable: true, description: 'Why it is pending or was rejected or reversed' })
  reason!: string | null;

  @Time({ nullable: true, description: 'pending: when it is checked again' })
  nextTryAt!: string | null;

  @Time({ nullable: true, description: 'When the quest can be done again or resubmitted' })
  availableAt!: string | null;

  @Text({ description: '`once`, `YYYY-MM-DD`, or the UTC start of the interval', example: '2026-05-01' })
  periodKey!: string;

  @Count()
  pointsAwarded!: number;

  @Count()
  xpAwarded!: number;

  @AnyObject()
  inputs!: Record<string, unknown>;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;

  @Time({ nullable: true })
  verifiedAt!: string | null;

  @Time({ nullable: true })
  claimedAt!: string | null;
}

export class SubmissionDetailDto extends SubmissionDto implements SubmissionDetail {
  @ListOf(() => SubmissionStepDto)
  history!: SubmissionStepDto[];
}

export const SubmissionPageDto = pageOf(SubmissionDto);

export class SubmitBody {
  @AnyObject({ description: "Fits the task type's inputSchema", example: { url: 'https://example.org/post' } })
  inputs!: Record<string, unknown>;
}

export class SubmissionsQuery extends PageQuery implements Omit<SubmissionFilter, 'userId'> {
  @Id({ optional: true })
  campaignId?: string;

  @Id({ optional: true })
  questId?: string;

  @TaskTypeId({ optional: true })
  taskTypeId?: string;

  @OneOf(SUBMISSION_STATUSES, { optional: true })
  status?: SubmissionStatus;

  @Time({ optional: true })
  createdFrom?: string;

  @Time({ optional: true })
  createdTo?: string;
}

export class TeamSubmissionsQuery extends SubmissionsQuery implements SubmissionFilter {
  @UserId({ optional: true })
  userId?: string;

  @OneOf(['newest', 'oldest'], { optional: true, description: 'newest unless told; oldest for a review queue' })
  order: 'newest' | 'oldest' = 'newest';
}

/** What a credit answers with. */
export class CreditDto implements Credit {
  @Id()
  submissionId!: string;

  @OneOf(SUBMISSION_STATUSES)
  status!: SubmissionStatus;

  @Count()
  pointsAwarded!: number;

  @Count()
  xpAwarded!: number;

  @Time()
  claimedAt!: string;
}

/** `in_review` without points where the quest's method asks for a reviewer. */
export class CompletionDto implements Completion {
  @Id()
  submissionId!: string;

  @OneOf(SUBMISSION_STATUSES)
  status!: SubmissionStatus;

  @Count()
  pointsAwarded!: number;

  @Count()
  xpAwarded!: number;

  @Time({ nullable: true })
  claimedAt!: string | null;
}
