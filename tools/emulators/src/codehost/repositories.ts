import { ok, type Answer } from '../http/answer.js';
import type { Limit } from '../oauth/rate-limits.js';
import type { Route, UserRoute } from '../oauth/rules.js';
import type { Person } from '../people.js';

/** Public repositories. */
const REPOSITORIES = [{ id: 80_000_001, full_name: 'orbit/orbit-core', private: false }];
/** Whoever has not starred any. */
const NO_STARS = 'no-channel';

type Named = Readonly<Record<string, string | undefined>>;

/** Names are of any case. */
const named = ({ owner, repo }: Named) =>
  REPOSITORIES.find((one) => one.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase());

const hasStarred = ({ key }: Person, asked: Named): boolean => key !== NO_STARS && named(asked) !== undefined;

export const repositoryRoute = (api: string, notFound: Answer): Route => ({
  name: 'repository',
  method: 'GET',
  path: `${api}/repos/:owner/:repo`,
  answer: ({ params }) => {
    const found = named(params);
    return found === undefined ? notFound : ok(found);
  },
});

export const starRoute = (api: string, limit: Limit, notFound: Answer): UserRoute => ({
  name: 'starred',
  method: 'GET',
  path: `${api}/user/starred/:owner/:repo`,
  scopes: [],
  limit,
  page: '/rest/activity/starring#check-if-a-repository-is-starred-by-the-authenticated-user',
  answer: ({ person, params }) => (hasStarred(person, params) ? { status: 204, body: '' } : notFound),
});
