import type { components } from '@octokit/openapi-types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { sendEvent } from './hooks.js';
import { CORE, fullName, isAdmin, now, REPOSITORIES, showRepository, TIME, type Repository } from './repositories.js';
import { numericId, showUser, USERS, type SimpleUser } from './users.js';

const ID = Type.Integer({ minimum: 1 });

/** Issues and pull requests have their numbers in common. */
const COMMON = {
  repository: ID,
  number: ID,
  /** The id of a user. */
  author: ID,
  title: Type.String({ default: 'Untitled' }),
  body: Type.String({ default: '' }),
  state: Type.Union([Type.Literal('open'), Type.Literal('closed')], { default: 'open' }),
  createdAt: Type.String({ ...TIME, default: now }),
};

const issueSchema = Type.Object(COMMON, { additionalProperties: false });
export type Issue = Static<typeof issueSchema>;

const pullSchema = Type.Object(
  {
    ...COMMON,
    draft: Type.Boolean({ default: false }),
    /** When it was merged; it is closed then. */
    mergedAt: Type.Optional(TIME),
    base: Type.String({ default: 'main' }),
  },
  { additionalProperties: false },
);
export type Pull = Static<typeof pullSchema>;

const seeded = (number: number, title: string) => ({
  ...{ repository: CORE, number, author: numericId(DONE), title, body: '', createdAt: '2026-03-03T00:00:00Z' },
});

export const ISSUES = new Collection({
  name: 'issues',
  key: ['repository', 'number'],
  schema: issueSchema,
  seed: (): Issue[] => [{ ...seeded(1, 'A question'), state: 'open' }],
  onPut: (platform: Platform, issue, before) => {
    const action = before === undefined ? 'opened' : changeOf(before.state, issue.state);
    const about = aboutOf(platform, issue);
    if (action === undefined || about === undefined) return;
    const shown = showIssue(platform, about.item, issue);
    sendEvent(platform, issue.repository, 'issues', { action, issue: shown, ...about.shown });
  },
});

export const PULLS = new Collection({
  name: 'pulls',
  key: ['repository', 'number'],
  schema: pullSchema,
  seed: (): Pull[] => [
    { ...seeded(2, 'Mend it'), state: 'closed', mergedAt: '2026-03-04T00:00:00Z', draft: false, base: 'main' },
    { ...seeded(3, 'Mend it again'), state: 'open', draft: false, base: 'main' },
  ],
  onPut: (platform: Platform, pull, before) => {
    const now = isOpen(pull) ? 'open' : 'closed';
    const was = before && (isOpen(before) ? 'open' : 'closed');
    const about = aboutOf(platform, pull);
    if (about === undefined) return;
    const actions = [...(was === undefined ? ['opened'] : []), changeOf(was ?? 'open', now)];
    for (const action of actions) {
      if (action === undefined) continue;
      const shown = showPull(platform, about.item, pull);
      const payload = { action, number: pull.number, pull_request: shown, ...about.shown };
      sendEvent(platform, pull.repository, 'pull_request', payload);
    }
  },
});

export const isOpen = ({ state, mergedAt }: Pick<Pull, 'state' | 'mergedAt'>): boolean =>
  state === 'open' && mergedAt === undefined;

const changeOf = (before: Issue['state'], after: Issue['state']): string | undefined => {
  if (before === after) return undefined;
  return after === 'closed' ? 'closed' : 'reopened';
};

/** The repository and the sender in the body of a webhook. */
function aboutOf(platform: Platform, { repository: id, author }: Issue) {
  const [repository, sender] = [REPOSITORIES.of(platform).get(id), USERS.of(platform).get(author)];
  if (repository === undefined || sender === undefined) return undefined;
  const shown = { repository: showRepository(platform, repository), sender: showUser(sender) };
  return { item: repository, shown };
}

const authorOf = (platform: Platform, { author }: Issue): SimpleUser | null => {
  const user = USERS.of(platform).get(author);
  return user ? showUser(user) : null;
};

/** The association of the author with the repository. */
function associationOf(
  platform: Platform,
  repository: Repository,
  { author }: Issue,
): components['schemas']['author-association'] {
  if (repository.owner === author) return 'OWNER';
  if (isAdmin(repository, author)) return 'COLLABORATOR';
  const isMerged = PULLS.of(platform).find(
    (pull) => pull.repository === repository.id && pull.author === author && pull.mergedAt !== undefined,
  );
  return isMerged ? 'CONTRIBUTOR' : 'NONE';
}

const addresses = (platform: Platform, repository: Repository, { number }: Issue, site: 'issues' | 'pull') => {
  const name = fullName(platform, repository);
  const [api, html_url] = [`https://api.github.com/repos/${name}`, `https://github.com/${name}/${site}/${number}`];
  return { api, html_url, issue: `${api}/issues/${number}`, pull: `${api}/pulls/${number}` };
};

/** The common members of issues and pull requests. */
function showCommon(platform: Platform, repository: Repository, issue: Issue, html_url: string) {
  return {
    id: repository.id * 1_000 + issue.number,
    node_id: Buffer.from(`05:Issue${repository.id}-${issue.number}`).toString('base64'),
    html_url,
    number: issue.number,
    state: issue.state,
    title: issue.title,
    body: issue.body,
    user: authorOf(platform, issue),
    labels: [],
    assignee: null,
    assignees: [],
    milestone: null,
    locked: false,
    closed_at: issue.state === 'closed' ? issue.createdAt : null,
    created_at: issue.createdAt,
    updated_at: issue.createdAt,
    author_association: associationOf(platform, repository, issue),
  };
}

/** An issue, or a pull request where issues are listed. */
function showAsIssue(platform: Platform, repository: Repository, issue: Issue, site: 'issues' | 'pull') {
  const { api, issue: url, html_url } = addresses(platform, repository, issue, site);
  return {
    ...showCommon(platform, repository, issue, html_url),
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    comments: 0,
  } satisfies components['schemas']['issue'];
}

export const showIssue = (platform: Platform, repository: Repository, issue: Issue) =>
  showAsIssue(platform, repository, issue, 'issues');

/** A pull request where issues are listed. */
export function showPullAsIssue(platform: Platform, repository: Repository, pull: Pull) {
  const { html_url, pull: url } = addresses(platform, repository, pull, 'pull');
  const merged_at = pull.mergedAt ?? null;
  return {
    ...showAsIssue(platform, repository, pull, 'pull'),
    ...{ state: isOpen(pull) ? 'open' : 'closed', closed_at: isOpen(pull) ? null : (merged_at ?? pull.createdAt) },
    ...{ draft: pull.draft },
    pull_request: { url, html_url, diff_url: `${html_url}.diff`, patch_url: `${html_url}.patch`, merged_at },
  } satisfies components['schemas']['issue'];
}

export function showPull(platform: Platform, repository: Repository, pull: Pull) {
  const { api, html_url, issue, pull: url } = addresses(platform, repository, pull, 'pull');
  const repo = showRepository(platform, repository);
  const sha = (BigInt(repository.id) * 1_000n + BigInt(pull.number)).toString(16).padStart(40, '0');
  const merged_at = pull.mergedAt ?? null;
  const links = {
    ...{ self: { href: url }, html: { href: html_url }, issue: { href: issue }, commits: { href: `${url}/commits` } },
    ...{ comments: { href: `${issue}/comments` }, statuses: { href: `${api}/statuses/${sha}` } },
    ...{ review_comments: { href: `${url}/comments` }, review_comment: { href: `${api}/pulls/comments{/number}` } },
  };
  const branch = (ref: string) => ({ ref, label: `${repo.owner.login}:${ref}`, sha, user: repo.owner, repo });
  return {
    ...{
      ...showCommon(platform, repository, pull, html_url),
      url,
      diff_url: `${html_url}.diff`,
      patch_url: `${html_url}.patch`,
      issue_url: issue,
    },
    ...{
      commits_url: `${url}/commits`,
      review_comments_url: `${url}/comments`,
      statuses_url: `${api}/statuses/${sha}`,
    },
    ...{ review_comment_url: `${api}/pulls/comments{/number}`, comments_url: `${issue}/comments` },
    ...{ state: isOpen(pull) ? 'open' : 'closed', closed_at: isOpen(pull) ? null : (merged_at ?? pull.createdAt) },
    ...{ merged_at, merge_commit_sha: merged_at === null ? null : sha, draft: pull.draft, auto_merge: null },
    ...{ head: branch(`change-${pull.number}`), base: branch(pull.base), _links: links },
  } satisfies components['schemas']['pull-request-simple'];
}

/** One pull request, with what lists leave out. */
export const showFullPull = (platform: Platform, repository: Repository, pull: Pull) => ({
  ...showPull(platform, repository, pull),
  ...{ merged: pull.mergedAt !== undefined, mergeable: null, mergeable_state: 'unknown', merged_by: null },
  ...{ comments: 0, review_comments: 0, maintainer_can_modify: false, commits: 1 },
  ...{ additions: 1, deletions: 0, changed_files: 1 },
});
