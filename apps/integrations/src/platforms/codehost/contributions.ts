import {
  MAX_COMMIT_PAGES,
  readCodehostCommits,
  readCodehostIssues,
  readCodehostPulls,
  type CodehostCount,
  type CodehostRepository,
} from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import {
  asObject,
  asObjects,
  flagAt,
  nullableAt,
  objectAt,
  wholeAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import {
  definePlatformFact,
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformCalls,
} from '../../description/platform-fact.js';
import { loginOf, readList, repositoryOf } from './api.js';

/** Counts what the account made in a repository by one search; without words, the terms decide alone. @throws FactFailure */
async function searchCount(
  calls: PlatformCalls,
  asked: CodehostRepository,
  terms: readonly string[],
): Promise<CodehostCount> {
  const { repository, repositoryId } = await repositoryOf(calls, asked);
  const ofRepository = [`repo:${repository}`, ...terms];
  const answer = await search(calls, [...ofRepository, `author:${await loginOf(calls)}`]);
  if (answer.status === 422) throw await refusalOf(calls, answer, ofRepository);
  if (answer.status !== 200) throw unexpected(answer);
  const found = asObject(answer.json, 'the answer');
  const count = wholeAt(found, 'total_count', Number.MAX_SAFE_INTEGER);
  // A search that did not end in time has found a part.
  const isComplete = !flagAt(found, 'incomplete_results');
  return { accountId: calls.accountId, repository, repositoryId, count, isComplete };
}

const search = ({ get }: PlatformCalls, terms: readonly string[]): Promise<PlatformAnswer> =>
  get(`/search/issues?per_page=1&q=${encodeURIComponent(terms.join(' '))}`);

/**
 * The reason for the refusal of a search by repository and author. The message of the code host names the users alone,
 * or users and repositories together; in that case, the same search without the author decides which of the two it is.
 */
async function refusalOf(
  calls: PlatformCalls,
  { json }: PlatformAnswer,
  ofRepository: readonly string[],
): Promise<FactFailure> {
  const isAuthor = String(at(at(at(json, 'errors'), 0), 'message')).startsWith('The listed users cannot be searched');
  if (isAuthor || (await search(calls, ofRepository)).status === 200) {
    return new FactFailure(
      'hidden',
      'The code host does not let others search what your account did. Make your profile public in its settings or, where it has flagged your account, ask its support.',
    );
  }
  return new FactFailure('unsupported', 'The repository of the quest cannot be searched.');
}

/** The code host documents times without fractions of a second. */
const timeOf = (time: string): string => `${time.slice(0, 19)}Z`;

const from = (done: 'created' | 'merged', time: string | null): string[] =>
  time === null ? [] : [`${done}:>=${timeOf(time)}`];

export const pulls = definePlatformFact({
  contract: readCodehostPulls,
  as: 'earner',
  read: (calls, { isMerged, label, periodFrom, ...asked }) =>
    searchCount(calls, asked, [
      'type:pr',
      ...(isMerged ? ['is:merged', ...from('merged', periodFrom)] : from('created', periodFrom)),
      ...(label === null ? [] : [`label:"${label.replaceAll('"', '')}"`]),
    ]),
});

export const issues = definePlatformFact({
  contract: readCodehostIssues,
  as: 'earner',
  read: (calls, { periodFrom, ...asked }) => searchCount(calls, asked, ['type:issue', ...from('created', periodFrom)]),
});

const PAGE = 100;

export const commits = definePlatformFact({
  contract: readCodehostCommits,
  as: 'earner',
  read: async (calls, { branch, periodFrom, ...asked }) => {
    const { path, repository, repositoryId } = await repositoryOf(calls, asked);
    const query = new URLSearchParams({ author: await loginOf(calls), per_page: String(PAGE) });
    if (periodFrom !== null) query.set('since', timeOf(periodFrom));
    if (branch !== null) query.set('sha', branch);
    const { accountId } = calls;
    const counted = (count: number, isComplete: boolean) => ({
      ...{ accountId, repository, repositoryId },
      ...{ count, isComplete },
    });
    const first = await calls.get(`${path}/commits?${query.toString()}`);
    // 409: the repository has no commits.
    if (first.status === 409) return counted(0, true);
    if (first.status === 404) throw new FactFailure('unsupported', 'The repository or branch of the quest is gone.');
    if (first.status !== 200) throw unexpected(first);
    let page = asObjects(first.json, 'commits');
    let count = 0;
    for (let number = 2; ; number += 1) {
      count += page.filter((one) => authorOf(one) === accountId).length;
      if (page.length < PAGE) return counted(count, true);
      if (number > MAX_COMMIT_PAGES) return counted(count, false);
      page = asObjects(await readList(calls, `${path}/commits?${query.toString()}&page=${number}`), 'commits');
    }
  },
});

/** Undefined where the address of a commit belongs to no account: the author is null, or an object without members. */
function authorOf(commit: JsonObject): string | undefined {
  const author = nullableAt(commit, 'author', objectAt);
  if (author === null || Object.keys(author).length === 0) return undefined;
  return String(wholeAt(author, 'id', Number.MAX_SAFE_INTEGER));
}
