import { ACCOUNT_ADDRESS, USERNAME, type Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { AGE_ORDERS, pageOf, type AgeOrder } from '../../language/contract/paging.js';
import {
  Flag,
  Id,
  Line,
  ListOf,
  Nested,
  OneOf,
  Text,
  Time,
  UserId,
  Whole,
  enumeration,
} from '../../language/fields/index.js';
import { Earner } from '../studio/participants.js';
import { Check } from '../verification/checks.js';
import { HISTORY, LATEST_CHECKS, Submission, SubmissionStep, SubmissionsRequest } from '../verification/submissions.js';
import { ACCOUNT_HANDLE } from '../../integrations/oauth.js';
import { LINKED_ACCOUNT_PROVIDERS, type LinkedAccountProvider } from '../../shared/oauth-providers.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../shared/submission-status.js';
import { PublicUser } from '../../shared/public-user.js';

/** The linked account of the platform that a quest is about, as it was when the submission entered review. */
export class ReviewedAccount {
  @OneOf(LINKED_ACCOUNT_PROVIDERS, { description: 'The platform', example: 'microblog' })
  provider!: LinkedAccountProvider;

  @Text({ ...ACCOUNT_HANDLE, nullable: true, description: 'Name of the account; null: it has none', example: 'luna' })
  handle!: string | null;

  @Text({
    max: 1_400,
    nullable: true,
    description: 'Public page of the account; null: the platform has none',
    example: 'https://x.com/luna',
  })
  profileUrl!: string | null;
}

/** A submission of another earner with the same proof. */
export class OtherUse {
  @Id({ description: 'Id of the other submission' })
  submissionId!: string;

  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of its quest', example: 'Your first impressions' })
  questTitle!: string;

  @OneOf(SUBMISSION_STATUSES, { example: 'claimed', description: 'Status of the other submission' })
  status!: SubmissionStatus;

  @UserId({ description: 'Earner who made the other submission' })
  userId!: string;

  @Line({ ...USERNAME, nullable: true, description: 'Username of the earner; null: none' })
  username!: string | null;
}

export const PROOF_KINDS = enumeration('ProofKind', ['account', 'post', 'link']);
export type ProofKind = (typeof PROOF_KINDS)[number];

/** The account, and a post or page. */
export const MAX_PROOFS = 3;

/** At most so many other uses of a proof are counted. */
export const MAX_USES_COUNTED = 1_000;

/** What a reviewed submission is proven by, and who else of the project used it. */
export class ReviewedProof {
  @OneOf(PROOF_KINDS, {
    description: 'account: the linked account; post: the post of a platform; link: the page',
    example: 'link',
  })
  kind!: ProofKind;

  @Text({
    max: 1_400,
    description: 'The proof in one form: platform and id of an account or a post, or the page of a link',
    example: 'blog.example.org/my-work',
  })
  value!: string;

  @Flag({ description: 'True if it completes the quest for one earner only; false: several can hand it in' })
  reserved!: boolean;

  @Whole({
    min: 0,
    max: MAX_USES_COUNTED,
    description: 'Submissions of other earners to quests of the project with the same proof; 1,000 means 1,000 or more',
    example: 0,
  })
  otherUses!: number;

  @ListOf(() => OtherUse, { max: 20, description: 'The latest 20 of them, newest first', example: [] })
  latestUses!: OtherUse[];
}

/** A submission as the project team sees it. */
export class TeamSubmission extends Submission {
  @Nested(() => Earner, { description: 'Earner who made the submission' })
  earner!: Earner;

  @Nested(() => ReviewedAccount, {
    nullable: true,
    description:
      "The earner's linked account of the platform that the quest is about, when the submission entered review; null: " +
      'none was linked, or the submission was not reviewed',
    example: null,
  })
  account!: ReviewedAccount | null;

  @Text({
    max: 64,
    nullable: true,
    example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b02',
    description: 'Id of the reviewer; null: not reviewed',
  })
  reviewedBy!: string | null;

  @Time({
    nullable: true,
    description: 'When the last decision becomes final',
    example: '2026-05-01T12:15:00.000Z',
  })
  undoUntil!: Timestamp | null;

  @Time({
    nullable: true,
    example: null,
    description:
      'When the payouts of the ended campaign are listed: decisions before it count; null: it has not ended, or has no ' +
      'reward pool',
  })
  payoutFreezesAt!: Timestamp | null;

  @Flag({
    example: false,
    description: 'True if the payouts are listed: a decision still credits or reverses points, but changes no payout',
  })
  payoutFrozen!: boolean;
}

/** A step with its actor. */
export class TeamSubmissionStep extends SubmissionStep {
  @Text({
    max: 64,
    nullable: true,
    description: 'Id of the earner, member or operator; null: the platform',
    example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  })
  actorId!: string | null;

  @Nested(() => PublicUser, {
    nullable: true,
    description: 'Profile of the actor; null: an operator or the platform',
    example: {
      userId: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
      username: 'alice',
      displayName: 'Alice',
      avatarUrl: null,
      shortWallet: null,
    },
  })
  actor!: PublicUser | null;
}

export class TeamSubmissionDetail extends TeamSubmission {
  @ListOf(() => ReviewedProof, {
    max: MAX_PROOFS,
    description: 'What the reviewed submission is proven by, with its other users in the project',
    example: [],
  })
  proofs!: ReviewedProof[];

  @ListOf(() => TeamSubmissionStep, HISTORY)
  history!: TeamSubmissionStep[];

  @ListOf(() => Check, LATEST_CHECKS)
  checks!: Check[];
}

const TEAM = '/v1/projects/:projectId/submissions';
const ADMIN = '/v1/admin/submissions';

class ListTeamSubmissionsRequest extends SubmissionsRequest {
  @Id({ nullable: true, default: null, description: 'Operators can omit it to list all projects' })
  projectId!: string | null;

  @UserId({ optional: true, description: 'Only submissions of this user' })
  userId?: string;

  @Line({ ...USERNAME, optional: true, description: 'Complete username of the earner' })
  username?: string;

  @Line({ ...ACCOUNT_ADDRESS, optional: true, description: 'Complete address of any linked wallet of the earner' })
  wallet?: string;

  @Flag({
    optional: true,
    description:
      'True: only of ended campaigns whose open reviews platform moderators decide too, undecided ones unless `status` ' +
      'says otherwise',
  })
  escalated?: boolean;

  @OneOf(AGE_ORDERS, { default: 'newest', description: 'newest by default; use oldest for a review queue' })
  order!: AgeOrder;
}

export const listTeamSubmissions = contract({
  subject: 'quests.submissions.list-team',
  request: ListTeamSubmissionsRequest,
  reply: pageOf(TeamSubmission),
  http: [
    {
      id: 'listProjectSubmissions',
      route: `GET ${TEAM}`,
      tag: 'review',
      summary: 'List the submissions to the quests of a project',
    },
    {
      id: 'adminListSubmissions',
      route: `GET ${ADMIN}`,
      tag: 'admin',
      summary: 'List submissions of all projects',
      description:
        'With `escalated=true` it is the queue of platform moderators: submissions that teams left undecided after the ' +
        'end of their campaigns. `status=rejected` lists those of these campaigns that were rejected.',
    },
  ],
});

class TeamSubmissionRequest {
  @Id({ nullable: true, description: 'Id of the project' })
  projectId!: string | null;

  @Id()
  submissionId!: string;
}

export const getTeamSubmission = contract({
  subject: 'quests.submissions.get-team',
  request: TeamSubmissionRequest,
  reply: TeamSubmissionDetail,
  http: [
    {
      id: 'getProjectSubmission',
      route: `GET ${TEAM}/:submissionId`,
      tag: 'review',
      summary: 'Get a submission with its history',
    },
    {
      id: 'adminGetSubmission',
      route: `GET ${ADMIN}/:submissionId`,
      tag: 'admin',
      summary: 'Get a submission with its history',
      set: { projectId: null },
    },
  ],
});
