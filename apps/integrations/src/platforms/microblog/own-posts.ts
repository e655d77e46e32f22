import {
  MAX_MICROBLOG_POSTS,
  readMicroblogAuthorship,
  readMicroblogLike,
  readMicroblogPosts,
  type MicroblogAuthorship,
  type MicroblogLike,
  type MicroblogPostKind,
  type MicroblogPosts,
  type OwnMicroblogPost,
} from '@questp/messages/integrations';
import {
  holdsAll,
  lookAt,
  optionalAt,
  readEach,
  timeAt,
  UnusableAnswer,
  whether,
  type JsonObject,
} from '../../outbound/described-json.js';
import { FactFailure, type PlatformFact } from '../../description/platform-fact.js';
import { readPages, readShown } from './api.js';
import { idAt, refersTo, stringAt, type ReferenceType } from './reading.js';
import { carriesAll, carriesOne, hashtagsFor, hashtagsIn, mentions, partWith, startIn, writtenIn } from './written.js';

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
    let unread: UnusableAnswer | undefined;
    let isComplete = true;
    for await (const { items, hasMore } of readPages(calls, `/2/users/${accountId}/liked_tweets?tweet.fields=id`)) {
      const liked = readEach(items, (one) => stringAt(one, 'id'));
      if (liked.values.includes(postId)) return { accountId, isLiked: true, isComplete: true };
      unread ??= liked.unread;
      isComplete = !hasMore;
    }
    if (unread !== undefined) throw unread;
    return { accountId, isLiked: false, isComplete };
  },
};

export const authorship: PlatformFact<OwnAndPost, MicroblogAuthorship> = {
  contract: readMicroblogAuthorship,
  as: 'earner',
  read: async (calls, { postId }) => {
    const found = await readShown(calls, `/2/tweets/${postId}?tweet.fields=author_id`);
    if (found === 'missing') return null;
    // Every account sees its own posts.
    const isAuthor = found !== 'denied' && idAt(found.data, 'author_id') === calls.accountId;
    return { accountId: calls.accountId, isAuthor };
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

/** Earliest `start_time` that the API accepts. */
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
      'tweet.fields=created_at,entities,note_tweet,referenced_tweets',
    ];
    const found: OwnMicroblogPost[] = [];
    const partly: OwnMicroblogPost[] = [];
    let isOdd = false;
    let isComplete = true;
    let keptUntil: Date | undefined;
    for await (const page of readPages(calls, `/2/users/${accountId}/tweets?${query.join('&')}`, TIMELINE_SECONDS)) {
      const sorted = page.items.map((one) => sort(one, asked, since));
      found.push(...sorted.flatMap(({ fits, post }) => (fits && post ? [post] : [])));
      partly.push(...sorted.flatMap(({ post }) => post ?? []));
      isOdd ||= sorted.some(({ fits }) => fits === undefined);
      keptUntil ??= page.keptUntil;
      isComplete = !page.hasMore || sorted.some(({ isOlder }) => isOlder);
      if (isComplete || found.length >= MAX_MICROBLOG_POSTS) break;
    }
    if (found.length === 0 && keptUntil !== undefined) throw notReadAgain(keptUntil);
    if (found.length === 0 && isOdd) throw new UnusableAnswer('a post is not as it should be');
    return { accountId, posts: (found.length > 0 ? found : partly).slice(0, MAX_MICROBLOG_POSTS), isComplete };
  },
};

/** A kept timeline may lack a post that was written since; it proves what it has, and nothing else. */
const notReadAgain = (keptUntil: Date) =>
  new FactFailure('unavailable', 'Your posts were read a moment ago, and are read again in a few minutes.', keptUntil);

interface Sorted {
  /** Whether it fits everything asked for; undefined: it might, and is not as the API describes it. */
  fits: boolean | undefined;
  /** Of a post that fits all but text and hashtags, or those as well. */
  post?: OwnMicroblogPost;
  isOlder: boolean;
}

/** Reads the requested members of a post. A member that does not match the API matters only if the post might fit. */
function sort(item: unknown, asked: PostsRequest, since: number): Sorted {
  const {
    item: post,
    fits: isCandidate,
    isOlder,
  } = lookAt(item, 'created_at', since, (one) => [
    () => idAt(one, 'id') !== '',
    () => isOfKind(one, asked.kind),
    () => isAskedFor(one, asked),
  ]);
  if (post === undefined || isCandidate !== true) return { fits: isCandidate, isOlder };
  const { hashtags, text } = asked;
  let part: string | undefined;
  const fits = holdsAll(
    () => hashtags === undefined || carriesAll(hashtagsIn(writtenIn(post)), hashtags),
    () => text === undefined || (part = partWith(writtenIn(post), text)) !== undefined,
  );
  if (fits === undefined) return { fits, isOlder };
  const shown = {
    postId: idAt(post, 'id'),
    at: timeAt(post, 'created_at'),
    refersTo: asked.refersTo ?? null,
    isMention: asked.mentions !== undefined && whether(() => hasMention(post, asked)) === true,
    hashtags: (hashtags && whether(() => hashtagsFor(hashtagsIn(writtenIn(post)), hashtags))) ?? [],
    text: text === undefined ? null : (part ?? whether(() => startIn(writtenIn(post))) ?? ''),
  };
  return { fits, isOlder, post: shown };
}

const hasMention = (post: JsonObject, { mentions: handle = '', mentionsId }: PostsRequest): boolean =>
  mentions(writtenIn(post), (mention) => {
    const id = optionalAt(mention, 'id', stringAt);
    if (mentionsId !== undefined && id !== undefined) return id === mentionsId;
    return stringAt(mention, 'username').toLowerCase() === handle.toLowerCase();
  });

/** Reposts are no posts of another kind, and replies no original ones; a reply may quote. @throws UnusableAnswer */
function isOfKind(post: JsonObject, kind: MicroblogPostKind): boolean {
  if (kind === 'original') return !refersTo(post, 'retweeted') && !refersTo(post, 'replied_to');
  // A post with the requested reference is not a repost, even if other members cannot be read.
  return kind === 'repost' || whether(() => refersTo(post, 'retweeted')) !== true;
}

/** Of several things that are asked for, a post is found by the one that fewest posts have. */
function isAskedFor(post: JsonObject, asked: PostsRequest): boolean {
  if (asked.refersTo !== undefined) {
    const type = REFERENCES[asked.kind];
    return type !== undefined && refersTo(post, type, asked.refersTo);
  }
  if (asked.mentions !== undefined) return hasMention(post, asked);
  return carriesOne(hashtagsIn(writtenIn(post)), asked.hashtags ?? []);
}
