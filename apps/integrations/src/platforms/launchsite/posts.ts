import { readLaunchsiteComment, readLaunchsitePost, readLaunchsiteVote } from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { at, handleOf } from '../../outbound/account.js';
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
      const comments = at(found, 'comments');
      const nodes = at(comments, 'nodes');
      if (!Array.isArray(nodes)) throw incomplete();
      const isOwn = (one: unknown) =>
        at(at(one, 'user'), 'id') === accountId && Date.parse(String(at(one, 'createdAt'))) >= from;
      const commentId = at(nodes.find(isOwn), 'id');
      if (typeof commentId === 'string' && /^[\w-]{1,64}$/.test(commentId)) return { accountId, commentId };
      const { cursor, isLast } = pageOf(at(comments, 'pageInfo'));
      if (isLast) break;
      after = cursor;
    }
    return { accountId, commentId: null };
  },
});

function pageOf(pageInfo: unknown): { cursor: string; isLast: boolean } {
  const cursor = at(pageInfo, 'endCursor');
  const isCursor = typeof cursor === 'string' && cursor.length <= 200;
  return { cursor: isCursor ? cursor : '', isLast: !isCursor || at(pageInfo, 'hasNextPage') !== true };
}

export const posts = [post, vote, comment];
