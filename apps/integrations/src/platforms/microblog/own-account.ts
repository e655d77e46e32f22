import {
  MICROBLOG_NAME,
  readMicroblogFollow,
  readMicroblogProfile,
  type MicroblogFollow,
  type MicroblogProfile,
  type MicroblogProfilePart,
  type PinnedMicroblogPost,
} from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import {
  asObject,
  hasOne,
  objectAt,
  optionalAt,
  UnusableAnswer,
  type JsonObject,
} from '../../outbound/described-json.js';
import type { PlatformFact } from '../../description/platform-fact.js';
import { hidden, listOf, MISSING, problemOf, readShown, type Resource } from './api.js';
import { idAt, nameNow, plainOf, referenceOf, stringAt, textOf, textsIn } from './reading.js';
import { handleOf, incomplete } from './targets.js';
import { carriesAll, hashtagsFor, hashtagsIn, partWith, startIn, writtenIn, type Written } from './written.js';

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
    const found = await readShown(calls, `/2/users/${who}?user.fields=connection_status`);
    if (found === 'missing') return null;
    if (found === 'denied') {
      throw hidden(
        `The account @${handle} does not let yours see it at the microblog; it may have blocked your account.`,
      );
    }
    idAt(found.data, 'id');
    const connections = textsIn(found.data, 'connection_status');
    const present = followedId === undefined ? null : handleOf(found.data);
    return {
      accountId: calls.accountId,
      isFollowing: hasOne(connections, (one) => one === 'following'),
      ...(present !== null && { handle: present }),
    };
  },
};

export interface ProfileRequest {
  userId: string;
  part?: MicroblogProfilePart;
  text?: string;
  hashtags?: string[];
}

const BIO_QUERY = 'user.fields=description,entities,url';
const PINNED_QUERY = 'user.fields=pinned_tweet_id&expansions=pinned_tweet_id';
const ALL_QUERY = 'user.fields=description,entities,pinned_tweet_id,url&expansions=pinned_tweet_id';
const POST_QUERY = '&tweet.fields=entities,note_tweet,referenced_tweets';

/** The description, the name and the pinned post of the earner's account. */
export const profile: PlatformFact<ProfileRequest, MicroblogProfile> = {
  contract: readMicroblogProfile,
  as: 'earner',
  read: async (calls, { part, text, hashtags }) => {
    const query = part === 'bio' ? BIO_QUERY : `${part === 'pinned' ? PINNED_QUERY : ALL_QUERY}${POST_QUERY}`;
    const found = await readShown(calls, `/2/users/me?${query}`);
    if (typeof found === 'string') throw hidden();
    if (at(found.data, 'id') !== calls.accountId) throw incomplete();
    const bio = part === 'pinned' ? undefined : bioOf(found.data);
    return {
      accountId: calls.accountId,
      name: textOf(stringAt(found.data, 'name'), MICROBLOG_NAME),
      description: bio === undefined ? '' : ((text === undefined ? undefined : partWith(bio, text)) ?? startIn(bio)),
      pinned: part === 'bio' ? null : pinnedOf(found, hashtags),
    };
  },
};

/** The description, and below it the link of the profile. @throws UnusableAnswer */
function bioOf(account: JsonObject): Written {
  const entities = optionalAt(account, 'entities', objectAt) ?? {};
  const parts = ['description', 'url'].flatMap((name) => optionalAt(account, name, stringAt) ?? []);
  return {
    text: parts
      .filter((part) => part !== '')
      .map(plainOf)
      .join('\n'),
    entities: ['description', 'url'].map((name) => optionalAt(entities, name, objectAt) ?? {}),
  };
}

/** A pinned post that the platform does not show has nothing. @throws UnusableAnswer */
function pinnedOf({ data, includes, errors }: Resource, asked: string[] | undefined): PinnedMicroblogPost | null {
  const postId = optionalAt(data, nameNow(data, 'pinned_tweet_id'), idAt);
  if (postId === undefined) return null;
  const posts = listOf(includes[nameNow(includes, 'tweets')]);
  const post = posts.find((one) => at(one, 'id') === postId);
  if (post === undefined) {
    if (errors.some((error) => MISSING.includes(problemOf(error)))) return { postId, quotes: null, hashtags: [] };
    throw new UnusableAnswer('the pinned post is missing');
  }
  const shown = asObject(post, 'the pinned post');
  const tags = hashtagsIn(writtenIn(shown));
  if (tags.unread && !(asked !== undefined && carriesAll(tags, asked))) throw tags.unread;
  return { postId, quotes: referenceOf(shown, 'quoted') ?? null, hashtags: hashtagsFor(tags, asked) };
}
