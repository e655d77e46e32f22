import {
  MICROBLOG_NAME,
  readMicroblogFollow,
  readMicroblogProfile,
  type MicroblogFollow,
  type MicroblogProfile,
  type PinnedMicroblogPost,
} from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import type { PlatformFact } from '../../outbound/platform-fact.js';
import { listOf, readOne, type Resource } from './api.js';
import { either, hashtagsOf, idOf, referenceOf, textOf } from './reading.js';
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
    const isFollowing = listOf(at(found.data, 'connection_status')).includes('following');
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
      name: textOf(at(data, 'name'), MICROBLOG_NAME),
      description: textOf(at(data, 'description')),
      pinned: pinnedOf(found),
    };
  },
};

/** Null also for a pinned post that the answer does not include. */
function pinnedOf({ data, includes }: Resource): PinnedMicroblogPost | null {
  const postId = idOf(either(data, 'pinned_tweet_id'));
  if (postId === undefined) return null;
  const post = listOf(either(includes, 'tweets')).find((one) => at(one, 'id') === postId);
  return { postId, quotes: referenceOf(post, 'quoted') ?? null, hashtags: hashtagsOf(post) };
}
