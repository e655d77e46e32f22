import { ok } from '../http/answer.js';
import type { Route } from '../oauth/rules.js';
import { NOT_FOUND } from './answers.js';
import { pageOf } from './pages.js';
import { REPOSITORIES, showFullRepository, showRepository } from './repositories.js';
import { showProfile, userNamed, USERS } from './users.js';
import { publicRoute, repositoryRoute } from './viewer.js';

export const repositoryRoutes = (): Route[] => [
  repositoryRoute('repository', '', ({ platform }, repository) => ok(showFullRepository(platform, repository))),
  repositoryRoute('forks', '/forks', (viewed, repository) => {
    const { platform, query, params } = viewed;
    const direction = query['sort'] === 'oldest' ? 1 : -1;
    const forks = REPOSITORIES.of(platform)
      .filter(({ parent, private: isPrivate }) => parent === repository.id && !isPrivate)
      .sort((one, other) => direction * (Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id - other.id));
    const path = `/repos/${params['owner']}/${params['repo']}/forks`;
    return pageOf(viewed, path, forks, (one) => showRepository(platform, one));
  }),
  publicRoute({
    name: 'user_by_login',
    path: '/users/:login',
    answer: ({ platform, params }) => {
      const user = userNamed(platform, params['login']);
      return user ? ok(showProfile(user)) : NOT_FOUND;
    },
  }),
  publicRoute({
    name: 'user_by_id',
    path: '/user/:id',
    answer: ({ platform, params }) => {
      const user = USERS.of(platform).get(params['id']);
      return user ? ok(showProfile(user)) : NOT_FOUND;
    },
  }),
];
