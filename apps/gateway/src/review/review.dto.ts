import { AppError, type BulkItemResult, type ReviewDecision, type TeamSubmission, type TeamSubmissionDetail } from '@questp/messages';
import { Flag, Id, ListOf, Nested, OneOf, Text, Time, UserId } from '../edge/fields/index.js';
import { pageOf } from '../edge/paging.dto.js';
import { SubmissionDto, SubmissionStepDto } from '../submissions/submissions.dto.js';

const REASON = { min: 1, max: 1000, pattern: /\S/ };

export class EarnerDto {
  @UserId()
  userId!: string;

  @Text({ nullable: true })
  username!: string | null;

  @Text({ nullable: true })
  displayName!: string | null;

  @Text({ example: 'active' })
  accountStatus!: string;

  @Text({ nullable: true, description: 'Address of the primary wallet' })
  wallet!: string | null;
}

export class TeamSubmissionDto extends SubmissionDto implements TeamSubmission {
  @Nested(() => EarnerDto)
  earner!: EarnerDto;

  @Text({ nullable: true })
  reviewedBy!: string | null;

  @Time({ nullable: true, description: 'Until when the last decision can be undone' })
  undoUntil!: string | null;
}

export class TeamSubmissionDetailDto extends TeamSubmissionDto implements TeamSubmissionDetail {
  @ListOf(() => SubmissionStepDto)
  history!: SubmissionStepDto[];
}

export const TeamSubmissionPageDto = pageOf(TeamSubmissionDto);

export class ReasonBody {
  @Text({ ...REASON, description: 'Shown to the earner' })
  reason!: string;
}

export class BulkDecisionDto {
  @Id()
  submissionId!: string;

  @OneOf(['approve', 'reject'])
  decision!: ReviewDecision['decision'];

  @Text({ ...REASON, optional: true, description: 'With `reject` only' })
  reason?: string;
}

export class BulkReviewBody {
  @ListOf(() => BulkDecisionDto, { min: 1, max: 100 })
  items!: BulkDecisionDto[];
}

export class BulkErrorDto {
  @Text({ example: 'ALREADY_REVIEWED' })
  code!: string;

  @Text()
  detail!: string;
}

export class BulkItemResultDto implements BulkItemResult {
  @Id()
  submissionId!: string;

  @Flag()
  ok!: boolean;

  @Nested(() => TeamSubmissionDto, { nullable: true })
  submission!: TeamSubmissionDto | null;

  @Nested(() => BulkErrorDto, { nullable: true })
  error!: BulkErrorDto | null;
}

export class BulkReviewDto {
  @ListOf(() => BulkItemResultDto, { description: 'In the order of the request' })
  results!: BulkItemResultDto[];
}

/** @throws AppError VALIDATION_FAILED unless `reason` comes with `reject` and only there */
export function toDecisions({ items }: BulkReviewBody): ({ submissionId: string } & ReviewDecision)[] {
  return items.map(({ submissionId, decision, reason }, index) => {
    if (decision === 'reject' && reason !== undefined) return { submissionId, decision, reason };
    if (decision === 'approve' && reason === undefined) return { submissionId, decision };
    const code = decision === 'reject' ? 'REQUIRED' : 'UNKNOWN_MEMBER';
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ pointer: `/items/${index}/reason`, code, detail: 'The member belongs to reject, which needs it.' }],
    });
  });
}
