import { ACCOUNT_ADDRESS, CSV_FORM, Creating } from '../../language/contract/common.js';
import { SAME_AGAIN, contract } from '../../language/contract/contract.js';
import {
  Count,
  Flag,
  Id,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  Prose,
  Text,
  Whole,
  combine,
  enumeration,
  omit,
} from '../../language/fields/index.js';
import { TeamSubmission, TeamSubmissionDetail } from './team-submissions.js';
import { MAX_MEMBERS } from '../studio/invitations.js';
import { SubmissionSnapshot } from '../verification/submissions.js';
import { REVIEWER_SIDES, type ReviewerSide } from '../../shared/reviewer-side.js';
import { MAX_WAITING_COUNTED } from '../../shared/submission-status.js';

/** The reviewer: a member of the project, or an operator with moderation:global (projectId null). */
export class Reviewer {
  @Id({ nullable: true })
  projectId!: string | null;

  @OneOf(REVIEWER_SIDES, { description: 'Side of the reviewer: a member of the team, or an operator' })
  by!: ReviewerSide;

  @Text({ form: 'account_id', from: 'callerId' })
  reviewerId!: string;
}

const MAX_DECISIONS = 100;
const DECISIONS = enumeration('ReviewAction', ['approve', 'reject']);
const APPROVAL_ERRORS = [
  'QUEST_FULL',
  'EARNER_SUSPENDED',
  'MEMBER_CANNOT_EARN',
  'CAMPAIGN_NOT_ACTIVE',
  'SUBJECT_ALREADY_USED',
] as const;
const REASON = { max: 1000 };

/** The service checks that `reason` is present exactly for `reject`. */
export class ReviewDecision {
  @Id()
  submissionId!: string;

  @OneOf(DECISIONS, { description: 'Approve or reject the submission' })
  decision!: (typeof DECISIONS)[number];

  @Prose({
    ...REASON,
    optional: true,
    description: 'Required for `reject`, otherwise not allowed; shown to the earner',
    example: 'The link is dead.',
  })
  reason?: string;
}

const OF_TEAM = '/v1/projects/:projectId/submissions';
const ONE_OF_TEAM = `${OF_TEAM}/:submissionId`;
const BY_TEAM = { by: 'team' };
const ONE_OF_ALL = '/v1/admin/submissions/:submissionId';
const BY_PLATFORM = { by: 'platform', projectId: null };
const tag = 'review';
const CLOSING = 'in the last 48 hours of a campaign with a reward pool, and after it';
const NOT_CLAIMED = { pointsAwarded: 0, xpAwarded: 0, claimedAt: null };
const REJECTED = {
  status: 'rejected',
  reason: 'The link is dead.',
  availableAt: '2026-05-01T12:00:00.000Z',
  ...NOT_CLAIMED,
};
const UNDONE = { status: 'in_review', reviewedBy: null, undoUntil: null, verifiedAt: null, ...NOT_CLAIMED };
const REVERSED = {
  status: 'reversed',
  reason: 'Copied from somebody else.',
  undoUntil: null,
  pointsAwarded: 0,
  xpAwarded: 0,
};

class ReviewRequest extends combine(Reviewer, ReviewDecision) {}

/** The first decision counts; a repeated one returns it. */
export const reviewSubmission = contract({
  subject: 'quests.review.decide',
  request: ReviewRequest,
  reply: TeamSubmissionDetail,
  errors: ['ALREADY_REVIEWED', 'NOT_IN_REVIEW'],
  http: [
    {
      id: 'approveSubmission',
      route: `POST ${ONE_OF_TEAM}/approve`,
      tag,
      summary: 'Approve a submission and credit its points',
      set: { ...BY_TEAM, decision: 'approve', reason: undefined },
      errors: APPROVAL_ERRORS,
      description: 'The first decision wins.',
      again: 'A repeated call returns the same answer; after a rejection it returns ALREADY_REVIEWED.',
    },
    {
      id: 'rejectSubmission',
      route: `POST ${ONE_OF_TEAM}/reject`,
      tag,
      summary: 'Reject a submission with a reason',
      set: { ...BY_TEAM, decision: 'reject' },
      requires: ['reason'],
      description: 'The first decision wins; the earner can submit again.',
      again: 'A repeated call returns the same answer; after an approval it returns ALREADY_REVIEWED.',
      replies: REJECTED,
    },
    {
      id: 'adminApproveSubmission',
      route: `POST ${ONE_OF_ALL}/approve`,
      tag: 'admin',
      summary: 'Approve a submission and credit its points',
      set: { ...BY_PLATFORM, decision: 'approve', reason: undefined },
      errors: APPROVAL_ERRORS,
      description: `The first decision wins, except that a moderator can approve what the team rejected ${CLOSING}.`,
      again: 'A repeated call returns the same answer; after any other rejection it returns ALREADY_REVIEWED.',
    },
    {
      id: 'adminRejectSubmission',
      route: `POST ${ONE_OF_ALL}/reject`,
      tag: 'admin',
      summary: 'Reject a submission with a reason',
      set: { ...BY_PLATFORM, decision: 'reject' },
      requires: ['reason'],
      description: 'The first decision wins; the earner can submit again.',
      again: 'A repeated call returns the same answer; after an approval it returns ALREADY_REVIEWED.',
      replies: REJECTED,
    },
  ],
});

class BulkReviewRequest extends Reviewer {
  @ListOf(() => ReviewDecision, {
    min: 1,
    max: MAX_DECISIONS,
    description: 'Decisions on the same submission are applied in order',
  })
  items!: ReviewDecision[];
}

export class BulkError {
  @Text({
    max: 64,
    example: 'ALREADY_REVIEWED',
    description: 'Error code, as in the operation for a single submission',
  })
  code!: string;

  @Text({ max: 300, example: 'The submission is rejected.', description: 'Explanation in English' })
  detail!: string;
}

/** A submission in the reply to many decisions, without inputs and reason, so that a hundred fit one reply. */
export class ReviewedSubmission extends omit(TeamSubmission, 'inputs', 'files', 'reason', 'account') {}

export class BulkItemResult {
  @Id()
  submissionId!: string;

  @Flag({ example: false, description: 'True if the item succeeded' })
  ok!: boolean;

  @Nested(() => ReviewedSubmission, {
    nullable: true,
    description: 'The submission after the decision; null: it failed',
  })
  submission!: ReviewedSubmission | null;

  @Nested(() => BulkError, {
    nullable: true,
    example: { code: 'ALREADY_REVIEWED', detail: 'The submission is rejected.' },
    description: 'Why the item failed; null: it succeeded',
  })
  error!: BulkError | null;
}

class BulkReview {
  @ListOf(() => BulkItemResult, { max: MAX_DECISIONS, description: 'In the order of the request' })
  results!: BulkItemResult[];
}

export const bulkReview = contract({
  subject: 'quests.review.bulk',
  request: BulkReviewRequest,
  reply: BulkReview,
  deadlineMs: 20_000,
  http: {
    id: 'bulkReview',
    route: `POST ${OF_TEAM}/bulk-review`,
    tag,
    summary: 'Review up to 100 submissions independently',
    set: BY_TEAM,
    description: 'Each submission is reviewed in its own transaction; results are in the order of the request.',
    again:
      'A submission that already has this decision is returned unchanged; the opposite decision returns ALREADY_REVIEWED.',
  },
});

/** Maximum rows of a list and matching submissions: they are decided in one transaction, which blocks others. */
export const MAX_LISTED = 200;
/** Maximum characters, so that the list with JSON escapes fits the limits of gateway and broker. */
const MAX_LIST_CHARACTERS = 100_000;

class DecideListedRequest extends combine(Reviewer, Creating) {
  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @OneOf(DECISIONS, { description: 'Approve or reject every listed earner' })
  decision!: (typeof DECISIONS)[number];

  @Text({ max: MAX_LIST_CHARACTERS, example: 'earner\r\nsvcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01\r\n' })
  list!: string;
}

/** One row of the list; a rejection requires a reason. */
export class ListedEarner {
  @Text({
    min: 1,
    max: ACCOUNT_ADDRESS.max,
    form: 'word',
    description: 'Public id, or address of a linked wallet',
  })
  earner!: string;

  @Prose({ ...REASON, optional: true, description: 'Reason shown to the earner', example: 'The link is dead.' })
  reason?: string;
}

class DecidedListed {
  @Count({ description: 'Number of decided submissions', example: 1 })
  decided!: number;

  @Count({ description: 'Number of submissions that already had this decision', example: 0 })
  unchanged!: number;
}

const LISTED = '/v1/projects/:projectId/campaigns/:campaignId/quests/:questId/submissions';
const LIST =
  'A CSV file of at most 200 rows and 100,000 characters, with the id of an earner or the address of a linked wallet in ' +
  'each row. The header is optional; with one, the column is named `earner`, `user_public_id` or `wallet_address`, ' +
  `and other columns are ignored. ${CSV_FORM}`;
const ALL_OR_NONE =
  'Applies to all submissions of the earner to the quest that are in review, or to the latest one if none is. All rows ' +
  'are decided in one transaction: if a row is invalid, nothing is changed and up to 50 invalid rows are reported.';

/** All or nothing. VALIDATION_FAILED with `#row=n` for each invalid row. */
export const decideListed = contract({
  subject: 'quests.review.listed',
  request: DecideListedRequest,
  reply: DecidedListed,
  deadlineMs: 20_000,
  http: [
    {
      id: 'approveListed',
      route: `POST ${LISTED}/approve-listed`,
      tag,
      summary: 'Approve the submissions of the earners in a CSV file',
      set: { ...BY_TEAM, decision: 'approve' },
      csv: 'list',
      idempotent: true,
      description: `${LIST} ${ALL_OR_NONE}`,
    },
    {
      id: 'rejectListed',
      route: `POST ${LISTED}/reject-listed`,
      tag,
      summary: 'Reject the submissions of the earners in a CSV file, each with a reason',
      set: { ...BY_TEAM, decision: 'reject' },
      csv: 'list',
      idempotent: true,
      description: `${LIST} The second column, or the one named \`reason\`, is shown to the earner. ${ALL_OR_NONE}`,
      example: { list: 'earner,reason\r\nsvcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01,The link is dead.\r\n' },
    },
  ],
});

class UndoReviewRequest extends Reviewer {
  @Id()
  submissionId!: string;
}

const UNDO = 'Undo the last decision within 15 minutes';
const UNDONE_BY_ENTRY = 'Its points are reversed by a ledger entry, and the submission is in review again.';

/** Takes the points back by a reversal entry; the submission is in review again. */
export const undoReview = contract({
  subject: 'quests.review.undo',
  request: UndoReviewRequest,
  reply: TeamSubmissionDetail,
  errors: ['UNDO_WINDOW_CLOSED', 'NOTHING_TO_UNDO'],
  http: [
    {
      id: 'undoReview',
      route: `POST ${ONE_OF_TEAM}/undo`,
      tag,
      summary: UNDO,
      set: BY_TEAM,
      errors: ['MODERATOR_REQUIRED'],
      description: `${UNDONE_BY_ENTRY} A decision of a platform moderator cannot be undone by the team ${CLOSING}.`,
      again: 'A repeated call returns NOTHING_TO_UNDO.',
      replies: UNDONE,
    },
    {
      id: 'adminUndoReview',
      route: `POST ${ONE_OF_ALL}/undo`,
      tag: 'admin',
      summary: UNDO,
      set: BY_PLATFORM,
      description: UNDONE_BY_ENTRY,
      again: 'A repeated call returns NOTHING_TO_UNDO.',
      replies: UNDONE,
    },
  ],
});

class ReverseSubmissionRequest extends UndoReviewRequest {
  @Prose({ ...REASON, description: 'Shown to the earner', example: 'Copied from somebody else.' })
  reason!: string;
}

const REVERSE = 'Reverse a credited submission permanently';
const REVERSED_BY_ENTRY = 'The points are reversed by a ledger entry; the earner cannot submit again.';

/** Idempotent. */
export const reverseSubmission = contract({
  subject: 'quests.review.reverse',
  request: ReverseSubmissionRequest,
  reply: TeamSubmissionDetail,
  errors: ['INVALID_TRANSITION'],
  http: [
    {
      id: 'reverseSubmission',
      route: `POST ${ONE_OF_TEAM}/reverse`,
      tag,
      summary: REVERSE,
      set: BY_TEAM,
      errors: ['MODERATOR_REQUIRED'],
      description:
        `${REVERSED_BY_ENTRY} MODERATOR_REQUIRED is returned ${CLOSING}: ` +
        'ask the platform, whose moderators reverse credits at any time.',
      again: SAME_AGAIN,
      replies: REVERSED,
    },
    {
      id: 'adminReverseSubmission',
      route: `POST ${ONE_OF_ALL}/reverse`,
      tag: 'admin',
      summary: REVERSE,
      set: BY_PLATFORM,
      description: REVERSED_BY_ENTRY,
      again: SAME_AGAIN,
      replies: REVERSED,
    },
  ],
});

export const REVIEW_OUTCOMES = enumeration('ReviewOutcome', ['approved', 'rejected', 'undone', 'reversed']);

export class SubmissionReviewed extends SubmissionSnapshot {
  @OneOf(REVIEW_OUTCOMES, { description: 'What the review did to the submission' })
  decision!: (typeof REVIEW_OUTCOMES)[number];
}

export class ReviewWaiting {
  @Id()
  projectId!: string;

  @Text({ max: 100, description: 'Name of the project', example: 'Orbit' })
  projectName!: string;

  @Whole({ min: 1, max: MAX_WAITING_COUNTED, description: 'Submissions that wait; 1,000 means 1,000 or more' })
  waiting!: number;

  @ListOfText({ max: MAX_MEMBERS, maxLength: 40, form: 'user_id', description: 'The team' })
  userIds!: string[];
}
