import type { Answer } from '../http/answer.js';
import type { Route } from '../oauth/rules.js';
import { ACCOUNTS, type Account } from './accounts.js';
import { readShown } from './names.js';
import { pageOf } from './pages.js';
import { LIKES, POSTS, postsOf, referenceOf, type Post } from './posts.js';
import { invalidParameter, notAuthorized, notFound, type PartialError } from './problems.js';
import { reading, type Read } from './reading.js';
import { accountsAnswer, mayRead, nothing, postsAnswer } from './results.js';
import { badId, listOwner, NUMERIC_ID } from './users.js';

const READ = ['tweet.read', 'users.read'];
const EARLIEST = Date.parse('2010-11-06T00:00:00Z');

function readablePost(read: Read, parameter: string, id: string): { post: Post } | { error: PartialError } {
  const post = POSTS.of(read.platform).get(id);
  const author = post && ACCOUNTS.of(read.platform).get(post.author);
  if (post === undefined || author === undefined || author.suspended)
    return { error: notFound('tweet', parameter, id) };
  return mayRead(read, author) ? { post } : { error: notAuthorized('tweet', parameter, id) };
}

/** The requested posts of a timeline, or the refusal of the request. */
function timeline({ platform, query }: Read, { id }: Account): Post[] | Answer {
  const excluded = query['exclude']?.split(',') ?? [];
  const unknown = excluded.find((one) => one !== 'replies' && one !== 'retweets');
  if (unknown !== undefined) {
    return invalidParameter('exclude', unknown, 'The `exclude` query parameter value is not one of [replies,retweets]');
  }
  const start = query['start_time'];
  const earliest = start === undefined ? EARLIEST : Date.parse(start);
  if (start !== undefined && (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(start) || !(earliest >= EARLIEST))) {
    return invalidParameter('start_time', start, "The 'start_time' must be on or after 2010-11-06T00:00:00Z");
  }
  return postsOf(platform, id).filter(
    (post) =>
      Date.parse(post.createdAt) >= earliest &&
      !(excluded.includes('replies') && referenceOf(post, 'replied_to') !== undefined) &&
      !(excluded.includes('retweets') && referenceOf(post, 'retweeted') !== undefined),
  );
}

/** A list of accounts that belongs to a post. */
const accountsOfPost = (rules: {
  name: string;
  path: string;
  scopes: string[];
  limits: { user: number; app?: number };
  ids: (read: Read, post: Post) => string[];
}): Route =>
  reading({
    ...rules,
    answer: (read) => {
      const { platform, params, query } = read;
      const { id = '' } = params;
      if (!NUMERIC_ID.test(id)) return badId(id);
      const shown = readShown(query, 'user');
      if ('status' in shown) return shown;
      const found = readablePost(read, 'id', id);
      if ('error' in found) return nothing(read, shown, found.error);
      const accounts = rules.ids(read, found.post).flatMap((one) => ACCOUNTS.of(platform).get(one) ?? []);
      const page = pageOf(query, accounts, { least: 1, most: 100, otherwise: 100 });
      if ('status' in page) return page;
      return accountsAnswer(read, shown, page.items, { next: page.next, chargedAs: 'user' });
    },
  });

/** The platform returns no more of the accounts that like a post, over all pages. */
const MAX_LIKERS = 100;

export const tweetRoutes = (): Route[] => [
  reading({
    name: 'timeline',
    path: '/users/:id/tweets',
    scopes: READ,
    limits: { user: 900, app: 10_000 },
    answer: (read) => {
      const { id = '' } = read.params;
      if (!NUMERIC_ID.test(id)) return badId(id);
      const shown = readShown(read.query, 'tweet');
      if ('status' in shown) return shown;
      const owner = listOwner(read);
      if ('error' in owner) return nothing(read, shown, owner.error);
      const posts = timeline(read, owner.account);
      if ('status' in posts) return posts;
      const page = pageOf(read.query, posts, { least: 5, most: 100, otherwise: 10 });
      if ('status' in page) return page;
      return postsAnswer(read, shown, page.items, { next: page.next, chargedAs: 'post' });
    },
  }),
  reading({
    name: 'liked',
    path: '/users/:id/liked_tweets',
    scopes: ['like.read', ...READ],
    limits: { user: 75 },
    answer: (read) => {
      const { platform, params, query } = read;
      const { id = '' } = params;
      if (!NUMERIC_ID.test(id)) return badId(id);
      const shown = readShown(query, 'tweet');
      if ('status' in shown) return shown;
      const owner = listOwner(read);
      if ('error' in owner) return nothing(read, shown, owner.error);
      const posts = LIKES.of(platform)
        .filter(({ account }) => account === id)
        .reverse()
        .flatMap(({ post }) => POSTS.of(platform).get(post) ?? []);
      const page = pageOf(query, posts, { least: 5, most: 100, otherwise: 100 });
      if ('status' in page) return page;
      return postsAnswer(read, shown, page.items, { next: page.next, chargedAs: 'like' });
    },
  }),
  reading({
    name: 'post',
    path: '/tweets/:id',
    scopes: READ,
    limits: { user: 900, app: 450 },
    answer: (read) => {
      const { id = '' } = read.params;
      if (!NUMERIC_ID.test(id)) return badId(id);
      const shown = readShown(read.query, 'tweet');
      if ('status' in shown) return shown;
      const found = readablePost(read, 'id', id);
      if ('error' in found) return nothing(read, shown, found.error);
      return postsAnswer(read, shown, [found.post], { one: true });
    },
  }),
  reading({
    name: 'posts',
    path: '/tweets',
    scopes: READ,
    limits: { user: 5_000, app: 3_500 },
    answer: (read) => {
      const ids = read.query['ids']?.split(',') ?? [];
      const wrong = ids.find((id) => !NUMERIC_ID.test(id));
      if (ids.length === 0 || ids.length > 100 || wrong !== undefined) {
        return invalidParameter(
          'ids',
          wrong ?? '',
          'The number of values in the `ids` query parameter list is not between 1 and 100',
        );
      }
      const shown = readShown(read.query, 'tweet');
      if ('status' in shown) return shown;
      const found = ids.map((id) => readablePost(read, 'ids', id));
      const posts = found.flatMap((one) => ('post' in one ? [one.post] : []));
      return postsAnswer(read, shown, posts, { errors: found.flatMap((one) => ('error' in one ? [one.error] : [])) });
    },
  }),
  accountsOfPost({
    name: 'reposters',
    path: '/tweets/:id/retweeted_by',
    scopes: READ,
    limits: { user: 75, app: 75 },
    ids: ({ platform }, { id }) =>
      POSTS.of(platform)
        .filter((one) => referenceOf(one, 'retweeted') === id)
        .map(({ author }) => author)
        .reverse(),
  }),
  accountsOfPost({
    name: 'likers',
    path: '/tweets/:id/liking_users',
    scopes: ['like.read', ...READ],
    limits: { user: 75 },
    ids: ({ platform }, { id }) =>
      LIKES.of(platform)
        .filter(({ post }) => post === id)
        .map(({ account }) => account)
        .reverse()
        .slice(0, MAX_LIKERS),
  }),
];
