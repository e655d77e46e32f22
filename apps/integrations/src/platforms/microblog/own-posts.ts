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
import { foldText } from '@questp/messages/language';
import { objectAt, objectsAt, optionalAt, timeAt, type JsonObject } from '../../outbound/described-json.js';
import { FactFailure, type PlatformFact } from '../../outbound/platform-fact.js';
import { readOne, readPages } from './api.js';
import { hashtagsOf, idAt, referenceOf, stringAt, textOf, type ReferenceType } from './reading.js';

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
    for await (const { items } of readPages(calls, `/2/users/${accountId}/liked_tweets?tweet.fields=id`)) {
      if (items.map((liked) => idAt(liked, 'id')).includes(postId)) return { accountId, isLiked: true };
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
    return { accountId: calls.accountId, isAuthor: idAt(found.data, 'author_id') === calls.accountId };
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
  text?: string;
}

/** How posts of each kind refer to another one. */
const REFERENCES: Readonly<Record<MicroblogPostKind, ReferenceType | undefined>> = {
  original: undefined,
  reply: 'replied_to',
  quote: 'quoted',
  repost: 'retweeted',
};

/** The platform takes no time before it kept posts by it. */
const EARLIEST = Date.parse('2010-11-06T00:00:00Z');
const DAY_MS = 24 * 3_600_000;
/** Days before today from which a timeline is read: campaigns that began at different times share a read. */
const SPANS = [1, 7, 30, 365];
/** A timeline serves all quests of its account for so long. */
const TIMELINE_SECONDS = 180;

function timelineStart(since: number): number {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return SPANS.map((days) => today - days * DAY_MS).find((start) => start <= since) ?? EARLIEST;
}

/**
 * Posts of the earner that fit everything asked for, else those that fit all but text and hashtags; the rule of the task
 * type decides on them. The timeline has posts of all kinds, so that one read serves every quest.
 */
export const posts: PlatformFact<PostsRequest, MicroblogPosts> = {
  contract: readMicroblogPosts,
  as: 'earner',
  read: async (calls, asked) => {
    const { accountId } = calls;
    const since = Math.max(Date.parse(asked.since ?? '') || EARLIEST, EARLIEST);
    const query = [
      `start_time=${new Date(timelineStart(since)).toISOString()}`,
      'tweet.fields=created_at,entities,referenced_tweets',
    ];
    const found: ReadPost[] = [];
    const partly: ReadPost[] = [];
    let isComplete = true;
    let keptUntil: Date | undefined;
    for await (const page of readPages(calls, `/2/users/${accountId}/tweets?${query.join('&')}`, TIMELINE_SECONDS)) {
      const read = page.items.map((one) => postOf(one, asked));
      const recent = read.filter((post) => Date.parse(post.at) >= since);
      const fitting = recent.filter((post) => isAskedFor(post, asked));
      found.push(...fitting.filter((post) => hasAll(post, asked)));
      partly.push(...fitting);
      keptUntil ??= page.keptUntil;
      isComplete = !page.hasMore || recent.length < read.length;
      if (isComplete || found.length >= MOST_MICROBLOG_POSTS) break;
    }
    if (found.length === 0 && keptUntil !== undefined) throw notReadAgain(keptUntil);
    const shown = found.length > 0 ? found : partly;
    return {
      accountId,
      posts: shown.slice(0, MOST_MICROBLOG_POSTS).map(({ isOfKind: _isOfKind, ...post }) => post),
      isComplete,
    };
  },
};

/** A kept timeline may lack a post that was written since; it proves what it has, and nothing else. */
const notReadAgain = (keptUntil: Date) =>
  new FactFailure('unavailable', 'Your posts were read a moment ago, and are read again in a few minutes.', keptUntil);

interface ReadPost extends OwnMicroblogPost {
  isOfKind: boolean;
}

/** @throws UnusableAnswer */
function postOf(post: JsonObject, asked: PostsRequest): ReadPost {
  const refers = REFERENCES[asked.kind];
  const entities = optionalAt(post, 'entities', objectAt) ?? {};
  const text = textOf(stringAt(post, 'text'));
  return {
    postId: idAt(post, 'id'),
    at: timeAt(post, 'created_at'),
    refersTo: (refers && referenceOf(post, refers)) ?? null,
    isMention: (optionalAt(entities, 'mentions', objectsAt) ?? []).some((one) => isMentioned(one, asked)),
    hashtags: asked.hashtags === undefined ? [] : hashtagsOf(post),
    text: asked.text === undefined ? null : text,
    isOfKind: isOfKind(post, asked.kind),
  };
}

const isMentioned = (mention: JsonObject, { mentions, mentionsId }: PostsRequest): boolean =>
  mentionsId === undefined
    ? stringAt(mention, 'username').toLowerCase() === mentions?.toLowerCase()
    : idAt(mention, 'id') === mentionsId;

/** Reposts are no posts of another kind, and replies no original ones; a reply may quote. */
function isOfKind(post: JsonObject, kind: MicroblogPostKind): boolean {
  const isRepost = referenceOf(post, 'retweeted') !== undefined;
  if (kind === 'repost' || isRepost) return kind === 'repost' && isRepost;
  return kind !== 'original' || referenceOf(post, 'replied_to') === undefined;
}

/** Of several things that are asked for, a post is found by the one that fewest posts have. */
function isAskedFor(post: ReadPost, { refersTo, mentions, hashtags = [] }: PostsRequest): boolean {
  if (!post.isOfKind) return false;
  if (refersTo !== undefined) return post.refersTo === refersTo;
  if (mentions !== undefined) return post.isMention;
  const asked = new Set(hashtags.map(foldText));
  return post.hashtags.some((tag) => asked.has(foldText(tag)));
}

function hasAll(post: ReadPost, { hashtags = [], text = '' }: PostsRequest): boolean {
  const carried = new Set(post.hashtags.map(foldText));
  return hashtags.every((tag) => carried.has(foldText(tag))) && foldText(post.text ?? '').includes(foldText(text));
}
