import { EvidenceFile, MAX_EVIDENCE_FILES } from '../../integrations/files.js';
import { INPUTS_BYTES, PAGE_BYTES } from '../../language/byte-budget.js';
import { Creating, type Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  AnyObject,
  Count,
  Id,
  ListOf,
  ListOfOneOf,
  OneOf,
  Slug,
  TaskTypeId,
  Text,
  Time,
  UserId,
  combine,
  enumeration,
} from '../../language/fields/index.js';
import { VERIFICATION_METHODS, type VerificationMethod } from '../studio/quest.js';
import { Check } from './checks.js';
import { ByEarner } from './credit.js';
import { EARNING_ERRORS } from './earning-errors.js';
import { ACCOUNT_ERRORS } from './platform-check.js';
import { PERIOD_KEY } from '../../shared/period.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../shared/submission-status.js';

/** `platform`: an operator. */
export const STEP_ACTORS = enumeration('StepActor', ['earner', 'team', 'platform', 'automatic']);
export type StepActor = (typeof STEP_ACTORS)[number];

/** One step in the history of a submission. */
export class SubmissionStep {
  @Time()
  at!: Timestamp;

  @OneOf(SUBMISSION_STATUSES, { example: 'in_review', description: 'Status after the step' })
  status!: SubmissionStatus;

  @OneOf(STEP_ACTORS, { description: 'Who took the step: the earner, a member, an operator or the platform' })
  by!: StepActor;

  @Text({ max: 1000, nullable: true, description: 'Why it was rejected or reversed', example: null })
  reason!: string | null;

  @AnyObject({
    maxBytes: INPUTS_BYTES,
    nullable: true,
    description: 'Submitted inputs; null: none',
    example: { text: 'What I found out.' },
  })
  inputs!: Record<string, unknown> | null;
}

export class Submission {
  @Id({ description: 'Id of the submission' })
  id!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Slug({ description: 'Slug of the quest', example: 'first-impressions' })
  questSlug!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Your first impressions' })
  questTitle!: string;

  @TaskTypeId()
  taskTypeId!: string;

  @OneOf(VERIFICATION_METHODS, { description: 'Verification method of the latest attempt', example: 'manual' })
  method!: VerificationMethod;

  @OneOf(SUBMISSION_STATUSES, { example: 'claimed', description: 'Status of the submission' })
  status!: SubmissionStatus;

  @Text({ max: 1000, nullable: true, description: 'Reason for pending, rejected or reversed', example: null })
  reason!: string | null;

  @Time({ nullable: true, description: 'pending: time of the next check' })
  nextTryAt!: Timestamp | null;

  @Time({
    nullable: true,
    description:
      'pending: until when the earner can hand in a proof, since the check gives no result and a reviewer has nothing ' +
      'to look at; null: none is needed',
    example: null,
  })
  proofUntil!: Timestamp | null;

  @Time({
    nullable: true,
    description: 'When the quest can be completed again or resubmitted; null: unknown or never',
  })
  availableAt!: Timestamp | null;

  @Text(PERIOD_KEY)
  periodKey!: string;

  @Count({ description: 'Credited points that were not reversed', example: 10 })
  pointsAwarded!: number;

  @Count({ description: 'Credited experience points that were not reversed', example: 5 })
  xpAwarded!: number;

  @AnyObject({
    maxBytes: INPUTS_BYTES,
    description: 'Inputs of the latest attempt',
    example: { text: 'What I found out.' },
  })
  inputs!: Record<string, unknown>;

  @ListOf(() => EvidenceFile, {
    max: MAX_EVIDENCE_FILES,
    description: 'Submitted files',
  })
  files!: EvidenceFile[];

  @Time()
  createdAt!: Timestamp;

  @Time()
  updatedAt!: Timestamp;

  @Time({ nullable: true, description: 'When it was last decided; null: not yet', example: '2026-05-01T12:00:00.000Z' })
  verifiedAt!: Timestamp | null;

  @Time({
    nullable: true,
    description: 'When the points were credited; null: not yet',
    example: '2026-05-01T12:00:00.000Z',
  })
  claimedAt!: Timestamp | null;
}

/** Bounds of what a submission shows of them; the lists of checks contain everything. */
export const HISTORY = {
  max: 50,
  maxBytes: PAGE_BYTES / 2,
  description: 'The latest 50 steps, oldest first; fewer if the inputs are large',
};
export const LATEST_CHECKS = {
  max: 20,
  maxBytes: PAGE_BYTES / 2,
  description: 'The latest 20 checks, newest first; fewer if they are large',
};

export class SubmissionDetail extends Submission {
  @ListOf(() => SubmissionStep, HISTORY)
  history!: SubmissionStep[];

  @ListOf(() => Check, LATEST_CHECKS)
  checks!: Check[];
}

/** A page of submissions that match all given filters. */
export class SubmissionsRequest extends PageRequest {
  @Id({ optional: true, description: 'Only submissions to this campaign' })
  campaignId?: string;

  @Id({ optional: true, description: 'Only submissions to this quest' })
  questId?: string;

  @TaskTypeId({ optional: true, description: 'Only submissions to quests of this task type' })
  taskTypeId?: string;

  @ListOfOneOf(SUBMISSION_STATUSES, {
    min: 1,
    optional: true,
    description: 'Only submissions with one of these statuses',
  })
  status?: SubmissionStatus[];

  @Time({ optional: true, description: 'Created at or after this time' })
  createdFrom?: Timestamp;

  @Time({ optional: true, description: 'Created before this time' })
  createdTo?: Timestamp;
}

const OWN = '/v1/users/me/submissions';
const tag = 'submissions';

class SubmitQuestRequest extends combine(ByEarner, Creating) {
  @AnyObject({
    maxBytes: INPUTS_BYTES,
    description: 'Inputs that match the inputSchema of the task type',
    example: { text: 'What I found out.' },
  })
  inputs!: Record<string, unknown>;
}

/**
 * Automatic types answer `claimed`, reviewed ones `in_review`, and `pending` when the facts are not available yet.
 * The same call resubmits a rejected submission.
 */
export const submitQuest = contract({
  subject: 'quests.submissions.submit',
  request: SubmitQuestRequest,
  reply: SubmissionDetail,
  errors: [
    ...EARNING_ERRORS,
    'TASK_INPUTS_INVALID',
    'FILE_NOT_USABLE',
    'CHECK_UNAVAILABLE',
    'PROOF_NEEDED',
    'COMPLETION_CODE_WRONG',
    'TERMS_VERSION_MISMATCH',
    'WALLET_NOT_LINKED',
    'WALLET_ALREADY_USED',
    'SUBJECT_ALREADY_USED',
    'NOT_LINKED',
    'EMAIL_MISSING',
    'ACCOUNT_RELINK_NEEDED',
    'ACCOUNT_HIDDEN',
    'QUEST_MISCONFIGURED',
    'TRANSACTION_FAILED',
    'TRANSACTION_TOO_EARLY',
    'TRANSACTION_TOO_LATE',
    'TRANSACTION_WRONG_SENDER',
    'TRANSACTION_MISMATCH',
    'ACTION_NOT_FOUND',
    'DRAW_PENDING',
    'DRAW_CLOSED',
    'DRAW_LOST',
    'REFERRALS_MISSING',
  ],
  http: {
    id: 'submitQuest',
    route: 'POST /v1/quests/:questId/submissions',
    tag,
    summary: 'Submit inputs for a quest whose task type has no route of its own',
    examples: {
      content_blog_write: { inputs: { link: 'https://blog.example.org/my-work', note: 'My first one.' } },
      content_media_upload: { inputs: { fileIds: ['0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b'] } },
      custom_manual: { inputs: { text: 'What I found out.' } },
      engagement_terms_accept: { inputs: { version: '2026-01' } },
      identity_wallet_link: { inputs: {} },
    },
    status: 201,
    idempotent: true,
    description: `The status is \`claimed\` for automatic task types, \`in_review\` for reviewed ones, and \`pending\` if the check is unavailable now. Call it again to resubmit after a rejection, or with a proof while \`proofUntil\` is set. Upload files as evidence first and send their ids. ${ACCOUNT_ERRORS}`,
    replies: { status: 'in_review', pointsAwarded: 0, xpAwarded: 0, claimedAt: null, verifiedAt: null },
  },
});

class ListOwnSubmissionsRequest extends SubmissionsRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const listOwnSubmissions = contract({
  subject: 'quests.submissions.list-own',
  callers: ['exports'],
  request: ListOwnSubmissionsRequest,
  reply: pageOf(Submission),
  http: { id: 'listMySubmissions', route: `GET ${OWN}`, tag, summary: 'List your submissions, newest first' },
});

class OwnSubmissionRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  submissionId!: string;
}

export const getOwnSubmission = contract({
  subject: 'quests.submissions.get-own',
  callers: ['exports'],
  request: OwnSubmissionRequest,
  reply: SubmissionDetail,
  http: {
    id: 'getMySubmission',
    route: `GET ${OWN}/:submissionId`,
    tag,
    summary: 'Get one of your submissions with its history',
  },
});

export class SubmissionSnapshot {
  @Id()
  submissionId!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Your first impressions' })
  questTitle!: string;

  @UserId()
  userId!: string;

  @OneOf(SUBMISSION_STATUSES, { description: 'Status of the submission' })
  status!: SubmissionStatus;

  @Count({ description: 'Credited points that were not reversed', example: 10 })
  pointsAwarded!: number;

  @Text({
    max: 1000,
    nullable: true,
    description: 'Why it is pending or rejected, or was reversed; null: no reason',
    example: 'The link is dead.',
  })
  reason!: string | null;
}

export class ProofNeeded extends SubmissionSnapshot {
  @Time({ description: 'Until when the earner can hand in a proof' })
  proofUntil!: Timestamp;
}

export class SubmissionPending extends SubmissionSnapshot {
  @Time({ optional: true, description: 'When its check is repeated next' })
  nextTryAt?: Timestamp;
}
