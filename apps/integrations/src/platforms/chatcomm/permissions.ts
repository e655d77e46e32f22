import { at } from '../../outbound/account.js';
import { FactFailure, type PlatformCalls } from '../../outbound/platform-fact.js';
import { applicationOf, read, readList } from './api.js';

const ADMINISTRATOR = 1n << 3n;
const VIEW_CHANNEL = { name: 'View Channels', bit: 1n << 10n };
const READ_MESSAGE_HISTORY = { name: 'Read Message History', bit: 1n << 16n };
/** What the bot needs in a channel whose messages it reads, and in the server (spec 2.8). */
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
  roleIds: readonly unknown[];
  inServer: bigint;
}

/** @throws FactFailure */
export async function readBotRights(calls: Pick<PlatformCalls, 'get'>, guildId: string): Promise<BotRights> {
  const botId = at(at(await applicationOf(calls), 'bot'), 'id');
  if (typeof botId !== 'string' || !/^\d{1,21}$/.test(botId)) {
    throw new FactFailure('unavailable', 'The chat server gave no id of the bot.');
  }
  const [roles, own] = await Promise.all([
    readList(calls, `/guilds/${guildId}/roles`, SHARED_SECONDS),
    read(calls, `/guilds/${guildId}/members/${botId}`, SHARED_SECONDS),
  ]);
  const ofBot = at(own, 'roles');
  // Everybody has the role with the id of the server.
  const roleIds = [guildId, ...(Array.isArray(ofBot) ? (ofBot as unknown[]) : [])];
  const inServer = union(
    roles.filter((role) => roleIds.includes(at(role, 'id'))),
    'permissions',
  );
  return { guildId, botId, roleIds, inServer };
}

/**
 * Names of the permissions that the bot lacks in a channel. The platform does not say what a bot may do in a channel;
 * without Read Message History it answers with no messages.
 */
export function missingIn({ guildId, botId, roleIds, inServer }: BotRights, channel: unknown): string[] {
  if ((inServer & ADMINISTRATOR) !== 0n) return [];
  const overwrites = at(channel, 'permission_overwrites');
  const all = Array.isArray(overwrites) ? (overwrites as unknown[]) : [];
  const apply = (before: bigint, test: (id: unknown) => boolean): bigint => {
    const found = all.filter((one) => test(at(one, 'id')));
    return (before & ~union(found, 'deny')) | union(found, 'allow');
  };
  const ofEverybody = apply(inServer, (id) => id === guildId);
  const ofRoles = apply(ofEverybody, (id) => id !== guildId && roleIds.includes(id));
  const held = apply(ofRoles, (id) => id === botId);
  return NEEDED.filter(({ bit }) => (held & bit) === 0n).map(({ name }) => name);
}

/** What the bot lacks in a channel, as a sentence. */
export const lacking = (missing: readonly string[], channelName: string): string =>
  `The bot needs ${missing.join(' and ')} in the channel #${channelName}.`;

const union = (items: readonly unknown[], name: string): bigint =>
  items.reduce<bigint>((sum, one) => sum | permissionsIn(at(one, name)), 0n);

const permissionsIn = (value: unknown): bigint =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
