import type { Answer } from '../http/answer.js';
import { readBasic } from '../oauth/parameters.js';
import type { Grant } from '../oauth/grants.js';
import type { LimitState } from '../oauth/rate-limits.js';
import type { Asked, Route } from '../oauth/rules.js';
import { allows, answerUser } from '../oauth/user-routes.js';
import type { Person } from '../people.js';
import { ANONYMOUS, API, error, HOUR, moved, NOT_FOUND, SEARCH } from './answers.js';
import { isAdmin, REPOSITORIES, repositoryFormerlyNamed, repositoryNamed, type Repository } from './repositories.js';
import { numericId } from './users.js';

export const limitHeaders = (
  { limit, remaining, reset }: Omit<LimitState, 'isExceeded'>,
  resource: string,
): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
  'x-ratelimit-used': String(limit - remaining),
  'x-ratelimit-resource': resource,
});

export interface Viewer {
  person: Person;
  grant: Grant;
}
/** A request, with the person of its token if it has one. */
export type Viewed = Asked & { viewer?: Viewer };

/** Whether the request proves the application. */
export function isClient({ platform, headers }: Asked): boolean {
  const client = readBasic(headers.authorization);
  return client?.id === platform.client.id && client?.secret === platform.client.secret;
}

interface PublicRoute {
  name: string;
  path: string;
  resource?: 'core' | 'search';
  answer: (viewed: Viewed) => Answer;
}

/** A route for every caller, limited per person or anonymous caller. */
export const publicRoute = ({ name, path, resource = 'core', answer }: PublicRoute): Route => ({
  name,
  method: 'GET',
  path: `${API}${path}`,
  answer: async (asked) => {
    const { platform, headers } = asked;
    const forUser = { name, method: 'GET', path, scopes: [], limit: resource === 'core' ? HOUR : SEARCH } as const;
    if (headers.authorization !== undefined && !headers.authorization.startsWith('Basic ')) {
      return await answerUser(
        { ...forUser, answer: ({ person, grant, ...rest }) => answer({ ...rest, viewer: { person, grant } }) },
        asked,
      );
    }
    if (headers.authorization !== undefined && !isClient(asked)) return error(401, 'Bad credentials');
    const limit = headers.authorization === undefined && resource === 'core' ? ANONYMOUS : forUser.limit;
    const caller = headers.authorization === undefined ? 'anybody' : 'client';
    const state = platform.limits.count(`${limit.name} ${caller}`, limit);
    const given = state.isExceeded ? platform.rules.faults.rate_limited() : answer(asked);
    return { ...given, headers: { ...given.headers, ...limitHeaders(state, resource) } };
  },
});

const mayRead = ({ platform, viewer }: Viewed, repository: Repository): boolean =>
  !repository.private ||
  (viewer !== undefined && isAdmin(repository, numericId(viewer.person)) && allows(platform, viewer.grant, 'repo'));

/** Paths by the name of a repository and by its id, which it keeps. */
export const REPOSITORY_PATHS = ['/repos/:owner/:repo', '/repositories/:repository_id'] as const;

/** The path of the repository that a request names. */
export const pathOf = ({ owner, repo, repository_id: id }: Asked['params']): string =>
  id === undefined ? `/repos/${owner}/${repo}` : `/repositories/${id}`;

/** The repository that a request names; a former name is answered with a redirect to its id. */
export function atRepository(
  asked: Asked,
  { method, path }: { method: string; path: string },
  answer: (repository: Repository) => Answer,
): Answer {
  const { platform, query, params } = asked;
  const name = `${params['owner']}/${params['repo']}`;
  const found = REPOSITORIES.of(platform).get(params['repository_id']) ?? repositoryNamed(platform, name);
  if (found !== undefined) return answer(found);
  const former = repositoryFormerlyNamed(platform, name);
  if (former === undefined) return NOT_FOUND;
  const rest = path.replaceAll(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '');
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const address = `${platform.url()}${API}/repositories/${former.id}${rest}`;
  return moved(method, search === '' ? address : `${address}?${search}`);
}

/** Public routes about a repository; 404 if the viewer may not see it. */
export const repositoryRoute = (
  name: string,
  path: string,
  answer: (viewed: Viewed, repository: Repository) => Answer,
): Route[] =>
  REPOSITORY_PATHS.map((base) =>
    publicRoute({
      name,
      path: `${base}${path}`,
      answer: (viewed) =>
        atRepository(viewed, { method: 'GET', path }, (repository) =>
          mayRead(viewed, repository) ? answer(viewed, repository) : NOT_FOUND,
        ),
    }),
  );
