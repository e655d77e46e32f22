import { readChatcommMember } from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import { definePlatformFact, unexpected } from '../../outbound/platform-fact.js';
import { codeOf, requireConnected, UNKNOWN_MEMBER, UNKNOWN_USER } from './api.js';

const MOST_ROLES = 250;

export const member = definePlatformFact({
  contract: readChatcommMember,
  as: 'project',
  read: async (calls, { guildId }) => {
    requireConnected(calls, guildId);
    const { accountId } = calls;
    const answer = await calls.get(`/guilds/${guildId}/members/${accountId}`);
    if (answer.status === 404 && [UNKNOWN_MEMBER, UNKNOWN_USER].includes(Number(codeOf(answer)))) {
      return { accountId, isMember: false, isPending: false, roleIds: [] };
    }
    const roles = at(answer.json, 'roles');
    if (answer.status !== 200 || !Array.isArray(roles)) throw unexpected(answer);
    const roleIds = roles.filter((id): id is string => typeof id === 'string' && /^\d{15,21}$/.test(id));
    const isPending = at(answer.json, 'pending') === true;
    return { accountId, isMember: true, isPending, roleIds: roleIds.slice(0, MOST_ROLES) };
  },
});
