import { contract } from '../contract.js';
import { Amount, Count, Flag, Id, ListOf, Nested, Text, UserId } from '../fields/index.js';

/** What a merge moves to the account that stays, and what it drops since both have it (same quest, same period). */
export class MergeSums {
  @Count({ description: 'Submissions that move, those without a credit as well' })
  submissions!: number;

  @Amount()
  points!: string;

  @Amount()
  xp!: string;

  @Count({ description: 'Submissions of the same quest and period, of which one stays' })
  droppedSubmissions!: number;

  @Amount({ description: 'Points of what is dropped' })
  droppedPoints!: string;

  @Amount({ description: 'XP of what is dropped' })
  droppedXp!: string;
}

export class MergeCampaign extends MergeSums {
  @Id()
  campaignId!: string;

  @Id()
  projectId!: string;

  @Text({ max: 120, example: 'Launch week' })
  title!: string;
}

/** Campaigns that a preview names, those with the most points first; its sums are of all. */
export const MOST_MERGE_CAMPAIGNS = 50;

export class MergePreview {
  @Nested(() => MergeSums, { description: 'Of all campaigns' })
  sums!: MergeSums;

  @ListOf(() => MergeCampaign, { max: MOST_MERGE_CAMPAIGNS, description: 'Those with the most points first' })
  campaigns!: MergeCampaign[];

  @Flag({
    description: 'Whether the account that goes is in a team or invited to one, which keeps it from being merged',
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
 * From here on the account that goes neither earns nor joins a team, until the merge is done or released. Repeating it
 * changes nothing. ACCOUNT_HAS_ROLES, ACCOUNT_MERGING (in another merge).
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

/** Of a merge that did not come to be; nothing for one that is not known. */
export const releaseAccountMerge = contract({
  subject: 'quests.account-merges.release',
  callers: ['identity'],
  request: ReleaseAccountMergeRequest,
  reply: null,
});
