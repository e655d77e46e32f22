import {
  MOST_COMMIT_PAGES,
  readCodehostCommits,
  readCodehostIssues,
  readCodehostPulls,
} from '@questp/messages/integrations';
import {
  asObject,
  asObjects,
  flagAt,
  nullableAt,
  objectAt,
  wholeAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import { definePlatformFact, FactFailure, unexpected, type PlatformCalls } from '../../outbound/platform-fact.js';
import { loginOf, readList } from './api.js';

/** One search; without words, so that the repository, the author and the state decide alone. @throws FactFailure */
async function searchCount({ get }: PlatformCalls, terms: readonly string[]): Promise<number> {
  const answer = await get(`/search/issues?per_page=1&q=${encodeURIComponent(terms.join(' '))}`);
  // 422: the repository does not exist, or is not public.
  if (answer.status === 422) throw new FactFailure('unsupported', 'The repository of the quest cannot be searched.');
  if (answer.status !== 200) throw unexpected(answer);
  const found = asObject(answer.json, 'the answer');
  const count = wholeAt(found, 'total_count', Number.MAX_SAFE_INTEGER);
  if (flagAt(found, 'incomplete_results') && count === 0) {
    throw new FactFailure('unavailable', 'The search of the code host did not end in time.');
  }
  return count;
}

/** The code host documents times without fractions of a second. */
const timeOf = (time: string): string => `${time.slice(0, 19)}Z`;

const from = (done: 'created' | 'merged', time: string | null): string[] =>
  time === null ? [] : [`${done}:>=${timeOf(time)}`];

export const pulls = definePlatformFact({
  contract: readCodehostPulls,
  as: 'earner',
  read: async (calls, { repository, isMerged, label, periodFrom }) => {
    const terms = [`repo:${repository}`, 'type:pr', `author:${await loginOf(calls)}`];
    const more = [
      ...(isMerged ? ['is:merged', ...from('merged', periodFrom)] : from('created', periodFrom)),
      ...(label === null ? [] : [`label:"${label.replaceAll('"', '')}"`]),
    ];
    return { accountId: calls.accountId, count: await searchCount(calls, [...terms, ...more]) };
  },
});

export const issues = definePlatformFact({
  contract: readCodehostIssues,
  as: 'earner',
  read: async (calls, { repository, periodFrom }) => {
    const author = `author:${await loginOf(calls)}`;
    const terms = [`repo:${repository}`, 'type:issue', author, ...from('created', periodFrom)];
    return { accountId: calls.accountId, count: await searchCount(calls, terms) };
  },
});

const PAGE = 100;

export const commits = definePlatformFact({
  contract: readCodehostCommits,
  as: 'earner',
  read: async (calls, { repository, branch, periodFrom }) => {
    const { accountId, get } = calls;
    const query = new URLSearchParams({ author: await loginOf(calls), per_page: String(PAGE) });
    if (periodFrom !== null) query.set('since', timeOf(periodFrom));
    if (branch !== null) query.set('sha', branch);
    const first = await get(`/repos/${repository}/commits?${query.toString()}`);
    // 409: the repository has no commits.
    if (first.status === 409) return { accountId, count: 0 };
    if (first.status === 404) throw new FactFailure('unsupported', 'The repository or branch of the quest is gone.');
    if (first.status !== 200) throw unexpected(first);
    let page = asObjects(first.json, 'commits');
    let count = 0;
    for (let number = 2; ; number += 1) {
      count += page.filter((one) => authorOf(one) === accountId).length;
      if (page.length < PAGE || number > MOST_COMMIT_PAGES) return { accountId, count };
      page = asObjects(
        await readList(calls, `/repos/${repository}/commits?${query.toString()}&page=${number}`),
        'commits',
      );
    }
  },
});

/** Undefined where the address of a commit belongs to no account: the author is null, or an object without members. */
function authorOf(commit: JsonObject): string | undefined {
  const author = nullableAt(commit, 'author', objectAt);
  if (author === null || Object.keys(author).length === 0) return undefined;
  return String(wholeAt(author, 'id', Number.MAX_SAFE_INTEGER));
}
