import {
  MICROBLOG_NAME,
  readMicroblogAccount,
  readMicroblogPost,
  type MicroblogAccount,
  type MicroblogPost,
} from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { at } from '../../description/account.js';
import { whether } from '../../outbound/described-json.js';
import { FactFailure, type PlatformFact } from '../../description/platform-fact.js';
import { listOf, readOne } from './api.js';
import { idOf, nameOf, startOf, textOf } from './reading.js';
import { startIn, writtenIn } from './written.js';

export const handleOf = (account: unknown): string | null => {
  const handle = at(account, 'username');
  return typeof handle === 'string' && handle.length <= 64 && hasForm('handle', handle) ? handle : null;
};

const pictureOf = (account: unknown): string | null => {
  const url = at(account, 'profile_image_url');
  return typeof url === 'string' && url.length <= 500 && hasForm('https_url', url) ? url : null;
};

/** An answer without a member that the API always sends. */
export const incomplete = (): FactFailure => new FactFailure('unavailable', 'The microblog answers incompletely.');

/** Found by its id where it is known, which no rename changes: another account may have taken the handle. */
export const account: PlatformFact<{ handle: string; accountId?: string }, MicroblogAccount> = {
  contract: readMicroblogAccount,
  as: 'platform',
  read: async (calls, { handle, accountId }) => {
    const who = accountId ?? `by/username/${encodeURIComponent(handle)}`;
    const found = await readOne(calls, `/2/users/${who}?user.fields=profile_image_url`);
    if (found === null) return null;
    const { data } = found;
    const [id, written] = [idOf(at(data, 'id')), handleOf(data)];
    if (id === undefined || written === null) throw incomplete();
    return { accountId: id, handle: written, name: nameOf(at(data, 'name')), pictureUrl: pictureOf(data) };
  },
};

const POST_QUERY = 'tweet.fields=author_id,entities,note_tweet&expansions=author_id';

export const post: PlatformFact<{ postId: string }, MicroblogPost> = {
  contract: readMicroblogPost,
  as: 'platform',
  read: async (calls, { postId }) => {
    const found = await readOne(calls, `/2/tweets/${postId}?${POST_QUERY}`);
    if (found === null) return null;
    const { data, includes } = found;
    if (at(data, 'id') !== postId) throw incomplete();
    const author = listOf(at(includes, 'users')).find((user) => at(user, 'id') === at(data, 'author_id'));
    const text = startOf(
      whether(() => startIn(writtenIn(data))) ?? textOf(at(data, 'text'), MICROBLOG_NAME),
      MICROBLOG_NAME,
    );
    return { postId, author: handleOf(author), textStart: hasForm('prose', text) ? text : null };
  },
};
