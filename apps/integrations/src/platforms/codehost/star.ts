import { readCodehostRepository, readCodehostStar } from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import { definePlatformFact, unexpected } from '../../outbound/platform-fact.js';

/** A private repository is unknown to the application. */
export const repository = definePlatformFact({
  contract: readCodehostRepository,
  as: 'platform',
  read: async (calls, asked) => {
    const answer = await calls.get(`/repos/${asked.repository}`);
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
