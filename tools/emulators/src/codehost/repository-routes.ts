import { ok, type Answer } from '../http/answer.js';
import type { Route } from '../oauth/rules.js';
import { NOT_FOUND } from './answers.js';
import { pageOf } from './pages.js';
import { REPOSITORIES, showFullRepository, showRepository } from './repositories.js';
import { numericId, showProfile, userNamed, USERS, type User } from './users.js';
import { publicRoute, repositoryRoute, type Viewed, pathOf } from './viewer.js';

export const repositoryRoutes = (): Route[] => [
  ...repositoryRoute('repository', '', ({ platform }, repository) => ok(showFullRepository(platform, repository))),
  ...repositoryRoute('forks', '/forks', (viewed, repository) => {
    const { platform, query, params } = viewed;
    const direction = query['sort'] === 'oldest' ? 1 : -1;
    const forks = REPOSITORIES.of(platform)
      .filter(({ parent, private: isPrivate }) => parent === repository.id && !isPrivate)
      .sort((one, other) => direction * (Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id - other.id));
    const path = `${pathOf(params)}/forks`;
    return pageOf(viewed, path, forks, (one) => showRepository(platform, one));
  }),
  userRoute('user_by_login', '/users/:login', ({ params, platform }) => userNamed(platform, params['login']), showing),
  userRoute('user_by_id', '/user/:id', ({ params, platform }) => USERS.of(platform).get(params['id']), showing),
  userRoute(
    'user_repositories',
    '/users/:login/repos',
    ({ params, platform }) => userNamed(platform, params['login']),
    (viewed, { id, login }) => {
      const { platform, query } = viewed;
      const sign = query['direction'] === 'desc' ? -1 : 1;
      const repositories = REPOSITORIES.of(platform)
        .filter((one) => one.owner === id && !one.private)
        .sort((one, other) => sign * (Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id - other.id));
      return pageOf(viewed, `/users/${login}/repos`, repositories, (one) => showRepository(platform, one));
    },
  ),
];

const showing = (_: Viewed, user: User): Answer => ok(showProfile(user));

/** A route about an account; a hidden one is not there for others. */
const userRoute = (
  name: string,
  path: string,
  find: (viewed: Viewed) => User | undefined,
  answer: (viewed: Viewed, user: User) => Answer,
): Route =>
  publicRoute({
    name,
    path,
    answer: (viewed) => {
      const user = find(viewed);
      const isOwn = viewed.viewer !== undefined && numericId(viewed.viewer.person) === user?.id;
      return user === undefined || (user.hidden && !isOwn) ? NOT_FOUND : answer(viewed, user);
    },
  });
