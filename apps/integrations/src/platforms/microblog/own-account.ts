import {
  MICROBLOG_NAME,
  readMicroblogFollow,
  readMicroblogProfile,
  type MicroblogFollow,
  type MicroblogProfile,
  type PinnedMicroblogPost,
} from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import { objectsAt, optionalAt, textsAt, UnusableAnswer } from '../../outbound/described-json.js';
import type { PlatformFact } from '../../outbound/platform-fact.js';
import { MISSING, problemOf, readOne, type Resource } from './api.js';
import { hashtagsOf, idAt, nameNow, referenceOf, stringAt, textOf } from './reading.js';
import { incomplete } from './targets.js';

export interface FollowRequest {
  userId: string;
  handle: string;
  followedId?: string;
}

/** One account that is read, whatever number the earner follows; by its id where it is known, which no rename changes. */
export const follow: PlatformFact<FollowRequest, MicroblogFollow> = {
  contract: readMicroblogFollow,
  as: 'earner',
  read: async (calls, { handle, followedId }) => {
    const who = followedId ?? `by/username/${encodeURIComponent(handle)}`;
    const found = await readOne(calls, `/2/users/${who}?user.fields=connection_status`);
    if (found === null) return null;
    idAt(found.data, 'id');
    const isFollowing = textsAt(found.data, 'connection_status', /^\w{1,64}$/).includes('following');
    return { accountId: calls.accountId, isFollowing };
  },
};

/** The description, the name and the pinned post of the earner's account. */
export const profile: PlatformFact<{ userId: string }, MicroblogProfile> = {
  contract: readMicroblogProfile,
  as: 'earner',
  read: async (calls) => {
    const query = 'user.fields=description,pinned_tweet_id&expansions=pinned_tweet_id';
    const found = await readOne(calls, `/2/users/me?${query}&tweet.fields=entities,referenced_tweets`);
    if (found === null || at(found.data, 'id') !== calls.accountId) throw incomplete();
    const { data } = found;
    return {
      accountId: calls.accountId,
      name: textOf(stringAt(data, 'name'), MICROBLOG_NAME),
      description: textOf(optionalAt(data, 'description', stringAt) ?? ''),
      pinned: pinnedOf(found),
    };
  },
};

/** A pinned post that the platform does not show has nothing. @throws UnusableAnswer */
function pinnedOf({ data, includes, errors }: Resource): PinnedMicroblogPost | null {
  const postId = optionalAt(data, nameNow(data, 'pinned_tweet_id'), idAt);
  if (postId === undefined) return null;
  const posts = optionalAt(includes, nameNow(includes, 'tweets'), objectsAt) ?? [];
  const post = posts.find((one) => at(one, 'id') === postId);
  if (post === undefined && !errors.some((error) => MISSING.includes(problemOf(error)))) {
    throw new UnusableAnswer('the pinned post is missing');
  }
  const shown = post ?? {};
  return { postId, quotes: referenceOf(shown, 'quoted') ?? null, hashtags: hashtagsOf(shown) };
}
