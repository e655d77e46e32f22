import {
  LAUNCHSITE_PAGE_SIZE,
  MAX_LAUNCHSITE_PAGES,
  readLaunchsiteComment,
  readLaunchsitePost,
  readLaunchsiteVote,
} from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { at, handleOf } from '../../description/account.js';
import {
  asObject,
  flagAt,
  listAt,
  lookAt,
  nullableAt,
  objectAt,
  textAt,
  UnusableAnswer,
  type JsonObject,
} from '../../outbound/described-json.js';
import { definePlatformFact, FactFailure } from '../../description/platform-fact.js';
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
const COMMENT = 'nodes { id createdAt user { id } } pageInfo { hasNextPage endCursor }';

/** The launch site lists the newest comments first and hides who wrote them, except from their author. */
const comment = definePlatformFact({
  contract: readLaunchsiteComment,
  as: 'earner',
  read: async (calls, { slug, since }) => {
    const { accountId } = calls;
    const from = since === null ? -Infinity : Date.parse(since);
    let after: string | undefined;
    let isOdd = false;
    for (let page = 0; page < MAX_LAUNCHSITE_PAGES; page += 1) {
      const list = `comments(first: ${LAUNCHSITE_PAGE_SIZE}${after === undefined ? '' : ', after: $after'})`;
      const found = await readPost(calls, `${list} { ${COMMENT} }`, { slug, ...(after !== undefined && { after }) });
      if (found === null) throw GONE;
      const comments = objectAt(asObject(found, 'the post'), 'comments');
      const nodes = listAt(comments, 'nodes').map((one) => read(one, accountId, from));
      const own = nodes.find(({ id }) => id !== undefined)?.id;
      if (own !== undefined) return { accountId, commentId: own, isComplete: true };
      isOdd ||= nodes.some(({ isOwn }) => isOwn === undefined);
      after = nextPage(objectAt(comments, 'pageInfo'));
      if (after === undefined || nodes.at(-1)?.isOlder === true) {
        after = undefined;
        break;
      }
    }
    if (isOdd) throw new UnusableAnswer('a comment is not as it should be');
    return { accountId, commentId: null, isComplete: after === undefined };
  },
});

interface ReadComment {
  /** Whether the account wrote it in the time; undefined: it might have, and the comment is not as the API describes it. */
  isOwn: boolean | undefined;
  /** Set for a comment of the account itself. */
  id?: string;
  isOlder: boolean;
}

function read(item: unknown, accountId: string, from: number): ReadComment {
  const {
    item: node,
    fits: isOwn,
    isOlder,
  } = lookAt(item, 'createdAt', from, (one) => [
    () => textAt(objectAt(one, 'user'), 'id', /^/) === accountId,
    () => ID.test(textAt(one, 'id', ID)),
  ]);
  return { isOwn, ...(isOwn && node && { id: textAt(node, 'id', ID) }), isOlder };
}

/** The cursor of the next page; undefined for the last one. @throws UnusableAnswer */
function nextPage(pageInfo: JsonObject): string | undefined {
  const cursor = nullableAt(pageInfo, 'endCursor', (parent, name) => textAt(parent, name, /^[^]{1,200}$/));
  return flagAt(pageInfo, 'hasNextPage') ? (cursor ?? undefined) : undefined;
}

export const posts = [post, vote, comment];
