import { MAX_CODEHOST_FORKS, readCodehostFork } from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import { asObject, flagAt, objectAt, wholeAt, type JsonObject } from '../../outbound/described-json.js';
import { definePlatformFact, unexpected, type PlatformCalls } from '../../description/platform-fact.js';
import { loginOf, readList, repositoryOf } from './api.js';

/** The newest forks serve every check of the same moment. */
const FORKS_SECONDS = 15;
const PAGE = 100;

/**
 * The list of all forks of a known repository has thousands of pages, so that a fork is looked for among the newest 100,
 * then at the account under the name of the repository (an account cannot have two repositories of one name), and then
 * among the newest repositories of the account. A fork of a fork counts where the repository is the source of both.
 */
export const fork = definePlatformFact({
  contract: readCodehostFork,
  as: 'platform',
  read: async (calls, asked) => {
    const { path, repository, repositoryId } = await repositoryOf(calls, asked);
    const of = { accountId: calls.accountId, repository, repositoryId };
    const forked = { ...of, isForked: true, isComplete: true };
    const newest = await readList(calls, `${path}/forks?sort=newest&per_page=${PAGE}`, FORKS_SECONDS);
    // A fork of an account that is gone has no owner.
    if (newest.some((one) => String(at(at(one, 'owner'), 'id')) === calls.accountId)) return forked;
    const login = await loginOf(calls);
    const name = repository.split('/')[1] ?? '';
    if (await isForkAt(calls, `/repos/${login}/${name}`, repositoryId)) return forked;
    const { candidates, isComplete } = await otherForksOf(calls, login, name);
    const found = await Promise.all(candidates.map((id) => isForkAt(calls, `/repositories/${id}`, repositoryId)));
    return found.includes(true) ? forked : { ...of, isForked: false, isComplete };
  },
});

/** True if there is a repository that is a fork of the one with the id. */
async function isForkAt({ get }: PlatformCalls, path: string, repositoryId: string): Promise<boolean> {
  const answer = await get(path);
  if (answer.status === 404) return false;
  if (answer.status !== 200) throw unexpected(answer);
  const found = asObject(answer.json, 'the repository');
  // Only forks have a parent and a source.
  return flagAt(found, 'fork') && ['parent', 'source'].some((member) => idOf(objectAt(found, member)) === repositoryId);
}

/** Ids of the newest forks of an account under other names, and whether it has no more. */
async function otherForksOf(
  { get }: PlatformCalls,
  login: string,
  name: string,
): Promise<{ candidates: string[]; isComplete: boolean }> {
  const answer = await get(`/users/${login}/repos?type=owner&sort=created&direction=desc&per_page=${PAGE}`);
  if (answer.status !== 200 || !Array.isArray(answer.json)) throw unexpected(answer);
  const forks = answer.json
    .map((one: unknown) => asObject(one, 'repositories'))
    .filter((one) => flagAt(one, 'fork') && at(one, 'name') !== name)
    .map(idOf);
  const isComplete = answer.json.length < PAGE && forks.length <= MAX_CODEHOST_FORKS;
  return { candidates: forks.slice(0, MAX_CODEHOST_FORKS), isComplete };
}

const idOf = (repository: JsonObject): string => String(wholeAt(repository, 'id', Number.MAX_SAFE_INTEGER));
