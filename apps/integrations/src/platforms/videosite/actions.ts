import {
  MOST_VIDEOSITE_PAGES,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
} from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
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
    return { accountId: calls.accountId, isDone: items.length > 0 };
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
      (item) => at(item, 'id') === videoId,
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
      (thread) => isOf(accountId, since, at(at(thread, 'snippet'), 'topLevelComment')),
      COMMENTS_SECONDS,
    );
    const commentId = at(own, 'id');
    if (commentId !== undefined && !(typeof commentId === 'string' && /^[\w-]{1,128}$/.test(commentId))) {
      throw new FactFailure('unavailable', 'The video site gave a comment without an id.');
    }
    return { accountId, commentId: commentId ?? null };
  },
});

function isOf(accountId: string, since: string | null, comment: unknown): boolean {
  const snippet = at(comment, 'snippet');
  const publishedAt = Date.parse(String(at(snippet, 'publishedAt')));
  const isInTime = since === null || publishedAt >= Date.parse(since);
  return isInTime && at(at(snippet, 'authorChannelId'), 'value') === accountId;
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
  fits: (item: unknown) => boolean,
  sharedSeconds?: number,
): Promise<unknown> {
  let more = '';
  for (let page = 0; page < MOST_VIDEOSITE_PAGES; page += 1) {
    const { items, nextPageToken } = await readItems(calls, path + more, sharedSeconds);
    const found = items.find(fits);
    if (found !== undefined || nextPageToken === undefined) return found;
    more = `&pageToken=${nextPageToken}`;
  }
  return undefined;
}
