import {
  readChatcommChannel,
  readChatcommChoices,
  readChatcommRole,
  readChatcommServer,
} from '@questp/messages/integrations';
import { at, handleOf } from '../../outbound/account.js';
import { asObject, asObjects, textAt, wholeAt } from '../../outbound/described-json.js';
import { definePlatformFact, FactFailure, unexpected, type PlatformCalls } from '../../outbound/platform-fact.js';
import { read, readList, requireConnected } from './api.js';
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
    const roles = asObjects(await readList(calls, `/guilds/${guildId}/roles`), 'roles');
    const found = roles.find((one) => textAt(one, 'id', ID) === roleId);
    return found === undefined ? null : { guildName, roleName: nameIn(found) };
  },
});

const ID = /^\d{15,21}$/;

/** Channels of other types have no messages: 0 is a text channel, 5 an announcement channel. */
const TYPES = new Set<unknown>([0, 5]);
/** The API numbers them up to 16, and will add more. */
const MOST_TYPE = 1_000;

export const channel = definePlatformFact({
  contract: readChatcommChannel,
  as: 'project',
  read: async (calls, { guildId, channelId }) => {
    requireConnected(calls, guildId);
    const answer = await calls.get(`/channels/${channelId}`);
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw unexpected(answer);
    const found = asObject(answer.json, 'the channel');
    const isOfServer = textAt(found, 'guild_id', ID) === guildId;
    if (!isOfServer || !TYPES.has(wholeAt(found, 'type', MOST_TYPE))) return null;
    const channelName = nameIn(answer.json);
    const missing = missingIn(await readBotRights(calls, guildId), answer.json);
    if (missing.length > 0) throw new FactFailure('unsupported', lacking(missing, channelName));
    return { channelName, readsContent: await readsContent(calls) };
  },
});

const MOST_CHANNELS = 500;
const MOST_ROLES = 250;

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
    // Everybody has the role with the id of the server; managed ones belong to bots and boosters.
    const held = roles.filter((one) => at(one, 'id') !== guildId && at(one, 'managed') !== true);
    return {
      guildId,
      guildName: nameIn(server),
      channels: channels
        .filter((one) => TYPES.has(at(one, 'type')))
        .flatMap((one) => choiceIn(one).map((choice) => ({ ...choice, missingPermissions: missingIn(rights, one) })))
        .slice(0, MOST_CHANNELS),
      roles: held.flatMap(choiceIn).slice(0, MOST_ROLES),
      readsContent: await readsContent(calls),
    };
  },
});
