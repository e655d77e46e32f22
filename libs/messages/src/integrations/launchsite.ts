import type { Timestamp } from '../language/contract/common.js';
import { Flag, Text, Time, UserId } from '../language/fields/index.js';
import { requests } from './fact-costs.js';
import { factContract, ofAccount } from './facts.js';
import { ACCOUNT_ID } from './oauth.js';

class LaunchsitePostRequest {
  @Text({ max: 100, form: 'token_text', description: 'As the address of the post has it' })
  slug!: string;
}

/** A post of the launch site as the studio shows it. */
export class LaunchsitePost {
  @Text({ max: 100 })
  postName!: string;

  @Text({ max: 500, nullable: true })
  postPictureUrl!: string | null;
}

export const readLaunchsitePost = factContract(
  'integrations.facts.launchsite-post',
  LaunchsitePostRequest,
  LaunchsitePost,
  { reads: 'a post by its slug: name and picture', within: 'one answer' },
);

class LaunchsiteVoteRequest extends LaunchsitePostRequest {
  @UserId()
  userId!: string;
}

/** Whether the linked account has voted for a post. */
export class LaunchsiteVote {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Flag()
  isVoted!: boolean;
}

export const readLaunchsiteVote = ofAccount(
  { provider: 'launchsite' },
  factContract('integrations.facts.launchsite-vote', LaunchsiteVoteRequest, LaunchsiteVote, {
    reads: 'whether the linked account has voted for the post',
    within: 'one answer',
  }),
);

class LaunchsiteCommentRequest extends LaunchsiteVoteRequest {
  @Time({ nullable: true, description: 'Only comments from then on' })
  since!: Timestamp | null;
}

/** The latest comment of the linked account. */
export class LaunchsiteComment {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Text({ max: 64, form: 'token_text', nullable: true, description: 'Null: there is none' })
  commentId!: string | null;

  @Flag({ description: 'Whether every comment of the time was looked at, or one was found' })
  isComplete!: boolean;
}

/** Pages of comments that one check reads, and comments of a page, the most that the launch site gives. */
export const MAX_LAUNCHSITE_PAGES = 3;
export const LAUNCHSITE_PAGE_SIZE = 20;

/** Reads the latest comments of a post, of which the account sees who wrote its own. */
export const readLaunchsiteComment = ofAccount(
  { provider: 'launchsite' },
  factContract(
    'integrations.facts.launchsite-comment',
    LaunchsiteCommentRequest,
    LaunchsiteComment,
    {
      reads: 'the latest comment of the linked account on the post',
      within: `the newest ${MAX_LAUNCHSITE_PAGES * LAUNCHSITE_PAGE_SIZE} comments since the start; older ones are for a reviewer`,
    },
    requests(MAX_LAUNCHSITE_PAGES, 1),
  ),
);
