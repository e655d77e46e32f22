import {
  MOST_COMMIT_PAGES,
  readCodehostCommits,
  readCodehostIssues,
  readCodehostPulls,
} from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import { definePlatformFact, FactFailure, unexpected, type PlatformCalls } from '../../outbound/platform-fact.js';
import { loginOf, readList } from './api.js';

/** One search; without words, so that the repository, the author and the state decide alone. @throws FactFailure */
async function searchCount({ get }: PlatformCalls, terms: readonly string[]): Promise<number> {
  const answer = await get(`/search/issues?per_page=1&q=${encodeURIComponent(terms.join(' '))}`);
  // 422: the repository does not exist, or is not public.
  if (answer.status === 422) throw new FactFailure('unsupported', 'The repository of the quest cannot be searched.');
  const count = at(answer.json, 'total_count');
  if (answer.status !== 200 || !Number.isSafeInteger(count)) throw unexpected(answer);
  if (at(answer.json, 'incomplete_results') === true && count === 0) {
    throw new FactFailure('unavailable', 'The search of the code host did not end in time.');
  }
  return Number(count);
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
    if (first.status !== 200 || !Array.isArray(first.json)) throw unexpected(first);
    let page: readonly unknown[] = first.json;
    let count = 0;
    for (let number = 2; ; number += 1) {
      // The author is null where the address of a commit belongs to no account.
      count += page.filter((one) => String(at(at(one, 'author'), 'id')) === accountId).length;
      if (page.length < PAGE || number > MOST_COMMIT_PAGES) return { accountId, count };
      page = await readList(calls, `/repos/${repository}/commits?${query.toString()}&page=${number}`);
    }
  },
});
