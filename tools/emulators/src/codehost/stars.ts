import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Answer } from '../http/answer.js';
import type { Platform, Route, UserRoute } from '../oauth/rules.js';
import { PEOPLE } from '../people.js';
import { API, error, HOUR, moved, NO_CONTENT, NOT_FOUND } from './answers.js';
import { sendEvent } from './hooks.js';
import { pageOf } from './pages.js';
import {
  CORE,
  fullName,
  isAdmin,
  now,
  REPOSITORIES,
  repositoryFormerlyNamed,
  repositoryNamed,
  showRepository,
  TIME,
} from './repositories.js';
import { numericId, showUser, userNamed, USERS } from './users.js';
import { publicRoute, repositoryRoute, type Viewed, pathOf } from './viewer.js';

/** The person without stars. */
const NO_STARS = 'no-channel';
const ID = Type.Integer({ minimum: 1 });

const starSchema = Type.Object(
  { user: ID, repository: ID, starredAt: Type.String({ ...TIME, default: now }) },
  { additionalProperties: false },
);
type Star = Static<typeof starSchema>;

export const STARS = new Collection({
  name: 'stars',
  key: ['user', 'repository'],
  schema: starSchema,
  seed: (): Star[] =>
    PEOPLE.filter(({ key }) => key !== NO_STARS).map((person) => ({
      ...{ user: numericId(person), repository: CORE, starredAt: '2026-03-01T00:00:00Z' },
    })),
  onPut: (platform: Platform, star, before) => {
    if (before === undefined) sendStar(platform, 'created', star);
  },
  onRemove: (platform: Platform, star) => sendStar(platform, 'deleted', star),
});

function sendStar(platform: Platform, action: 'created' | 'deleted', { user, repository: id, starredAt }: Star): void {
  const [sender, repository] = [USERS.of(platform).get(user), REPOSITORIES.of(platform).get(id)];
  if (sender === undefined || repository === undefined) return;
  const about = { repository: showRepository(platform, repository), sender: showUser(sender) };
  sendEvent(platform, id, 'star', { action, starred_at: action === 'created' ? starredAt : null, ...about });
}

export const SETTINGS = new Collection({
  name: 'settings',
  key: [],
  schema: Type.Object(
    {
      /** The answer to other callers than administrators who list the stars of a repository. */
      stargazers: Type.Union([Type.Literal('forbidden'), Type.Literal('empty'), Type.Literal('open')], {
        default: 'forbidden',
      }),
      /** Results after which searches end early; undefined: they find everything. */
      searchResults: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  seed: () => [{ stargazers: 'forbidden' as const }],
});

const wantsTimes = ({ headers }: Viewed): boolean => headers.accept?.includes('star+json') === true;

export const starRoutes = (): Route[] => [
  ...repositoryRoute('stargazers', '/stargazers', (viewed, repository): Answer => {
    const { platform, viewer, params } = viewed;
    const isOwn = viewer !== undefined && isAdmin(repository, numericId(viewer.person));
    const setting = isOwn ? 'open' : SETTINGS.of(platform).get()?.stargazers;
    if (setting === 'forbidden') return error(403, 'Must have admin rights to Repository.', '/rest/activity/starring');
    const stars = setting === 'open' ? STARS.of(platform).filter((star) => star.repository === repository.id) : [];
    return pageOf(viewed, `${pathOf(params)}/stargazers`, stars, (star) => {
      const user = USERS.of(platform).get(star.user);
      const shown = user ? showUser(user) : {};
      return wantsTimes(viewed) ? { starred_at: star.starredAt, user: shown } : shown;
    });
  }),
  publicRoute({
    name: 'starred_by',
    path: '/users/:login/starred',
    answer: (viewed) => {
      const { platform, params } = viewed;
      const user = userNamed(platform, params['login']);
      if (user === undefined) return NOT_FOUND;
      const stars = STARS.of(platform).filter((star) => star.user === user.id);
      return pageOf(viewed, `/users/${user.login}/starred`, stars, (star) => {
        const repository = REPOSITORIES.of(platform).get(star.repository);
        const shown = repository ? showRepository(platform, repository) : {};
        return wantsTimes(viewed) ? { starred_at: star.starredAt, repo: shown } : shown;
      });
    },
  }),
];

export const starUserRoute = (): UserRoute => ({
  name: 'starred',
  method: 'GET',
  path: `${API}/user/starred/:owner/:repo`,
  scopes: [],
  limit: HOUR,
  page: '/rest/activity/starring#check-if-a-repository-is-starred-by-the-authenticated-user',
  answer: ({ platform, person, params: { owner, repo } }) => {
    const name = `${owner}/${repo}`;
    const repository = repositoryNamed(platform, name);
    const former = repositoryFormerlyNamed(platform, name);
    if (repository === undefined && former !== undefined) {
      return moved('GET', `${platform.url()}${API}/user/starred/${fullName(platform, former)}`);
    }
    return repository && STARS.of(platform).get(numericId(person), repository.id) ? NO_CONTENT : NOT_FOUND;
  },
});
