import {
  MOST_MICROBLOG_POSTS,
  readMicroblogAuthorship,
  readMicroblogLike,
  readMicroblogPosts,
  type MicroblogAuthorship,
  type MicroblogLike,
  type MicroblogPostKind,
  type MicroblogPosts,
  type OwnMicroblogPost,
} from '@questp/messages/integrations';
import { isMoment } from '@questp/messages/language';
import { at } from '../../outbound/account.js';
import type { PlatformFact } from '../../outbound/platform-fact.js';
import { listOf, readList, readOne } from './api.js';
import { hashtagsOf, idOf, referenceOf, textOf, type ReferenceType } from './reading.js';
import { incomplete } from './targets.js';

export interface OwnAndPost {
  userId: string;
  postId: string;
}

/** No limit of the account's posts is used, but that of its likes: 75 in 15 minutes. */
export const like: PlatformFact<OwnAndPost, MicroblogLike> = {
  contract: readMicroblogLike,
  as: 'earner',
  read: async (calls, { postId }) => {
    const { accountId } = calls;
    for await (const liked of readList(calls, `/2/users/${accountId}/liked_tweets?tweet.fields=id`)) {
      if (at(liked, 'id') === postId) return { accountId, isLiked: true };
    }
    return { accountId, isLiked: false };
  },
};

export const authorship: PlatformFact<OwnAndPost, MicroblogAuthorship> = {
  contract: readMicroblogAuthorship,
  as: 'earner',
  read: async (calls, { postId }) => {
    const found = await readOne(calls, `/2/tweets/${postId}?tweet.fields=author_id`);
    if (found === null) return null;
    const author = idOf(at(found.data, 'author_id'));
    if (author === undefined) throw incomplete();
    return { accountId: calls.accountId, isAuthor: author === calls.accountId };
  },
};

export interface PostsRequest {
  userId: string;
  since: string | null;
  kind: MicroblogPostKind;
  refersTo?: string;
  mentions?: string;
  mentionsId?: string;
  hashtags?: string[];
  withText: boolean;
}

/** What the platform leaves out of a timeline, and how posts of the kind refer to another one. */
const KINDS: Readonly<Record<MicroblogPostKind, { exclude: string; refers?: ReferenceType }>> = {
  original: { exclude: 'replies,retweets' },
  reply: { exclude: 'retweets', refers: 'replied_to' },
  quote: { exclude: 'retweets', refers: 'quoted' },
  repost: { exclude: 'replies', refers: 'retweeted' },
};

/** The platform takes no time before it kept posts by it. */
const EARLIEST = Date.parse('2010-11-06T00:00:00Z');

/** Posts of the earner that fit; the rule of the task type decides on them. */
export const posts: PlatformFact<PostsRequest, MicroblogPosts> = {
  contract: readMicroblogPosts,
  as: 'earner',
  read: async (calls, asked) => {
    const { accountId } = calls;
    const since = Math.max(Date.parse(asked.since ?? '') || EARLIEST, EARLIEST);
    const query = [
      `exclude=${KINDS[asked.kind].exclude}`,
      `start_time=${new Date(since).toISOString()}`,
      'tweet.fields=created_at,entities,referenced_tweets',
    ];
    const found: OwnMicroblogPost[] = [];
    for await (const one of readList(calls, `/2/users/${accountId}/tweets?${query.join('&')}`)) {
      const post = postOf(one, asked);
      if (post !== undefined && isAskedFor(post, asked)) found.push(post);
      if (found.length === MOST_MICROBLOG_POSTS) break;
    }
    return { accountId, posts: found };
  },
};

/** Undefined for a post without id or time. */
function postOf(post: unknown, asked: PostsRequest): OwnMicroblogPost | undefined {
  const { refers } = KINDS[asked.kind];
  const [postId, time] = [idOf(at(post, 'id')), at(post, 'created_at')];
  if (postId === undefined || typeof time !== 'string' || !isMoment(time)) return undefined;
  return {
    postId,
    at: time,
    refersTo: (refers && referenceOf(post, refers)) ?? null,
    isMention: listOf(at(at(post, 'entities'), 'mentions')).some((one) => isMentioned(one, asked)),
    hashtags: asked.hashtags === undefined ? [] : hashtagsOf(post),
    text: asked.withText ? textOf(at(post, 'text')) : null,
  };
}

const isMentioned = (mention: unknown, { mentions, mentionsId }: PostsRequest): boolean => {
  if (mentionsId !== undefined) return at(mention, 'id') === mentionsId;
  const name = at(mention, 'username');
  return typeof name === 'string' && name.toLowerCase() === mentions?.toLowerCase();
};

/** Of several things that are asked for, a post is found by the one that fewest posts have. */
function isAskedFor(post: OwnMicroblogPost, { refersTo, mentions, hashtags = [] }: PostsRequest): boolean {
  if (refersTo !== undefined) return post.refersTo === refersTo;
  if (mentions !== undefined) return post.isMention;
  const asked = new Set(hashtags.map(comparable));
  return post.hashtags.some((tag) => asked.has(comparable(tag)));
}

const comparable = (tag: string): string => tag.normalize('NFKC').toUpperCase();
