import type { Timestamp } from '../language/contract/common.js';
import { Flag, Text, Time, UserId } from '../language/fields/index.js';
import { ACCOUNT_ID } from './oauth.js';
import { requests } from './fact-costs.js';
import { factContract, ofAccount } from './facts.js';

/** Pages of a list that one check reads at most; each costs a unit of the daily quota. */
export const MAX_VIDEOSITE_PAGES = 3;

const CHANNEL_ID = { max: 64, form: 'token_text' } as const;
const VIDEO_ID = { max: 64, form: 'token_text' } as const;
const TITLE = { max: 200 } as const;
const PICTURE = { max: 500, nullable: true } as const;

class VideositeChannelRequest {
  @Text({ max: 120, description: 'Id of the channel, `@` and its handle, or `user/` and its former name' })
  channelId!: string;
}

/** A channel of the video site as the studio shows it. */
export class VideositeChannel {
  @Text({ ...CHANNEL_ID, description: 'Id, which the channel keeps when its handle or title changes' })
  channelId!: string;

  @Text(TITLE)
  channelTitle!: string;

  @Text(PICTURE)
  channelPictureUrl!: string | null;
}

export const readVideositeChannel = factContract(
  'integrations.facts.videosite-channel',
  VideositeChannelRequest,
  VideositeChannel,
  { reads: 'a channel by its id, handle or former address: name and picture', within: 'one answer' },
);

class VideositeVideoRequest {
  @Text(VIDEO_ID)
  videoId!: string;
}

/** A video of the video site as the studio shows it. */
export class VideositeVideo {
  @Text(TITLE)
  videoTitle!: string;

  @Text(PICTURE)
  videoPictureUrl!: string | null;
}

export const readVideositeVideo = factContract(
  'integrations.facts.videosite-video',
  VideositeVideoRequest,
  VideositeVideo,
  { reads: 'a video by its id: title and picture', within: 'one answer' },
);

class VideositeSubscriptionRequest {
  @Text(CHANNEL_ID)
  channelId!: string;

  @UserId()
  userId!: string;
}

/** What the linked account did, and the account. */
export class VideositeAction {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Flag()
  isDone!: boolean;
}

/** Whether the linked account subscribes to a channel. */
export const readVideositeSubscription = ofAccount(
  { provider: 'videosite' },
  factContract('integrations.facts.videosite-subscription', VideositeSubscriptionRequest, VideositeAction, {
    reads: 'whether the linked account subscribes to the channel, by a search for the channel',
    within: 'one answer',
  }),
);

class VideositeByEarnerRequest extends VideositeVideoRequest {
  @UserId()
  userId!: string;
}

export class VideositeLike extends VideositeAction {
  @Flag({ description: 'Whether every video that the account liked was looked at' })
  isComplete!: boolean;
}

/** Whether a video is among the latest that the linked account liked. */
export const readVideositeLike = ofAccount(
  { provider: 'videosite' },
  factContract(
    'integrations.facts.videosite-like',
    VideositeByEarnerRequest,
    VideositeLike,
    {
      reads: 'whether a video is among those that the linked account liked',
      within: `the newest ${MAX_VIDEOSITE_PAGES * 50}; older ones are for a reviewer`,
    },
    requests(MAX_VIDEOSITE_PAGES, 1),
  ),
);

class VideositeCommentRequest extends VideositeByEarnerRequest {
  @Time({ nullable: true, description: 'Only comments from then on' })
  since!: Timestamp | null;
}

/** The latest comment of the linked account. */
export class VideositeComment {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Text({ max: 128, form: 'token_text', nullable: true, description: 'Null: there is none' })
  commentId!: string | null;

  @Flag({ description: 'Whether every comment of the time was looked at' })
  isComplete!: boolean;
}

/** Reads the threads among the latest comments of a video that the linked account began. */
export const readVideositeComment = ofAccount(
  { provider: 'videosite', byId: true },
  factContract(
    'integrations.facts.videosite-comment',
    VideositeCommentRequest,
    VideositeComment,
    {
      reads: 'the threads that the linked account began on the video',
      within: `the newest ${MAX_VIDEOSITE_PAGES * 100} since the start; older ones are for a reviewer`,
    },
    requests(MAX_VIDEOSITE_PAGES, 1),
  ),
);
