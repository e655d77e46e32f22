import {
  MICROBLOG_NAME,
  readMicroblogAccount,
  readMicroblogPost,
  type MicroblogAccount,
  type MicroblogPost,
} from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { at } from '../../outbound/account.js';
import { FactFailure, type PlatformFact } from '../../outbound/platform-fact.js';
import { listOf, readOne } from './api.js';
import { idOf, nameOf, textOf } from './reading.js';

const handleOf = (account: unknown): string | null => {
  const handle = at(account, 'username');
  return typeof handle === 'string' && handle.length <= 64 && hasForm('handle', handle) ? handle : null;
};

const pictureOf = (account: unknown): string | null => {
  const url = at(account, 'profile_image_url');
  return typeof url === 'string' && url.length <= 500 && hasForm('https_url', url) ? url : null;
};

/** An answer without a member that the API always sends. */
export const incomplete = (): FactFailure => new FactFailure('unavailable', 'The microblog answers incompletely.');

export const account: PlatformFact<{ handle: string }, MicroblogAccount> = {
  contract: readMicroblogAccount,
  as: 'platform',
  read: async (calls, { handle }) => {
    const found = await readOne(
      calls,
      `/2/users/by/username/${encodeURIComponent(handle)}?user.fields=profile_image_url`,
    );
    if (found === null) return null;
    const { data } = found;
    const [accountId, written] = [idOf(at(data, 'id')), handleOf(data)];
    if (accountId === undefined || written === null) throw incomplete();
    return { accountId, handle: written, name: nameOf(at(data, 'name')), pictureUrl: pictureOf(data) };
  },
};

export const post: PlatformFact<{ postId: string }, MicroblogPost> = {
  contract: readMicroblogPost,
  as: 'platform',
  read: async (calls, { postId }) => {
    const found = await readOne(calls, `/2/tweets/${postId}?tweet.fields=author_id&expansions=author_id`);
    if (found === null) return null;
    const { data, includes } = found;
    if (at(data, 'id') !== postId) throw incomplete();
    const author = listOf(at(includes, 'users')).find((user) => at(user, 'id') === at(data, 'author_id'));
    const text = textOf(at(data, 'text'), MICROBLOG_NAME);
    return { postId, author: handleOf(author), textStart: hasForm('prose', text) ? text : null };
  },
};
