import {
  readChatcommChannel,
  readChatcommChoices,
  readChatcommRole,
  readChatcommServer,
} from '@questp/messages/integrations';
import { at, handleOf } from '../../description/account.js';
import { readEach, textAt } from '../../outbound/described-json.js';
import { definePlatformFact, FactFailure, type PlatformCalls } from '../../description/platform-fact.js';
import { read, readList, requireConnected } from './api.js';
import { hasMessages, ID, readChannel } from './channel.js';
import { readsContent } from './message-content.js';
import { lacking, missingIn, readBotRights, SHARED_SECONDS } from './permissions.js';

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
    const roles = await readList(calls, `/guilds/${guildId}/roles`);
    const { values, unread } = readEach(roles, (one) => ({ role: one, id: textAt(one, 'id', ID) }));
    const found = values.find(({ id }) => id === roleId);
    if (found !== undefined) return { guildName, roleName: nameIn(found.role) };
    if (unread !== undefined) throw unread;
    return null;
  },
});

export const channel = definePlatformFact({
  contract: readChatcommChannel,
  as: 'project',
  read: async (calls, { guildId, channelId }) => {
    requireConnected(calls, guildId);
    const found = await readChannel(calls, channelId);
    if (found === undefined || textAt(found.channel, 'guild_id', ID) !== guildId) return null;
    const channelName = nameIn(found.channel);
    const missing = missingIn(await readBotRights(calls, guildId), found.ruledBy);
    if (missing.length > 0) throw new FactFailure('unsupported', lacking(missing, channelName));
    return { channelName, readsContent: await readsContent(calls) };
  },
});

const MAX_CHANNELS = 500;
const MAX_ROLES = 250;

function choiceIn(one: unknown) {
  const [id, name] = [at(one, 'id'), handleOf(at(one, 'name'))];
  return typeof id === 'string' && /^\d{15,21}$/.test(id) && name !== null ? [{ id, name }] : [];
}

export const choices = definePlatformFact({
  contract: readChatcommChoices,
  as: 'project',
  read: async (calls) => {
    const guildId = calls.connectedId;
    const path = `/guilds/${guildId}`;
    const [server, channels, roles, rights] = await Promise.all([
      read(calls, path, SHARED_SECONDS),
      readList(calls, `${path}/channels`, SHARED_SECONDS),
      readList(calls, `${path}/roles`, SHARED_SECONDS),
      readBotRights(calls, guildId),
    ]);
    // Every member has the role with the id of the server; managed roles belong to bots and boosters.
    const held = roles.filter((one) => at(one, 'id') !== guildId && at(one, 'managed') !== true);
    return {
      guildId,
      guildName: nameIn(server),
      channels: channels
        .filter(hasMessages)
        .flatMap((one) => choiceIn(one).map((choice) => ({ ...choice, missingPermissions: missingIn(rights, one) })))
        .slice(0, MAX_CHANNELS),
      roles: held.flatMap(choiceIn).slice(0, MAX_ROLES),
      readsContent: await readsContent(calls),
    };
  },
});
