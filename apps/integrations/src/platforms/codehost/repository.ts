import { readCodehostRepository, readCodehostStar } from '@questp/messages/integrations';
import { definePlatformFact, unexpected } from '../../description/platform-fact.js';
import { findRepository, repositoryOf } from './api.js';

/** A private repository is unknown to the application. */
export const repository = definePlatformFact({
  contract: readCodehostRepository,
  as: 'platform',
  read: async (calls, asked) => {
    const found = await findRepository(calls, asked);
    if (found === undefined) return null;
    const { repository, repositoryId } = found;
    return { repository, repositoryId };
  },
});

/** 204: the account has starred it; 404: it has not. A star is found by the name of the repository alone. */
export const star = definePlatformFact({
  contract: readCodehostStar,
  as: 'earner',
  read: async (calls, asked) => {
    const { repository, repositoryId } = await repositoryOf(calls, asked);
    const answer = await calls.get(`/user/starred/${repository}`);
    if (answer.status !== 204 && answer.status !== 404) throw unexpected(answer);
    return { accountId: calls.accountId, repository, repositoryId, isStarred: answer.status === 204 };
  },
});
