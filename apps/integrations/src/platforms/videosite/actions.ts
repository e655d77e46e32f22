import {
  MAX_VIDEOSITE_PAGES,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
} from '@questp/messages/integrations';
import {
  objectAt,
  readEach,
  textAt,
  timeAt,
  type JsonObject,
  type UnusableAnswer,
} from '../../outbound/described-json.js';
import {
  definePlatformFact,
  FactFailure,
  type PlatformAnswer,
  type PlatformCalls,
} from '../../description/platform-fact.js';
import { readItems, reasonOf } from './api.js';

export const subscription = definePlatformFact({
  contract: readVideositeSubscription,
  as: 'earner',
  read: async (calls, { channelId }) => {
    const { items } = await readItems(calls, `/subscriptions?part=id&mine=true&forChannelId=${channelId}`);
    const { values, unread } = readEach(items, idOf);
    if (values.length === 0 && unread !== undefined) throw unread;
    return { accountId: calls.accountId, isDone: values.length > 0 };
  },
});

/**
 * videos.getRating requires a scope that may also write; the list of the latest liked videos requires only the scope to
 * read.
 */
export const like = definePlatformFact({
  contract: readVideositeLike,
  as: 'earner',
  read: async (calls, { videoId }) => {
    const { found, isComplete } = await findListed(
      calls,
      '/videos?part=id&myRating=like&maxResults=50',
      (item) => idOf(item) === videoId,
    );
    return { accountId: calls.accountId, isDone: found !== undefined, isComplete };
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
    const from = since === null ? -Infinity : Date.parse(since);
    const { found, isComplete } = await findListed(
      { ...calls, get: readable },
      `/commentThreads?part=snippet&order=time&maxResults=100&videoId=${videoId}`,
      (thread) => {
        const own = snippetOf(thread);
        return idOf(thread) !== '' && authorOf(own) === accountId && timeOf(own) >= from;
      },
      // They are ordered by time.
      { until: (last) => timeOf(snippetOf(last)) < from, sharedSeconds: COMMENTS_SECONDS },
    );
    return { accountId, commentId: found === undefined ? null : idOf(found), isComplete };
  },
});

const ID = /^[\w-]{1,128}$/;
const idOf = (item: JsonObject): string => textAt(item, 'id', ID);

/** Of the comment that began a thread. @throws UnusableAnswer */
const snippetOf = (thread: JsonObject): JsonObject =>
  objectAt(objectAt(objectAt(thread, 'snippet'), 'topLevelComment'), 'snippet');

const timeOf = (snippet: JsonObject): number => Date.parse(timeAt(snippet, 'publishedAt'));

/** An author without a channel has no id. @throws UnusableAnswer */
function authorOf(snippet: JsonObject): string | undefined {
  if ((snippet['authorChannelId'] ?? null) === null) return undefined;
  return textAt(objectAt(snippet, 'authorChannelId'), 'value', ID);
}

/** @throws FactFailure where a video has no comments that could be read */
function requireComments(answer: PlatformAnswer): PlatformAnswer {
  const isClosed = answer.status === 404 || (answer.status === 403 && reasonOf(answer) === 'commentsDisabled');
  if (isClosed) throw new FactFailure('unsupported', 'The video of the quest is gone, or has no comments.');
  return answer;
}

interface Found {
  found: JsonObject | undefined;
  /** False: older items were not looked at. */
  isComplete: boolean;
}

/**
 * The first item that fits among the latest. One that cannot be read is left out if another fits; otherwise it could be
 * the one.
 *
 * @param until true for the last item of a page after which none can fit
 * @throws FactFailure, UnusableAnswer
 */
async function findListed(
  calls: PlatformCalls,
  path: string,
  fits: (item: JsonObject) => boolean,
  { until = () => false, sharedSeconds }: { until?: (last: JsonObject) => boolean; sharedSeconds?: number } = {},
): Promise<Found> {
  let more = '';
  let unreadable: UnusableAnswer | undefined;
  let isComplete = false;
  for (let page = 0; page < MAX_VIDEOSITE_PAGES && !isComplete; page += 1) {
    const { items, nextPageToken } = await readItems(calls, path + more, sharedSeconds);
    const { values, unread } = readEach(items, (item) => ({ item, isFitting: fits(item) }));
    const last = values.at(-1)?.item;
    isComplete = nextPageToken === undefined || (last !== undefined && until(last));
    const found = values.find(({ isFitting }) => isFitting)?.item;
    if (found !== undefined) return { found, isComplete };
    unreadable ??= unread;
    more = `&pageToken=${nextPageToken}`;
  }
  if (unreadable !== undefined) throw unreadable;
  return { found: undefined, isComplete };
}
