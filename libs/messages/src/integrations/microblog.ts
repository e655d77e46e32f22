import type { Timestamp } from '../language/contract/common.js';
import { Flag, ListOf, ListOfText, Nested, OneOf, Text, Time, UserId, enumeration } from '../language/fields/index.js';
import type { FactCost } from './fact-costs.js';
import { factContract, ofAccount } from './facts.js';

/** Prices of resources that are read, in millionths of a US dollar (developer.x.com, pricing of February 2026). */
const PRICES = {
  space: 5_000,
  post: 5_000,
  user: 10_000,
  like: 1_000,
} as const;

/** Pages of a list, and items of a page, that one fact reads (spec 4.2). */
export const MAX_MICROBLOG_PAGES = 2;
export const MICROBLOG_PAGE_SIZE = 100;

/** One request with one answer, which has the resources. */
export const oneOf = (...resources: (keyof typeof PRICES)[]): FactCost => ({
  requests: { usual: 1, most: 1 },
  price: {
    resourceMicros: resources.reduce((sum, resource) => sum + PRICES[resource], 0),
    resources: { usual: 1, most: 1 },
  },
});

/** A list of which pages of 100 are read. A campaign usually sees few new items of an earner. */
const listOf = (resource: keyof typeof PRICES, usual: number): FactCost => ({
  requests: { usual: 1, most: MAX_MICROBLOG_PAGES },
  price: { resourceMicros: PRICES[resource], resources: { usual, most: MICROBLOG_PAGE_SIZE } },
});

/** Ids of accounts and posts. */
export const MICROBLOG_ID = { max: 19, form: 'digits' } as const;
const HANDLE = { max: 64, form: 'handle' } as const;
/**
 * Code points of a text in a fact. Of a longer one it has the part with the text that is asked for, else the beginning.
 */
export const MICROBLOG_TEXT = { max: 500 } as const;
export const MICROBLOG_NAME = { max: 100 } as const;
/** A hashtag without its #; of a post with more, those that are asked for come first. */
export const MICROBLOG_HASHTAGS = { max: 20, maxLength: 100 } as const;
/** Posts that one fact has: the newest that fit. */
export const MAX_MICROBLOG_POSTS = 20;

class MicroblogAccountRequest {
  @Text(HANDLE)
  handle!: string;

  @Text({
    ...MICROBLOG_ID,
    optional: true,
    description: 'Id of the account that had the handle; it is found by it under any name',
  })
  accountId?: string;
}

/** An account as anybody sees it. */
export class MicroblogAccount {
  @Text(MICROBLOG_ID)
  accountId!: string;

  @Text(HANDLE)
  handle!: string;

  @Text({ ...MICROBLOG_NAME, form: 'line', nullable: true })
  name!: string | null;

  @Text({ max: 500, form: 'https_url', nullable: true })
  pictureUrl!: string | null;
}

export const readMicroblogAccount = factContract(
  'integrations.facts.microblog-account',
  MicroblogAccountRequest,
  MicroblogAccount,
  { reads: 'an account by its id, or by its handle: name and picture', within: 'one answer' },
  oneOf('user'),
);

class MicroblogPostId {
  @Text(MICROBLOG_ID)
  postId!: string;
}

/** A post as anybody sees it. */
export class MicroblogPost extends MicroblogPostId {
  @Text({ ...HANDLE, nullable: true })
  author!: string | null;

  @Text({ ...MICROBLOG_NAME, form: 'prose', nullable: true, description: 'How its text begins' })
  textStart!: string | null;
}

export const readMicroblogPost = factContract(
  'integrations.facts.microblog-post',
  MicroblogPostId,
  MicroblogPost,
  { reads: 'a post by its id: author and how it begins, long posts included', within: 'one answer' },
  oneOf('post', 'user'),
);

class ByLinkedAccount {
  @UserId()
  userId!: string;
}

/** The part of a fact that identifies the user's linked account. */
class OfLinkedAccount {
  @Text(MICROBLOG_ID)
  accountId!: string;
}

class MicroblogFollowRequest extends ByLinkedAccount {
  @Text(HANDLE)
  handle!: string;

  @Text({ ...MICROBLOG_ID, optional: true, description: 'Of the account with the handle, when it was looked up' })
  followedId?: string;
}

export class MicroblogFollow extends OfLinkedAccount {
  @Flag()
  isFollowing!: boolean;

  @Text({ ...HANDLE, optional: true, description: 'Present handle of an account that was asked for by its id' })
  handle?: string;
}

export const readMicroblogFollow = ofAccount(
  { provider: 'microblog' },
  factContract(
    'integrations.facts.microblog-follow',
    MicroblogFollowRequest,
    MicroblogFollow,
    { reads: 'whether the linked account follows an account, by its id', within: 'one answer' },
    oneOf('user'),
  ),
);

class OwnAndPost extends ByLinkedAccount {
  @Text(MICROBLOG_ID)
  postId!: string;
}

export class MicroblogLike extends OfLinkedAccount {
  @Flag()
  isLiked!: boolean;

  @Flag({ description: 'Whether every like was looked at, or the like was found' })
  isComplete!: boolean;
}

/** Whether a post is among the latest 200 that the account liked. */
export const readMicroblogLike = ofAccount(
  { provider: 'microblog' },
  factContract(
    'integrations.facts.microblog-like',
    OwnAndPost,
    MicroblogLike,
    {
      reads: 'whether the linked account liked a post',
      within: `the newest ${MAX_MICROBLOG_PAGES * MICROBLOG_PAGE_SIZE} likes; older ones are for a reviewer`,
    },
    listOf('like', 100),
  ),
);

export class MicroblogAuthorship extends OfLinkedAccount {
  @Flag()
  isAuthor!: boolean;
}

/** Whether the account wrote a post. */
export const readMicroblogAuthorship = ofAccount(
  { provider: 'microblog' },
  factContract(
    'integrations.facts.microblog-authorship',
    OwnAndPost,
    MicroblogAuthorship,
    { reads: 'whether the linked account wrote a post', within: 'one answer' },
    oneOf('post'),
  ),
);

/** An original post answers and repeats no other; it may quote one. */
export const MICROBLOG_POST_KINDS = enumeration('MicroblogPostKind', ['original', 'reply', 'quote', 'repost']);
export type MicroblogPostKind = (typeof MICROBLOG_POST_KINDS)[number];

class MicroblogPostsRequest extends ByLinkedAccount {
  @Time({ nullable: true, description: 'Posts from then on' })
  since!: Timestamp | null;

  @OneOf(MICROBLOG_POST_KINDS)
  kind!: MicroblogPostKind;

  @Text({ ...MICROBLOG_ID, optional: true, description: 'Posts that answer, quote or repeat this one' })
  refersTo?: string;

  @Text({ ...HANDLE, optional: true, description: 'Posts that mention this account' })
  mentions?: string;

  @Text({ ...MICROBLOG_ID, optional: true, description: 'Its id, when it was looked up' })
  mentionsId?: string;

  @ListOfText({ ...MICROBLOG_HASHTAGS, form: 'hashtag', optional: true, description: 'Posts with all of these' })
  hashtags?: string[];

  @Text({ max: 200, form: 'line', optional: true, description: 'Posts that contain this text, in any case' })
  text?: string;
}

/** A post of the account. */
export class OwnMicroblogPost extends MicroblogPostId {
  @Time()
  at!: Timestamp;

  @Text({ ...MICROBLOG_ID, nullable: true, description: 'The post that it answers, quotes or repeats, as was asked' })
  refersTo!: string | null;

  @Flag({ description: 'Whether it mentions the account that was asked for' })
  isMention!: boolean;

  @ListOfText({ ...MICROBLOG_HASHTAGS })
  hashtags!: string[];

  @Text({ ...MICROBLOG_TEXT, nullable: true, description: 'As people see it; null: not asked for' })
  text!: string | null;
}

export class MicroblogPosts extends OfLinkedAccount {
  @ListOf(() => OwnMicroblogPost, {
    max: MAX_MICROBLOG_POSTS,
    description: 'Newest first; if no post has the text and all hashtags, those that fit the rest',
  })
  posts!: OwnMicroblogPost[];

  @Flag({ description: 'Whether every post of the time was looked at' })
  isComplete!: boolean;
}

/** Posts of one kind among the account's latest 200 that match the request. */
export const readMicroblogPosts = ofAccount(
  { provider: 'microblog' },
  factContract(
    'integrations.facts.microblog-posts',
    MicroblogPostsRequest,
    MicroblogPosts,
    {
      reads:
        'posts of the linked account as people see them: the whole text of long posts, links as shown and where they lead, hashtags and mentions of both',
      within: `the newest ${MAX_MICROBLOG_PAGES * MICROBLOG_PAGE_SIZE} since the start of campaign and period, matched by what the quest asks for; older ones are for a reviewer`,
    },
    listOf('post', 20),
  ),
);

export class PinnedMicroblogPost extends MicroblogPostId {
  @Text({ ...MICROBLOG_ID, nullable: true })
  quotes!: string | null;

  @ListOfText({ ...MICROBLOG_HASHTAGS })
  hashtags!: string[];
}

/** The parts of a profile that a fact reads: name and description, or the pinned post. */
export const MICROBLOG_PROFILE_PARTS = enumeration('MicroblogProfilePart', ['bio', 'pinned']);
export type MicroblogProfilePart = (typeof MICROBLOG_PROFILE_PARTS)[number];

class MicroblogProfileRequest extends ByLinkedAccount {
  @OneOf(MICROBLOG_PROFILE_PARTS, { optional: true, description: 'All by default' })
  part?: MicroblogProfilePart;

  @Text({ max: 200, form: 'line', optional: true, description: 'Text that the bio is searched for, in any case' })
  text?: string;

  @ListOfText({ ...MICROBLOG_HASHTAGS, form: 'hashtag', optional: true, description: 'Hashtags of the pinned post' })
  hashtags?: string[];
}

export class MicroblogProfile extends OfLinkedAccount {
  @Text(MICROBLOG_NAME)
  name!: string;

  @Text({
    ...MICROBLOG_TEXT,
    description: 'The bio as people see it, and the link of the profile in a line of its own',
  })
  description!: string;

  @Nested(() => PinnedMicroblogPost, { nullable: true })
  pinned!: PinnedMicroblogPost | null;
}

export const readMicroblogProfile = ofAccount(
  { provider: 'microblog' },
  factContract(
    'integrations.facts.microblog-profile',
    MicroblogProfileRequest,
    MicroblogProfile,
    {
      reads:
        'the name, the description with its links as shown and where they lead, and the pinned post of the linked account',
      within: 'one answer',
    },
    oneOf('user', 'post'),
  ),
);
