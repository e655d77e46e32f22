import type { components } from '@octokit/openapi-types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE, PEOPLE } from '../people.js';
import { sendEvent } from './hooks.js';
import { BRAND, numericId, showUser, USERS, type User } from './users.js';

const ID = Type.Integer({ minimum: 1 });
export const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
export const TIME = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' });

const repositorySchema = Type.Object(
  {
    id: ID,
    /** The id of a user. */
    owner: ID,
    name: Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' }),
    /** As owner/name, before it was renamed or transferred. */
    formerNames: Type.Array(Type.String({ pattern: '^[^/]+/[^/]+$' }), { default: [] }),
    private: Type.Boolean({ default: false }),
    /** The repository that it is a fork of. */
    parent: Type.Optional(ID),
    /** Without any commit. */
    empty: Type.Boolean({ default: false }),
    /** Users who administer it, beside its owner. */
    admins: Type.Array(ID, { default: [] }),
    createdAt: Type.String({ ...TIME, default: now }),
  },
  { additionalProperties: false },
);
export type Repository = Static<typeof repositorySchema>;

/** Stars, forks, pull requests, issues and commits of the seed are there. */
export const CORE = 80_000_001;
const [admin = DONE] = PEOPLE;

const repository = (id: number, owner: number, name: string, more: Partial<Repository> = {}): Repository => ({
  ...{ id, owner, name, formerNames: [], private: false, empty: false, admins: [], createdAt: '2026-01-01T00:00:00Z' },
  ...more,
});

export const REPOSITORIES = new Collection({
  name: 'repositories',
  key: ['id'],
  schema: repositorySchema,
  seed: () => [
    repository(CORE, BRAND.id, 'orbit-core', { admins: [numericId(admin)] }),
    repository(80_000_002, BRAND.id, 'empty', { empty: true, admins: [numericId(admin)] }),
    repository(80_000_003, BRAND.id, 'secret', { private: true, admins: [numericId(admin)] }),
    repository(80_000_010, numericId(DONE), 'orbit-core', { parent: CORE, createdAt: '2026-02-01T00:00:00Z' }),
  ],
  onPut: (platform: Platform, item, before) => {
    const parent = REPOSITORIES.of(platform).get(item.parent);
    const owner = USERS.of(platform).get(item.owner);
    if (before || parent === undefined || owner === undefined) return;
    const about = { repository: showRepository(platform, parent), sender: showUser(owner) };
    sendEvent(platform, parent.id, 'fork', { forkee: showRepository(platform, item), ...about });
  },
});

const ownerOf = (platform: Platform, { owner }: Repository): User =>
  USERS.of(platform).get(owner) ?? { id: owner, login: 'ghost', name: '', type: 'User', hidden: false };

export const fullName = (platform: Platform, one: Repository): string => `${ownerOf(platform, one).login}/${one.name}`;

/** Names are of any case. */
export const repositoryNamed = (platform: Platform, name: string): Repository | undefined =>
  REPOSITORIES.of(platform).find((one) => fullName(platform, one).toLowerCase() === name.toLowerCase());

/** Redirects lead to where a repository is now, unless another one has taken the name. */
export const repositoryFormerlyNamed = (platform: Platform, name: string): Repository | undefined =>
  REPOSITORIES.of(platform).find(({ formerNames }) =>
    formerNames.some((former) => former.toLowerCase() === name.toLowerCase()),
  );

export const isAdmin = ({ owner, admins }: Repository, user: number): boolean =>
  owner === user || admins.includes(user);

type Shown = components['schemas']['repository'];

/** Everything but what only the answer about one repository has. */
export function showRepository(platform: Platform, one: Repository): Shown & { id: number } {
  const full_name = fullName(platform, one);
  const [url, site] = [`https://api.github.com/repos/${full_name}`, `https://github.com/${full_name}`];
  const forks = REPOSITORIES.of(platform).filter(({ parent }) => parent === one.id).length;
  return {
    id: one.id,
    node_id: Buffer.from(`010:Repository${one.id}`).toString('base64'),
    name: one.name,
    full_name,
    owner: showUser(ownerOf(platform, one)),
    private: one.private,
    visibility: one.private ? 'private' : 'public',
    html_url: site,
    description: null,
    fork: one.parent !== undefined,
    url,
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_url: `git://github.com/${full_name}.git`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    ssh_url: `git@github.com:${full_name}.git`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
    clone_url: `${site}.git`,
    mirror_url: null,
    hooks_url: `${url}/hooks`,
    svn_url: site,
    homepage: null,
    language: null,
    license: null,
    forks,
    forks_count: forks,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    size: 0,
    default_branch: 'main',
    open_issues_count: 0,
    open_issues: 0,
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    archived: false,
    disabled: false,
    pushed_at: one.createdAt,
    created_at: one.createdAt,
    updated_at: one.createdAt,
  };
}

/** One repository, with what it is a fork of. */
export function showFullRepository(platform: Platform, one: Repository): components['schemas']['full-repository'] {
  const parent = REPOSITORIES.of(platform).get(one.parent);
  let source = parent;
  for (let above = parent; above; above = REPOSITORIES.of(platform).get(above.parent)) source = above;
  const shown = parent && source && { parent, source };
  const { createdAt: created_at } = one;
  return {
    ...showRepository(platform, one),
    ...{ subscribers_count: 0, network_count: 0, has_discussions: false },
    ...{ created_at, updated_at: created_at, pushed_at: created_at },
    ...(shown && {
      parent: showRepository(platform, shown.parent),
      source: showRepository(platform, shown.source),
    }),
  };
}
