import type { Answer } from '../http/answer.js';
import { ok } from '../http/answer.js';
import type { Platform } from '../oauth/rules.js';
import { accountNamed, ACCOUNTS, idOf, showAccount, type Account } from './accounts.js';
import { costOf } from './cost.js';
import type { Shown } from './names.js';
import { POSTS, showPost, type Post } from './posts.js';
import { notFound, suspended, type PartialError } from './problems.js';
import type { Read } from './reading.js';

/** The account, or the reason why it cannot be read. */
export function readableAccount(
  account: Account | undefined,
  parameter: string,
  value: string,
): { account: Account } | { error: PartialError } {
  if (account === undefined) return { error: notFound('user', parameter, value) };
  return account.suspended ? { error: suspended(parameter, value) } : { account };
}

/** True if the viewer may see the posts of the account. */
export const mayRead = (read: Read, { id, protected: isProtected }: Account): boolean =>
  !isProtected || (read.viewer !== undefined && idOf(read.viewer.person) === id);

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

const accountsOf = (platform: Platform, ids: readonly string[]): Account[] =>
  unique(ids)
    .map((id) => ACCOUNTS.of(platform).get(id))
    .filter(isDefined);

interface Parts {
  data: object | readonly object[] | undefined;
  users?: readonly Account[];
  posts?: readonly Post[];
  errors?: readonly PartialError[];
  meta?: object;
  cost: number;
}

/** An answer with the found resources, their includes and the errors of the others. */
function result(read: Read, shown: Shown, { data, users = [], posts = [], errors = [], meta, cost }: Parts): Answer {
  const includes = {
    ...(users.length > 0 && { users: users.map((account) => showAccount(read, account, shown.user)) }),
    ...(posts.length > 0 && { tweets: posts.map((post) => showPost(read.platform, post, shown.tweet)) }),
  };
  const included = {
    user: users.map(({ id }) => id),
    post: posts.map(({ id }) => id),
  };
  return {
    ...ok({
      ...(data !== undefined && { data }),
      ...(Object.keys(includes).length > 0 && { includes }),
      ...(errors.length > 0 && { errors }),
      ...(meta && { meta }),
    }),
    cost: cost + costOf(read.platform, 'user', included.user) + costOf(read.platform, 'post', included.post),
  };
}

export const nothing = (read: Read, shown: Shown, ...errors: PartialError[]): Answer =>
  result(read, shown, { data: undefined, errors, cost: 0 });

interface List {
  next: string | undefined;
}

/** A list without items has no data. */
const metaOf = (ids: readonly string[], { next }: List, more: object = {}) => ({
  result_count: ids.length,
  ...more,
  ...(next !== undefined && { next_token: next }),
});

export function postsAnswer(
  read: Read,
  shown: Shown,
  posts: readonly Post[],
  of: { one: true } | (List & { chargedAs: 'post' | 'like' }) | { errors: readonly PartialError[] },
): Answer {
  const { platform } = read;
  const { expansions } = shown;
  const referenced = expansions.has('referenced_tweets.id') || expansions.has('referenced_tweets.id.author_id');
  const ids = unique(posts.flatMap(({ references }) => (referenced ? references.map(({ id }) => id) : [])));
  const found = ids.map((id) => POSTS.of(platform).get(id)).filter(isDefined);
  const missing = ids.filter((id) => POSTS.of(platform).get(id) === undefined);
  const data = posts.map((post) => showPost(platform, post, shown.tweet));
  const mentioned = posts.flatMap(({ text }) =>
    [...text.matchAll(/@([A-Za-z0-9_]{1,40})/g)].map(([, name = '']) => name),
  );
  const users = [
    ...(expansions.has('author_id') ? posts.map(({ author }) => author) : []),
    ...(expansions.has('referenced_tweets.id.author_id') ? found.map(({ author }) => author) : []),
    ...(expansions.has('in_reply_to_user_id') ? data.flatMap((one) => textsOf(one['in_reply_to_user_id'])) : []),
    ...(expansions.has('entities.mentions.username')
      ? mentioned.map((name) => accountNamed(platform, name)?.id).filter(isDefined)
      : []),
  ];
  const errors = missing.map((id) => notFound('tweet', 'referenced_tweets.id', id));
  const parts = { users: accountsOf(platform, users), posts: found };
  const own = posts.map(({ id }) => id);
  if ('one' in of) return result(read, shown, { ...parts, data: data[0], errors, cost: costOf(platform, 'post', own) });
  if ('errors' in of) {
    const list = data.length > 0 ? data : undefined;
    return result(read, shown, {
      ...{ ...parts, data: list, errors: [...of.errors, ...errors] },
      cost: costOf(platform, 'post', own),
    });
  }
  const ends = own.length > 0 ? { newest_id: own[0], oldest_id: own.at(-1) } : {};
  return result(read, shown, {
    ...{ ...parts, data: data.length > 0 ? data : undefined, errors, meta: metaOf(own, of, ends) },
    cost: costOf(platform, of.chargedAs, own),
  });
}

export function accountsAnswer(
  read: Read,
  shown: Shown,
  accounts: readonly Account[],
  of: { one: true } | (List & { chargedAs: 'user' | 'follow' }),
): Answer {
  const { platform } = read;
  const pinned = shown.expansions.has('pinned_tweet_id') ? accounts.map((one) => one.pinnedPost).filter(isDefined) : [];
  const posts = pinned.map((id) => POSTS.of(platform).get(id)).filter(isDefined);
  const errors = pinned
    .filter((id) => POSTS.of(platform).get(id) === undefined)
    .map((id) => notFound('tweet', 'pinned_tweet_id', id));
  const data = accounts.map((account) => showAccount(read, account, shown.user));
  const ids = accounts.map(({ id }) => id);
  if ('one' in of) {
    return result(read, shown, { data: data[0], posts, errors, cost: costOf(platform, 'user', ids) });
  }
  return result(read, shown, {
    ...{ data: data.length > 0 ? data : undefined, posts, errors, meta: metaOf(ids, of) },
    cost: costOf(platform, of.chargedAs, ids),
  });
}

export function spaceAnswer(
  read: Read,
  shown: Shown,
  spaces: readonly Readonly<Record<string, unknown>>[],
  of: { one: true } | { errors: readonly PartialError[] },
): Answer {
  const roles = ['creator_id', 'host_ids', 'speaker_ids', 'invited_user_ids'].filter((name) =>
    shown.expansions.has(name),
  );
  const ids = spaces.flatMap((space) => roles.flatMap((role) => textsOf(space[role])));
  const users = accountsOf(read.platform, ids);
  const cost = costOf(
    read.platform,
    'space',
    spaces.flatMap(({ id }) => textsOf(id)),
  );
  if ('one' in of) return result(read, shown, { data: spaces[0], users, cost });
  return result(read, shown, { data: spaces.length > 0 ? spaces : undefined, users, errors: of.errors, cost });
}
