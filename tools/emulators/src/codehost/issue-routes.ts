import { ok, type Answer } from '../http/answer.js';
import type { Route } from '../oauth/rules.js';
import { invalid, NO_CONTENT, NOT_FOUND } from './answers.js';
import {
  ISSUES,
  isOpen,
  PULLS,
  showFullPull,
  showIssue,
  showPull,
  showPullAsIssue,
  type Issue,
  type Pull,
} from './issues.js';
import { pageOf } from './pages.js';
import { REPOSITORIES, repositoryNamed } from './repositories.js';
import { SETTINGS } from './stars.js';
import { userNamed } from './users.js';
import { publicRoute, repositoryRoute, pathOf } from './viewer.js';

const newestFirst = (one: Issue, other: Issue): number => other.number - one.number;

/** Whether the state is the one that is asked for: open unless `all` or `closed`. */
const inState = (asked: string | undefined, isOpenNow: boolean): boolean =>
  asked === 'all' || (asked === 'closed') !== isOpenNow;

export const issueRoutes = (): Route[] => [
  ...repositoryRoute('pulls', '/pulls', (viewed, repository) => {
    const { platform, query, params } = viewed;
    const pulls = PULLS.of(platform)
      .filter((pull) => pull.repository === repository.id && inState(query['state'], isOpen(pull)))
      .sort(newestFirst);
    const path = `${pathOf(params)}/pulls`;
    return pageOf(viewed, path, pulls, (pull) => showPull(platform, repository, pull));
  }),
  ...repositoryRoute('pull', '/pulls/:number', ({ platform, params }, repository) => {
    const pull = PULLS.of(platform).get(repository.id, params['number']);
    return pull ? ok(showFullPull(platform, repository, pull)) : NOT_FOUND;
  }),
  ...repositoryRoute('merged', '/pulls/:number/merge', ({ platform, params }, repository) =>
    PULLS.of(platform).get(repository.id, params['number'])?.mergedAt === undefined ? NOT_FOUND : NO_CONTENT,
  ),
  ...repositoryRoute('issues', '/issues', (viewed, repository) => {
    const { platform, query, params } = viewed;
    const creator = query['creator'];
    const author = creator === undefined ? undefined : userNamed(platform, creator)?.id;
    if (creator !== undefined && author === undefined) {
      return invalid({ resource: 'Issue', field: 'creator', code: 'invalid' });
    }
    const isAsked = (issue: Issue) =>
      issue.repository === repository.id && (author === undefined || issue.author === author);
    const issues = ISSUES.of(platform)
      .filter((issue) => isAsked(issue) && inState(query['state'], issue.state === 'open'))
      .map((issue) => ({ number: issue.number, shown: showIssue(platform, repository, issue) }));
    // Pull requests are issues as well.
    const pulls = PULLS.of(platform)
      .filter((pull) => isAsked(pull) && inState(query['state'], isOpen(pull)))
      .map((pull) => ({ number: pull.number, shown: showPullAsIssue(platform, repository, pull) }));
    const all = [...issues, ...pulls].sort((one, other) => other.number - one.number);
    const path = `${pathOf(params)}/issues`;
    return pageOf(viewed, path, all, ({ shown }) => shown);
  }),
  ...repositoryRoute('issue', '/issues/:number', ({ platform, params }, repository) => {
    const issue = ISSUES.of(platform).get(repository.id, params['number']);
    if (issue) return ok(showIssue(platform, repository, issue));
    const pull = PULLS.of(platform).get(repository.id, params['number']);
    return pull ? ok(showPullAsIssue(platform, repository, pull)) : NOT_FOUND;
  }),
  searchRoute(),
];

type Found = { kind: 'issue'; item: Issue } | { kind: 'pr'; item: Pull };

/** Whether a qualifier of a search holds; undefined for a word, which has to be in the title or body. */
function holds({ kind, item }: Found, qualifier: string, value: string): boolean | undefined {
  const isOpenNow = kind === 'pr' ? isOpen(item) : item.state === 'open';
  const mergedAt = kind === 'pr' ? item.mergedAt : undefined;
  if (qualifier === 'type' || qualifier === 'is') {
    if (value === 'pr' || value === 'issue') return value === kind;
    if (value === 'open' || value === 'closed') return (value === 'open') === isOpenNow;
    if (value === 'merged' || value === 'unmerged') return (value === 'merged') === (mergedAt !== undefined);
    return true;
  }
  if (qualifier === 'state') return (value === 'open') === isOpenNow;
  if (qualifier === 'draft') return kind === 'pr' && String(item.draft) === value;
  if (qualifier === 'base') return kind === 'pr' && item.base === value;
  if (qualifier === 'created') return isInRange(item.createdAt, value);
  if (qualifier === 'merged') return mergedAt !== undefined && isInRange(mergedAt, value);
  return undefined;
}

/** `>=`, `>`, `<=` or `<` and a time, or two times with `..` between. */
function isInRange(time: string, range: string): boolean {
  const at = Date.parse(time);
  const [from, to] = range.split('..');
  if (to !== undefined) return at >= Date.parse(from ?? '') && at <= Date.parse(to);
  const [, sign, text = ''] = /^([<>]=?)?(.+)$/.exec(range) ?? [];
  const other = Date.parse(text);
  if (sign === '>=') return at >= other;
  if (sign === '>') return at > other;
  if (sign === '<=') return at <= other;
  return sign === '<' ? at < other : time.startsWith(text);
}

const USERS_MESSAGE =
  'The listed users cannot be searched either because the users do not exist or you do not have permission to view the users.';
const REPOSITORIES_MESSAGE =
  'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.';

const unsearchable = (message: string): Answer => invalid({ resource: 'Search', field: 'q', code: 'invalid', message });

const searchRoute = (): Route =>
  publicRoute({
    name: 'search',
    path: '/search/issues',
    resource: 'search',
    answer: (viewed) => {
      const { platform, query } = viewed;
      const terms = query['q']?.match(/\S+/g) ?? [];
      if (terms.length === 0) return invalid({ resource: 'Search', field: 'q', code: 'missing' });
      const qualifiers = terms.map((term) => /^([a-z]+):(.+)$/.exec(term)?.slice(1) ?? [undefined, term]);
      const valuesOf = (name: string) => qualifiers.filter(([one]) => one === name).map(([, value = '']) => value);
      const repositories = valuesOf('repo').map((name) => repositoryNamed(platform, name));
      const authors = valuesOf('author').map((login) => userNamed(platform, login));
      if (repositories.some((one) => one === undefined || one.private)) return unsearchable(REPOSITORIES_MESSAGE);
      if (authors.some((one) => one === undefined || one.hidden)) return unsearchable(USERS_MESSAGE);
      const all: Found[] = [
        ...ISSUES.all(platform).map((item) => ({ kind: 'issue' as const, item })),
        ...PULLS.all(platform).map((item) => ({ kind: 'pr' as const, item })),
      ];
      const found = all.filter((one) => {
        const { repository, author, title, body } = one.item;
        if (repositories.length > 0 && !repositories.some((asked) => asked?.id === repository)) return false;
        if (authors.length > 0 && !authors.some((asked) => asked?.id === author)) return false;
        return qualifiers.every(([name, value = '']) => {
          if (name === 'repo' || name === 'author') return true;
          const word = `${title} ${body}`.toLowerCase().includes(value.toLowerCase());
          return name === undefined ? word : (holds(one, name, value) ?? true);
        });
      });
      const items = found
        .sort((one, other) => newestFirst(one.item, other.item))
        .flatMap((one) => {
          const repository = REPOSITORIES.of(platform).get(one.item.repository);
          if (repository === undefined || repository.private) return [];
          const shown =
            one.kind === 'pr'
              ? showPullAsIssue(platform, repository, one.item)
              : showIssue(platform, repository, one.item);
          return [{ ...shown, score: 1 }];
        });
      const page = pageOf(viewed, '/search/issues', items, (item) => item);
      const { searchResults = Infinity } = SETTINGS.of(platform).get() ?? {};
      const total_count = Math.min(items.length, searchResults);
      const incomplete_results = searchResults !== Infinity;
      return { ...page, body: { total_count, incomplete_results, search_type: 'lexical', items: page.body } };
    },
  });
