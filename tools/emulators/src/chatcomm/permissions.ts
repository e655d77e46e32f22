import type { Platform } from '../oauth/rules.js';
import { CREDENTIALS } from './credentials.js';
import { ruling, type Channel } from './messages.js';
import { MEMBERS, ROLES, roleOfBot, type Server } from './servers.js';

const ADMINISTRATOR = 8n;
export const VIEW_CHANNEL = 1_024n;
export const READ_MESSAGE_HISTORY = 65_536n;

const ALL = (1n << 64n) - 1n;

/** Besides that of everybody. */
export const rolesOfBot = (platform: Platform, server: Server): string[] => [
  roleOfBot(server),
  ...(MEMBERS.of(platform).get(server.id, CREDENTIALS.clientId)?.roles ?? []),
];

function inServer(platform: Platform, server: Server): bigint {
  const held = new Set(rolesOfBot(platform, server));
  const permissions = ROLES.of(platform)
    .filter(({ id }) => held.has(id))
    .map((role) => role.permissions);
  const all = [server.everyonePermissions, server.botPermissions, ...permissions];
  return all.reduce((sum, one) => sum | BigInt(one), 0n);
}

/** Permissions of the bot as the platform computes them: discord.com/developers/docs/topics/permissions. */
function inChannel(platform: Platform, server: Server, channel: Channel): bigint {
  const { overwrites } = ruling(platform, channel);
  const base = inServer(platform, server);
  if ((base & ADMINISTRATOR) !== 0n) return ALL;
  const of = (test: (overwrite: Channel['overwrites'][number]) => boolean) => {
    const found = overwrites.filter(test);
    const sum = (name: 'allow' | 'deny') => found.reduce((all, one) => all | BigInt(one[name]), 0n);
    return (before: bigint) => (before & ~sum('deny')) | sum('allow');
  };
  const held = rolesOfBot(platform, server);
  const everybody = of(({ id, type }) => type === 'role' && id === server.id);
  const roles = of(({ id, type }) => type === 'role' && held.includes(id));
  const own = of(({ id, type }) => type === 'member' && id === CREDENTIALS.clientId);
  const permissions = own(roles(everybody(base)));
  return (permissions & VIEW_CHANNEL) === 0n ? 0n : permissions;
}

/** Whether the bot has the permission in the channel, or in the server where none is named. */
export function botMay(platform: Platform, permission: bigint, server: Server, channel?: Channel): boolean {
  const base = inServer(platform, server);
  const held = channel === undefined ? base : inChannel(platform, server, channel);
  return (base & ADMINISTRATOR) !== 0n || (held & permission) !== 0n;
}
