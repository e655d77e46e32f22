import { readChatcommMember } from '@questp/messages/integrations';
import { asObject, flagAt, optionalAt, textsAt } from '../../outbound/described-json.js';
import { definePlatformFact, unexpected } from '../../description/platform-fact.js';
import { codeOf, presentName, requireConnected, UNKNOWN_MEMBER, UNKNOWN_USER } from './api.js';

const MAX_ROLES = 250;

export const member = definePlatformFact({
  contract: readChatcommMember,
  as: 'project',
  read: async (calls, { guildId }) => {
    requireConnected(calls, guildId);
    const { accountId } = calls;
    const [answer, guildName] = await Promise.all([
      calls.get(`/guilds/${guildId}/members/${accountId}`),
      presentName(calls, `/guilds/${guildId}`),
    ]);
    if (answer.status === 404 && [UNKNOWN_MEMBER, UNKNOWN_USER].includes(Number(codeOf(answer)))) {
      return { accountId, guildName, isMember: false, isPending: false, roleIds: [] };
    }
    if (answer.status !== 200) throw unexpected(answer);
    const found = asObject(answer.json, 'the member');
    const roleIds = textsAt(found, 'roles', /^\d{15,21}$/);
    const isPending = optionalAt(found, 'pending', flagAt) ?? false;
    return { accountId, guildName, isMember: true, isPending, roleIds: roleIds.slice(0, MAX_ROLES) };
  },
});
