import { ACCOUNT_ADDRESS, Creating } from '../common.js';
import { contract, SAME_AGAIN } from '../contract.js';
import { Count, enumeration, combine, Flag, Id, ListOf, Nested, omit, OneOf, Prose, Text } from '../fields/index.js';
import { TeamSubmission, TeamSubmissionDetail } from './team-submissions.js';

export const REVIEWER_SIDES = enumeration('ReviewerSide', ['team', 'platform']);
export type ReviewerSide = (typeof REVIEWER_SIDES)[number];

/** Who decides: a member of the project's team, or an operator with moderation:global (projectId null). */
export class Reviewer {
  @Id({ nullable: true })
  projectId!: string | null;

  @OneOf(REVIEWER_SIDES)
  by!: ReviewerSide;

  @Text({ form: 'account_id', from: 'callerId' })
  reviewerId!: string;
}

const MOST_DECISIONS = 100;
const DECISIONS = enumeration('ReviewAction', ['approve', 'reject']);
const APPROVAL_ERRORS = ['QUEST_FULL', 'EARNER_SUSPENDED', 'MEMBER_CANNOT_EARN', 'CAMPAIGN_NOT_ACTIVE'] as const;
const REASON = { max: 1000 };

/** That `reason` goes with `reject`, and only with it, is checked by who decides. */
export class ReviewDecision {
  @Id()
  submissionId!: string;

  @OneOf(DECISIONS)
  decision!: (typeof DECISIONS)[number];

  @Prose({ ...REASON, optional: true, description: 'With `reject` only; shown to the earner' })
  reason?: string;
}

const OF_TEAM = '/v1/projects/:projectId/submissions';
const ONE_OF_TEAM = `${OF_TEAM}/:submissionId`;
const BY_TEAM = { by: 'team' };
const ONE_OF_ALL = '/v1/admin/submissions/:submissionId';
const BY_PLATFORM = { by: 'platform', projectId: null };
const tag = 'review';
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

/** The first decision wins; the same again returns it. */
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
      summary: 'Approves a submission and credits its points',
      set: { ...BY_TEAM, decision: 'approve', reason: undefined },
      errors: APPROVAL_ERRORS,
      description: 'The first decision wins.',
      again: 'Repeated, it answers the same; after a rejection it is ALREADY_REVIEWED.',
    },
    {
      id: 'rejectSubmission',
      route: `POST ${ONE_OF_TEAM}/reject`,
      tag,
      summary: 'Rejects a submission with a reason',
      set: { ...BY_TEAM, decision: 'reject' },
      requires: ['reason'],
      description: 'The first decision wins; the earner may hand in again.',
      again: 'Repeated, it answers the same; after an approval it is ALREADY_REVIEWED.',
      replies: REJECTED,
    },
    {
      id: 'adminApproveSubmission',
      route: `POST ${ONE_OF_ALL}/approve`,
      tag: 'admin',
      summary: 'Approves a submission and credits its points',
      set: { ...BY_PLATFORM, decision: 'approve', reason: undefined },
      errors: APPROVAL_ERRORS,
      description: 'The first decision wins.',
      again: 'Repeated, it answers the same; after a rejection it is ALREADY_REVIEWED.',
    },
    {
      id: 'adminRejectSubmission',
      route: `POST ${ONE_OF_ALL}/reject`,
      tag: 'admin',
      summary: 'Rejects a submission with a reason',
      set: { ...BY_PLATFORM, decision: 'reject' },
      requires: ['reason'],
      description: 'The first decision wins; the earner may hand in again.',
      again: 'Repeated, it answers the same; after an approval it is ALREADY_REVIEWED.',
      replies: REJECTED,
    },
  ],
});

class BulkReviewRequest extends Reviewer {
  @ListOf(() => ReviewDecision, {
    min: 1,
    max: MOST_DECISIONS,
    description: 'Those on one submission are decided in order',
  })
  items!: ReviewDecision[];
}

export class BulkError {
  @Text({
    max: 64,
    example: 'ALREADY_REVIEWED',
    description: 'Code of the error the step alone would be answered with',
  })
  code!: string;

  @Text({ max: 300, example: 'The submission is rejected.' })
  detail!: string;
}

/** A submission after a decision among many, without what was handed in and its reason: a hundred of them fit one reply. */
export class ReviewedSubmission extends omit(TeamSubmission, 'inputs', 'files', 'reason') {}

export class BulkItemResult {
  @Id()
  submissionId!: string;

  @Flag({ example: false })
  ok!: boolean;

  @Nested(() => ReviewedSubmission, { nullable: true })
  submission!: ReviewedSubmission | null;

  @Nested(() => BulkError, {
    nullable: true,
    example: { code: 'ALREADY_REVIEWED', detail: 'The submission is rejected.' },
  })
  error!: BulkError | null;
}

class BulkReview {
  @ListOf(() => BulkItemResult, { max: MOST_DECISIONS, description: 'In the order of the request' })
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
    summary: 'Decides on up to 100 submissions, each on its own',
    set: BY_TEAM,
    description:
      'Each is decided as by the step alone, in a transaction of its own, and answered in the order of the request.',
    again: 'What was decided so already is answered as it is; another decision is ALREADY_REVIEWED.',
  },
});

/** Rows of a list, and submissions that one may decide on: one transaction, which others wait for. */
export const MOST_LISTED = 200;
/** Characters; with the escapes of JSON it fits what the gateway takes and the broker carries. */
const LONGEST_LIST = 100_000;

class DecideListedRequest extends combine(Reviewer, Creating) {
  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @OneOf(DECISIONS)
  decision!: (typeof DECISIONS)[number];

  @Text({ max: LONGEST_LIST, example: 'earner\r\nsvcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01\r\n' })
  list!: string;
}

/** A row of the list; a rejection needs the reason. */
export class ListedEarner {
  @Text({ min: 1, max: ACCOUNT_ADDRESS.max, form: 'word' })
  earner!: string;

  @Prose({ ...REASON, optional: true })
  reason?: string;
}

class DecidedListed {
  @Count({ description: 'Submissions that were decided on', example: 1 })
  decided!: number;

  @Count({ description: 'Submissions that had been decided so before', example: 0 })
  unchanged!: number;
}

const LISTED = '/v1/projects/:projectId/campaigns/:campaignId/quests/:questId/submissions';
const LIST =
  'A CSV file of at most 200 rows and 100,000 characters, with the id of an earner or the address of a linked wallet in ' +
  'each. A header is not needed; where there is one, the column is called `earner`, `user_public_id` or ' +
  '`wallet_address`, and others are left out.';
const ALL_OR_NONE =
  'All submissions of the quest that wait for review are meant, or the last one where none waits. Each is decided on as ' +
  'by the step alone, all in one transaction: where a row is bad, nothing is done, and up to 50 bad rows are told.';

/** All or nothing. VALIDATION_FAILED with `#row=n` for each row that cannot be done. */
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
      summary: 'Approves the submissions of the earners in a CSV file',
      set: { ...BY_TEAM, decision: 'approve' },
      csv: 'list',
      idempotent: true,
      description: `${LIST} ${ALL_OR_NONE}`,
    },
    {
      id: 'rejectListed',
      route: `POST ${LISTED}/reject-listed`,
      tag,
      summary: 'Rejects the submissions of the earners in a CSV file, each with a reason',
      set: { ...BY_TEAM, decision: 'reject' },
      csv: 'list',
      idempotent: true,
      description: `${LIST} The second column, or the one called \`reason\`, is shown to the earner. ${ALL_OR_NONE}`,
      example: { list: 'earner,reason\r\nsvcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01,The link is dead.\r\n' },
    },
  ],
});

class UndoReviewRequest extends Reviewer {
  @Id()
  submissionId!: string;
}

const UNDO = 'Takes the last decision back within 15 minutes';

/** Takes points back by a reversing entry; the submission waits for review again. */
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
      description: 'Its points are taken back by an entry of the ledger, and it waits for review again.',
      again: 'Repeated, it is NOTHING_TO_UNDO.',
      replies: UNDONE,
    },
    {
      id: 'adminUndoReview',
      route: `POST ${ONE_OF_ALL}/undo`,
      tag: 'admin',
      summary: UNDO,
      set: BY_PLATFORM,
      description: 'Its points are taken back by an entry of the ledger, and it waits for review again.',
      again: 'Repeated, it is NOTHING_TO_UNDO.',
      replies: UNDONE,
    },
  ],
});

class ReverseSubmissionRequest extends UndoReviewRequest {
  @Prose({ ...REASON, description: 'Shown to the earner', example: 'Copied from somebody else.' })
  reason!: string;
}

const REVERSE = 'Takes the points of a claimed submission back for good';

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
      description: 'By an entry of the ledger; the earner cannot hand in again.',
      again: SAME_AGAIN,
      replies: REVERSED,
    },
    {
      id: 'adminReverseSubmission',
      route: `POST ${ONE_OF_ALL}/reverse`,
      tag: 'admin',
      summary: REVERSE,
      set: BY_PLATFORM,
      description: 'By an entry of the ledger; the earner cannot hand in again.',
      again: SAME_AGAIN,
      replies: REVERSED,
    },
  ],
});
