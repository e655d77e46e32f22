import {
  MOST_VIDEOSITE_PAGES,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
} from '@questp/messages/integrations';
import { objectAt, optionalAt, textAt, timeAt, type JsonObject } from '../../outbound/described-json.js';
import {
  definePlatformFact,
  FactFailure,
  type PlatformAnswer,
  type PlatformCalls,
} from '../../outbound/platform-fact.js';
import { readItems, reasonOf } from './api.js';

export const subscription = definePlatformFact({
  contract: readVideositeSubscription,
  as: 'earner',
  read: async (calls, { channelId }) => {
    const { items } = await readItems(calls, `/subscriptions?part=id&mine=true&forChannelId=${channelId}`);
    return { accountId: calls.accountId, isDone: items.map(idOf).length > 0 };
  },
});

/**
 * videos.getRating would need a scope that may also write; the latest liked videos are told with the scope to read.
 */
export const like = definePlatformFact({
  contract: readVideositeLike,
  as: 'earner',
  read: async (calls, { videoId }) => {
    const liked = await findListed(
      calls,
      '/videos?part=id&myRating=like&maxResults=50',
      (item) => idOf(item) === videoId,
    );
    return { accountId: calls.accountId, isDone: liked !== undefined };
  },
});

/** The latest comments serve every check of the same moment. */
const COMMENTS_SECONDS = 15;

export const comment = definePlatformFact({
  contract: readVideositeComment,
  as: 'platform',
  read: async ({ get, ...calls }, { videoId, since }) => {
    const { accountId } = calls;
    const readable = async (path: string, sharedSeconds?: number) => requireComments(await get(path, sharedSeconds));
    const own = await findListed(
      { ...calls, get: readable },
      `/commentThreads?part=snippet&order=time&maxResults=100&videoId=${videoId}`,
      (thread) =>
        idOf(thread) !== '' && isOf(accountId, since, objectAt(objectAt(thread, 'snippet'), 'topLevelComment')),
      COMMENTS_SECONDS,
    );
    return { accountId, commentId: own === undefined ? null : idOf(own) };
  },
});

const ID = /^[\w-]{1,128}$/;
const idOf = (item: JsonObject): string => textAt(item, 'id', ID);

/** An author without a channel has no id. @throws UnusableAnswer */
function isOf(accountId: string, since: string | null, comment: JsonObject): boolean {
  const snippet = objectAt(comment, 'snippet');
  const isInTime = Date.parse(timeAt(snippet, 'publishedAt')) >= (since === null ? -Infinity : Date.parse(since));
  const author = optionalAt(snippet, 'authorChannelId', objectAt);
  return author !== undefined && textAt(author, 'value', ID) === accountId && isInTime;
}

/** @throws FactFailure where a video has no comments that could be read */
function requireComments(answer: PlatformAnswer): PlatformAnswer {
  const isClosed = answer.status === 404 || (answer.status === 403 && reasonOf(answer) === 'commentsDisabled');
  if (isClosed) throw new FactFailure('unsupported', 'The video of the quest is gone, or has no comments.');
  return answer;
}

/** The first item that fits among the latest. @throws FactFailure */
async function findListed(
  calls: PlatformCalls,
  path: string,
  fits: (item: JsonObject) => boolean,
  sharedSeconds?: number,
): Promise<JsonObject | undefined> {
  let more = '';
  for (let page = 0; page < MOST_VIDEOSITE_PAGES; page += 1) {
    const { items, nextPageToken } = await readItems(calls, path + more, sharedSeconds);
    const found = items.find(fits);
    if (found !== undefined || nextPageToken === undefined) return found;
    more = `&pageToken=${nextPageToken}`;
  }
  return undefined;
}
