import { readCodehostFork, readCodehostRepository, readCodehostStar } from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import { asObject, asObjects, flagAt, objectAt, textAt, wholeAt } from '../../outbound/described-json.js';
import { definePlatformFact, unexpected } from '../../outbound/platform-fact.js';
import { loginOf, readList } from './api.js';

/** A private repository is unknown to the application. */
export const repository = definePlatformFact({
  contract: readCodehostRepository,
  as: 'platform',
  read: async ({ get }, asked) => {
    const answer = await get(`/repos/${asked.repository}`);
    // 301: it has another name now.
    if (answer.status === 404 || answer.status === 301) return null;
    const name = answer.status === 200 ? at(answer.json, 'full_name') : undefined;
    if (typeof name !== 'string') throw unexpected(answer);
    return { repository: name };
  },
});

/** 204: the account has starred it; 404: it has not. */
export const star = definePlatformFact({
  contract: readCodehostStar,
  as: 'earner',
  read: async ({ accountId, get }, asked) => {
    const answer = await get(`/user/starred/${asked.repository}`);
    if (answer.status !== 204 && answer.status !== 404) throw unexpected(answer);
    return { accountId, isStarred: answer.status === 204 };
  },
});

/** The newest forks serve every check of the same moment. */
const FORKS_SECONDS = 15;

/**
 * A fork is among the newest 100, or has kept its name: an account cannot have two repositories of one name, and the
 * list of all forks of a known repository has thousands of pages.
 */
export const fork = definePlatformFact({
  contract: readCodehostFork,
  as: 'platform',
  read: async (calls, asked) => {
    const { accountId, get } = calls;
    const newest = await readList(calls, `/repos/${asked.repository}/forks?sort=newest&per_page=100`, FORKS_SECONDS);
    const owners = asObjects(newest, 'forks').map((one) =>
      wholeAt(objectAt(one, 'owner'), 'id', Number.MAX_SAFE_INTEGER),
    );
    if (owners.some((id) => String(id) === accountId)) return { accountId, isForked: true };
    const name = asked.repository.split('/')[1] ?? '';
    const own = await get(`/repos/${await loginOf(calls)}/${name}`);
    if (own.status === 404 || own.status === 301) return { accountId, isForked: false };
    if (own.status !== 200) throw unexpected(own);
    const found = asObject(own.json, 'the repository');
    // Only forks have a parent.
    const parent = flagAt(found, 'fork') ? textAt(objectAt(found, 'parent'), 'full_name', /^/) : '';
    return { accountId, isForked: parent.toLowerCase() === asked.repository.toLowerCase() };
  },
});
