import { readLaunchsiteComment, readLaunchsitePost, readLaunchsiteVote } from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { at, handleOf } from '../../outbound/account.js';
import {
  asObject,
  flagAt,
  nullableAt,
  objectAt,
  objectsAt,
  textAt,
  timeAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import { definePlatformFact, FactFailure } from '../../outbound/platform-fact.js';
import { readPost } from './api.js';

const GONE = new FactFailure('unsupported', 'The post of the quest is gone.');
const incomplete = (): FactFailure => new FactFailure('unavailable', 'The launch site answers incompletely.');

const post = definePlatformFact({
  contract: readLaunchsitePost,
  as: 'platform',
  read: async (calls, { slug }) => {
    const found = await readPost(calls, 'name thumbnail { url }', { slug });
    if (found === null) return null;
    const name = handleOf(at(found, 'name'));
    if (name === null) throw incomplete();
    const picture = at(at(found, 'thumbnail'), 'url');
    const isPicture = typeof picture === 'string' && picture.length <= 500 && hasForm('https_url', picture);
    return { postName: name, postPictureUrl: isPicture ? picture : null };
  },
});

/** Only the token of the account shows its vote. */
const vote = definePlatformFact({
  contract: readLaunchsiteVote,
  as: 'earner',
  read: async (calls, { slug }) => {
    const found = await readPost(calls, 'isVoted', { slug });
    if (found === null) throw GONE;
    const isVoted = at(found, 'isVoted');
    if (typeof isVoted !== 'boolean') throw incomplete();
    return { accountId: calls.accountId, isVoted };
  },
});

const ID = /^[\w-]{1,64}$/;
/** Pages of 20 comments that one check reads at most. */
const MOST_PAGES = 3;
const COMMENT = 'nodes { id createdAt user { id } } pageInfo { hasNextPage endCursor }';

/** The launch site lists the newest comments first and hides who wrote them, except from their author. */
const comment = definePlatformFact({
  contract: readLaunchsiteComment,
  as: 'earner',
  read: async (calls, { slug, since }) => {
    const { accountId } = calls;
    const from = since === null ? -Infinity : Date.parse(since);
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const list = after === undefined ? 'comments(first: 20)' : 'comments(first: 20, after: $after)';
      const found = await readPost(calls, `${list} { ${COMMENT} }`, { slug, ...(after !== undefined && { after }) });
      if (found === null) throw GONE;
      const comments = objectAt(asObject(found, 'the post'), 'comments');
      const nodes = objectsAt(comments, 'nodes').map((one) => ({
        id: textAt(one, 'id', ID),
        authorId: textAt(objectAt(one, 'user'), 'id', ID),
        time: Date.parse(timeAt(one, 'createdAt')),
      }));
      const own = nodes.find(({ authorId, time }) => authorId === accountId && time >= from);
      if (own !== undefined) return { accountId, commentId: own.id };
      after = nextPage(objectAt(comments, 'pageInfo'));
      if (after === undefined) break;
    }
    return { accountId, commentId: null };
  },
});

/** The cursor of the next page; undefined for the last one. @throws UnusableAnswer */
function nextPage(pageInfo: JsonObject): string | undefined {
  const cursor = nullableAt(pageInfo, 'endCursor', (parent, name) => textAt(parent, name, /^[^]{1,200}$/));
  return flagAt(pageInfo, 'hasNextPage') ? (cursor ?? undefined) : undefined;
}

export const posts = [post, vote, comment];
