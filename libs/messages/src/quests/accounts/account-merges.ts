import { contract } from '../../language/contract/contract.js';
import {
  Amount,
  Count,
  Flag,
  Id,
  ListOf,
  Nested,
  OneOf,
  Text,
  UserId,
  enumeration,
} from '../../language/fields/index.js';

/** What a merge moves to the surviving account, and what it drops (MERGE_DROP_REASONS). */
export class MergeSums {
  @Count({ description: 'Submissions that move, including those without a credit' })
  submissions!: number;

  @Amount({ description: 'Points, as a decimal string' })
  points!: string;

  @Amount({ description: 'Experience, as a decimal string' })
  xp!: string;

  @Count({ description: 'Submissions that do not count for the surviving account' })
  droppedSubmissions!: number;

  @Amount({ description: 'Points of the dropped submissions' })
  droppedPoints!: string;

  @Amount({ description: 'XP of the dropped submissions' })
  droppedXp!: string;
}

/**
 * The surviving account has completed the same period, or is in the team of the project, whose members earn nothing.
 */
export const MERGE_DROP_REASONS = enumeration('MergeDropReason', ['SAME_PERIOD', 'TEAM_MEMBER']);
export type MergeDropReason = (typeof MERGE_DROP_REASONS)[number];

export class MergeCampaign extends MergeSums {
  @Id()
  campaignId!: string;

  @Id()
  projectId!: string;

  @Text({ max: 120, example: 'Launch week', description: 'Title of the campaign' })
  title!: string;

  @OneOf(MERGE_DROP_REASONS, {
    nullable: true,
    description:
      'Why submissions are dropped: the surviving account has one for the same quest and period (`SAME_PERIOD`) or is a member of the project (`TEAM_MEMBER`); null: none are',
  })
  droppedBecause!: MergeDropReason | null;
}

/** Campaigns in a preview, those with the most points first; the sums include all campaigns. */
export const MAX_MERGE_CAMPAIGNS = 50;

export class MergePreview {
  @Nested(() => MergeSums, { description: 'Sums over all campaigns' })
  sums!: MergeSums;

  @ListOf(() => MergeCampaign, { max: MAX_MERGE_CAMPAIGNS, description: 'Those with the most points first' })
  campaigns!: MergeCampaign[];

  @Flag({
    description: 'True if the absorbed account is a member of a team or invited to one, which prevents the merge',
  })
  hasRoles!: boolean;
}

class MergedAccounts {
  @UserId()
  survivorId!: string;

  @UserId()
  absorbedId!: string;
}

export const previewAccountMerge = contract({
  subject: 'quests.account-merges.preview',
  callers: ['identity'],
  request: MergedAccounts,
  reply: MergePreview,
});

class ReserveAccountMergeRequest extends MergedAccounts {
  @Id()
  mergeId!: string;
}

/**
 * From now on the absorbed account can neither earn nor join a team, until the merge is done or released. Idempotent.
 * Errors: ACCOUNT_HAS_ROLES, ACCOUNT_MERGING (in another merge).
 */
export const reserveAccountMerge = contract({
  subject: 'quests.account-merges.reserve',
  callers: ['identity'],
  request: ReserveAccountMergeRequest,
  reply: null,
});

class ReleaseAccountMergeRequest {
  @Id()
  mergeId!: string;
}

/** Releases a merge that was not carried out; no effect for an unknown one. */
export const releaseAccountMerge = contract({
  subject: 'quests.account-merges.release',
  callers: ['identity'],
  request: ReleaseAccountMergeRequest,
  reply: null,
});
