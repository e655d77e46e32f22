import {
  asObject,
  asObjects,
  objectAt,
  objectsAt,
  optionalAt,
  textAt,
  textsAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import type { PlatformCalls } from '../../description/platform-fact.js';
import { applicationOf, read, readList } from './api.js';

const ADMINISTRATOR = 1n << 3n;
const VIEW_CHANNEL = { name: 'View Channels', bit: 1n << 10n };
const READ_MESSAGE_HISTORY = { name: 'Read Message History', bit: 1n << 16n };
/** Permissions that the bot needs in a channel whose messages it reads, and in the server (spec 2.8). */
const NEEDED = [VIEW_CHANNEL, READ_MESSAGE_HISTORY];

export const BOT_PERMISSIONS = {
  number: String(NEEDED.reduce((all, { bit }) => all | bit, 0n)),
  names: NEEDED.map(({ name }) => name),
};

/** A studio asks again and again while a team chooses, and so do earners while a channel cannot be read. */
export const SHARED_SECONDS = 15;

/** The bot in a server: what it may do there, and the ids by which overwrites of channels name it. */
export interface BotRights {
  guildId: string;
  botId: string;
  roleIds: readonly string[];
  inServer: bigint;
}

const ID = /^\d{1,21}$/;

/** @throws FactFailure, UnusableAnswer */
export async function readBotRights(calls: Pick<PlatformCalls, 'get'>, guildId: string): Promise<BotRights> {
  const botId = textAt(objectAt(asObject(await applicationOf(calls), 'the application'), 'bot'), 'id', ID);
  const [roles, own] = await Promise.all([
    readList(calls, `/guilds/${guildId}/roles`, SHARED_SECONDS),
    read(calls, `/guilds/${guildId}/members/${botId}`, SHARED_SECONDS),
  ]);
  // Every member has the role with the id of the server.
  const roleIds = [guildId, ...textsAt(asObject(own, 'the member'), 'roles', ID)];
  const inServer = union(
    asObjects(roles, 'roles').filter((role) => roleIds.includes(textAt(role, 'id', ID))),
    'permissions',
  );
  return { guildId, botId, roleIds, inServer };
}

/**
 * Names of the permissions that the bot lacks in a channel. The platform does not say what a bot may do in a channel;
 * without Read Message History it answers with no messages.
 * @throws UnusableAnswer
 */
export function missingIn({ guildId, botId, roleIds, inServer }: BotRights, channel: unknown): string[] {
  if ((inServer & ADMINISTRATOR) !== 0n) return [];
  const all = optionalAt(asObject(channel, 'the channel'), 'permission_overwrites', objectsAt) ?? [];
  const apply = (before: bigint, test: (id: string) => boolean): bigint => {
    const found = all.filter((one) => test(textAt(one, 'id', ID)));
    return (before & ~union(found, 'deny')) | union(found, 'allow');
  };
  const ofEverybody = apply(inServer, (id) => id === guildId);
  const ofRoles = apply(ofEverybody, (id) => id !== guildId && roleIds.includes(id));
  const held = apply(ofRoles, (id) => id === botId);
  return NEEDED.filter(({ bit }) => (held & bit) === 0n).map(({ name }) => name);
}

/** The missing permissions of the bot in a channel, as a sentence. */
export const lacking = (missing: readonly string[], channelName: string): string =>
  `The bot needs ${missing.join(' and ')} in the channel #${channelName}.`;

const union = (items: readonly JsonObject[], name: string): bigint =>
  items.reduce<bigint>((sum, one) => sum | BigInt(textAt(one, name, /^\d{1,20}$/)), 0n);
