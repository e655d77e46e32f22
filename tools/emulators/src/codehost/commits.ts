import { createHash } from 'node:crypto';
import type { components } from '@octokit/openapi-types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform, Route } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { error } from './answers.js';
import { sendEvent } from './hooks.js';
import { pageOf, parseTime } from './pages.js';
import { CORE, fullName, now, REPOSITORIES, showRepository, TIME, type Repository } from './repositories.js';
import { numericId, showUser, userNamed, USERS } from './users.js';
import { repositoryRoute, pathOf } from './viewer.js';

const ID = Type.Integer({ minimum: 1 });
const newSha = (): string => createHash('sha1').update(String(Math.random())).digest('hex');

const commitSchema = Type.Object(
  {
    sha: Type.String({ pattern: '^[0-9a-f]{40}$', default: newSha }),
    repository: ID,
    /** Absent if the address of the commit belongs to no account. */
    author: Type.Optional(ID),
    email: Type.String({ default: 'unknown@people.test' }),
    message: Type.String({ default: 'Change' }),
    date: Type.String({ ...TIME, default: now }),
  },
  { additionalProperties: false },
);
type Commit = Static<typeof commitSchema>;

const seeded = (sha: string, date: string, more: Partial<Commit>): Commit => ({
  ...{ sha: sha.repeat(40), repository: CORE, email: 'unknown@people.test', message: 'Change', date },
  ...more,
});

/** The commits of the default branches. */
export const COMMITS = new Collection({
  name: 'commits',
  key: ['repository', 'sha'],
  schema: commitSchema,
  seed: () => [
    seeded('a', '2026-03-01T00:00:00Z', { author: numericId(DONE), email: DONE.email ?? '' }),
    seeded('b', '2026-03-02T00:00:00Z', { email: 'unknown@elsewhere.test' }),
  ],
  onPut: (platform: Platform, commit, before) => {
    const repository = REPOSITORIES.of(platform).get(commit.repository);
    const sender = USERS.of(platform).get(commit.author);
    if (before || repository === undefined) return;
    const name = sender?.login ?? 'unknown';
    const person = { name, email: commit.email, ...(sender && { username: sender.login }) };
    const pushed = {
      ...{ id: commit.sha, message: commit.message, timestamp: commit.date, author: person, committer: person },
      ...{ distinct: true, url: `https://github.com/${fullName(platform, repository)}/commit/${commit.sha}` },
    };
    sendEvent(platform, repository.id, 'push', {
      ...{ ref: 'refs/heads/main', before: '0'.repeat(40), after: commit.sha, created: false, deleted: false },
      ...{ forced: false, commits: [pushed], head_commit: pushed, pusher: { name, email: commit.email } },
      ...{ repository: showRepository(platform, repository), ...(sender && { sender: showUser(sender) }) },
    });
  },
});

function showCommit(platform: Platform, repository: Repository, commit: Commit): components['schemas']['commit'] {
  const { sha, date, email, message } = commit;
  const author = USERS.of(platform).get(commit.author);
  const [url, site] = [
    `https://api.github.com/repos/${fullName(platform, repository)}`,
    `https://github.com/${fullName(platform, repository)}`,
  ];
  const git = { name: author?.login ?? 'Unknown', email, date };
  const verification = { verified: false, reason: 'unsigned', payload: null, signature: null, verified_at: null };
  const tree = { sha, url: `${url}/git/trees/${sha}` };
  return {
    ...{ sha, node_id: Buffer.from(`06:Commit${sha}`).toString('base64'), url: `${url}/commits/${sha}` },
    ...{ html_url: `${site}/commit/${sha}`, comments_url: `${url}/commits/${sha}/comments`, parents: [] },
    commit: {
      ...{ author: git, committer: git, message, tree, verification, comment_count: 0 },
      url: `${url}/git/commits/${sha}`,
    },
    author: author ? showUser(author) : null,
    committer: author ? showUser(author) : null,
  };
}

export const commitRoutes = (): Route[] => [
  ...repositoryRoute('commits', '/commits', (viewed, repository) => {
    const { platform, query, params } = viewed;
    if (repository.empty) return error(409, 'Git Repository is empty.', '/rest/commits/commits#list-commits');
    const { author } = query;
    const [since, until] = [parseTime(query['since']) ?? -Infinity, parseTime(query['until']) ?? Infinity];
    const id = userNamed(platform, author)?.id;
    const commits = COMMITS.of(platform)
      .filter((one) => one.repository === repository.id)
      .filter((one) => author === undefined || one.email === author || (id !== undefined && one.author === id))
      .filter(({ date }) => Date.parse(date) >= since && Date.parse(date) <= until)
      .sort((one, other) => Date.parse(other.date) - Date.parse(one.date));
    const path = `${pathOf(params)}/commits`;
    return pageOf(viewed, path, commits, (one) => showCommit(platform, repository, one));
  }),
];
