import { readChatcommChannel, readChatcommRole, readChatcommServer } from '@questp/messages/integrations';
import { at, handleOf } from '../../outbound/account.js';
import { definePlatformFact, FactFailure, unexpected, type PlatformCalls } from '../../outbound/platform-fact.js';
import { read, requireConnected } from './api.js';
import { readsContent } from './message-content.js';

const nameIn = (value: unknown): string => {
  const name = handleOf(at(value, 'name'));
  if (name === null) throw new FactFailure('unavailable', 'The chat server gave no name.');
  return name;
};

async function serverName(calls: PlatformCalls, guildId: string): Promise<string> {
  requireConnected(calls, guildId);
  return nameIn(await read(calls, `/guilds/${guildId}`));
}

export const server = definePlatformFact({
  contract: readChatcommServer,
  as: 'project',
  read: async (calls, { guildId }) => ({ guildName: await serverName(calls, guildId) }),
});

export const role = definePlatformFact({
  contract: readChatcommRole,
  as: 'project',
  read: async (calls, { guildId, roleId }) => {
    const guildName = await serverName(calls, guildId);
    const roles = await read(calls, `/guilds/${guildId}/roles`);
    if (!Array.isArray(roles)) throw new FactFailure('unavailable', 'The chat server gave no list of roles.');
    const found: unknown = roles.find((one) => at(one, 'id') === roleId);
    return found === undefined ? null : { guildName, roleName: nameIn(found) };
  },
});

/** Channels of other types have no messages: 0 is a text channel, 5 an announcement channel. */
const TYPES = new Set<unknown>([0, 5]);

export const channel = definePlatformFact({
  contract: readChatcommChannel,
  as: 'project',
  read: async (calls, { guildId, channelId }) => {
    requireConnected(calls, guildId);
    const answer = await calls.get(`/channels/${channelId}`);
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw unexpected(answer);
    if (at(answer.json, 'guild_id') !== guildId || !TYPES.has(at(answer.json, 'type'))) return null;
    return { channelName: nameIn(answer.json), readsContent: await readsContent(calls) };
  },
});
