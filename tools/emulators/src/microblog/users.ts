import type { Route } from '../oauth/rules.js';
import { accountNamed, ACCOUNTS, FOLLOWS, idOf, type Account } from './accounts.js';
import { readShown } from './names.js';
import { pageOf } from './pages.js';
import { invalidParameter, notAuthorized, notFound } from './problems.js';
import { reading, type Read } from './reading.js';
import { accountsAnswer, mayRead, nothing, readableAccount } from './results.js';

export const NUMERIC_ID = /^[0-9]{1,19}$/;

export const badId = (value: string) =>
  invalidParameter('id', value, `The \`id\` query parameter value [${value}] is not valid`);

/** The account whose list is requested. Only a protected account itself may read its lists. */
export function listOwner(read: Read): { account: Account } | { error: ReturnType<typeof notFound> } {
  const { id = '' } = read.params;
  const found = readableAccount(ACCOUNTS.of(read.platform).get(id), 'id', id);
  if ('error' in found || mayRead(read, found.account)) return found;
  return { error: notAuthorized('user', 'id', id) };
}

const READ = ['tweet.read', 'users.read'];

export const userRoutes = (): Route[] => [
  reading({
    name: 'user',
    path: '/users/me',
    scopes: ['users.read', 'tweet.read'],
    limits: { user: 75 },
    returnsEmail: true,
    answer: (read) => {
      const shown = readShown(read.query, 'user');
      if ('status' in shown) return shown;
      const account = read.viewer && ACCOUNTS.of(read.platform).get(idOf(read.viewer.person));
      if (account === undefined) return nothing(read, shown, notFound('user', 'id', ''));
      return accountsAnswer(read, shown, [account], { one: true });
    },
  }),
  reading({
    name: 'user_by_username',
    path: '/users/by/username/:username',
    scopes: READ,
    limits: { user: 900, app: 300 },
    answer: (read) => {
      const { username = '' } = read.params;
      if (!/^[A-Za-z0-9_]{1,40}$/.test(username)) {
        return invalidParameter('username', username, 'The `username` query parameter value is not valid');
      }
      const shown = readShown(read.query, 'user');
      if ('status' in shown) return shown;
      const found = readableAccount(accountNamed(read.platform, username), 'username', username);
      if ('error' in found) return nothing(read, shown, found.error);
      return accountsAnswer(read, shown, [found.account], { one: true });
    },
  }),
  reading({
    name: 'user_by_id',
    path: '/users/:id',
    scopes: READ,
    limits: { user: 900, app: 300 },
    answer: (read) => {
      const { id = '' } = read.params;
      if (!NUMERIC_ID.test(id)) return badId(id);
      const shown = readShown(read.query, 'user');
      if ('status' in shown) return shown;
      const found = readableAccount(ACCOUNTS.of(read.platform).get(id), 'id', id);
      if ('error' in found) return nothing(read, shown, found.error);
      return accountsAnswer(read, shown, [found.account], { one: true });
    },
  }),
  reading({
    name: 'following',
    path: '/users/:id/following',
    scopes: ['follows.read', ...READ],
    limits: { user: 300, app: 300 },
    answer: (read) => {
      const { platform, params, query } = read;
      const { id = '' } = params;
      if (!NUMERIC_ID.test(id)) return badId(id);
      const shown = readShown(query, 'user');
      if ('status' in shown) return shown;
      const owner = listOwner(read);
      if ('error' in owner) return nothing(read, shown, owner.error);
      const accounts = FOLLOWS.of(platform)
        .filter(({ follower }) => follower === id)
        .reverse()
        .flatMap(({ followed }) => ACCOUNTS.of(platform).get(followed) ?? []);
      const page = pageOf(query, accounts, { least: 1, most: 1_000, otherwise: 100 });
      if ('status' in page) return page;
      return accountsAnswer(read, shown, page.items, { next: page.next, chargedAs: 'follow' });
    },
  }),
];
