import type { Creating, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { VerificationMethod } from './quests.js';

/** One step in a submission's life; the whole of it answers "why". */
export interface SubmissionStep {
  at: Timestamp;
  status: SubmissionStatus;
  /** `earner`, `team`, `platform` (an operator) or `automatic` */
  by: 'earner' | 'team' | 'platform' | 'automatic';
  reason: string | null;
}

export interface Submission {
  id: string;
  projectId: string;
  campaignId: string;
  questId: string;
  questSlug: string;
  questTitle: string;
  taskTypeId: string;
  method: VerificationMethod;
  status: SubmissionStatus;
  /** Why it is pending or was rejected or reversed. */
  reason: string | null;
  /** pending: when it is checked again. */
  nextTryAt: Timestamp | null;
  /** When the quest can be done again or resubmitted; null: not known or never. */
  availableAt: Timestamp | null;
  periodKey: string;
  pointsAwarded: number;
  xpAwarded: number;
  inputs: Record<string, unknown>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  verifiedAt: Timestamp | null;
  claimedAt: Timestamp | null;
}

export interface SubmissionDetail extends Submission {
  history: SubmissionStep[];
}

/** A submission as the project team sees it. */
export interface TeamSubmission extends Submission {
  earner: {
    userId: string;
    username: string | null;
    displayName: string | null;
    accountStatus: string;
    wallet: string | null;
  };
  reviewedBy: string | null;
  /** Until when the last decision can be undone. */
  undoUntil: Timestamp | null;
}

export interface TeamSubmissionDetail extends TeamSubmission {
  history: SubmissionStep[];
}

export interface SubmissionFilter {
  campaignId?: string;
  questId?: string;
  taskTypeId?: string;
  status?: SubmissionStatus;
  userId?: string;
  createdFrom?: Timestamp;
  createdTo?: Timestamp;
}

/**
 * Submits inputs for any task type that has no endpoint of its own. Automatic types answer `claimed`,
 * reviewed ones `in_review`; a rejected submission is resubmitted by the same call.
 */
export const submitQuest = contract<
  Creating & { userId: string; questId: string; inputs: Record<string, unknown> },
  SubmissionDetail
>('quests.submissions.submit');

export const listOwnSubmissions = contract<PageRequest & SubmissionFilter & { userId: string }, Page<Submission>>(
  'quests.submissions.list-own',
);
export const getOwnSubmission = contract<{ userId: string; submissionId: string }, SubmissionDetail>(
  'quests.submissions.get-own',
);
/** `projectId` null: an operator's view over all projects. order: newest first, or oldest first (review queue). */
export const listTeamSubmissions = contract<
  PageRequest & SubmissionFilter & { projectId: string | null; order: 'newest' | 'oldest' },
  Page<TeamSubmission>
>('quests.submissions.list-team');
export const getTeamSubmission = contract<{ projectId: string | null; submissionId: string }, TeamSubmissionDetail>(
  'quests.submissions.get-team',
);

/** Who decides: a member of the project's team, or an operator with moderation:global (projectId null). */
export interface Reviewer {
  projectId: string | null;
  by: 'team' | 'platform';
  reviewerId: string;
}

export type ReviewDecision = { decision: 'approve' } | { decision: 'reject'; reason: string };

/** The first decision wins; the same again returns it; the opposite is ALREADY_REVIEWED. */
export const reviewSubmission = contract<Reviewer & { submissionId: string } & ReviewDecision, TeamSubmissionDetail>(
  'quests.review.decide',
);

export interface BulkItemResult {
  submissionId: string;
  ok: boolean;
  submission: TeamSubmission | null;
  error: { code: string; detail: string } | null;
}

/** 1..100 decisions, each on its own; a result per item in the order given. */
export const bulkReview = contract<
  Reviewer & { items: ({ submissionId: string } & ReviewDecision)[] },
  { results: BulkItemResult[] }
>('quests.review.bulk', 20_000);

/** Within 15 minutes: takes the last decision back, points by a reversing entry; the submission waits for review again. */
export const undoReview = contract<Reviewer & { submissionId: string }, TeamSubmissionDetail>('quests.review.undo');

/** Takes the points of a claimed submission back for good, with a reason. Idempotent. */
export const reverseSubmission = contract<Reviewer & { submissionId: string; reason: string }, TeamSubmissionDetail>(
  'quests.review.reverse',
);
