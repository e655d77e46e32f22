import { ok, type Answer } from '../http/answer.js';
import type { Asked, Route } from '../oauth/rules.js';
import { CREDENTIALS } from './credentials.js';
import {
  error,
  invalidForm,
  MISSING_ACCESS,
  UNKNOWN_CHANNEL,
  UNKNOWN_GUILD,
  UNKNOWN_MEMBER,
  UNKNOWN_USER,
} from './errors.js';
import { LIMIT, limitHeaders } from './limits.js';
import { CHANNELS, isThread, serverOf } from './messages.js';
import { botMay, VIEW_CHANNEL } from './permissions.js';
import { MEMBERS, SERVERS, type Server } from './servers.js';
import { showApplication, showBot, showChannel, showMember, showOwnMember, showRoles, showServer } from './shown.js';
import { API, idOf } from './users.js';
import { PEOPLE } from '../people.js';

const isSnowflake = (id: string): boolean => /^[0-9]{15,20}$/.test(id);
export const notSnowflake = (name: string): Answer =>
  invalidForm(name, 'NUMBER_TYPE_COERCE', 'Value is not snowflake.');

/** A route for the bot, with a limit for each server or channel in its path. */
export const botRoute = (name: string, path: string, answer: (asked: Asked) => Answer): Route => ({
  name,
  method: 'GET',
  path: `${API}${path}`,
  answer: (asked) => {
    const { platform, headers, params } = asked;
    const isRevoked = platform.faults.take(name, ['revoked_token']) !== undefined;
    if (isRevoked || headers.authorization !== `Bot ${CREDENTIALS.botToken}`) return error(401, '401: Unauthorized');
    const state = platform.limits.count(`${name} ${params['id'] ?? ''}`, LIMIT);
    const given = state.isExceeded ? platform.rules.faults.rate_limited() : answer(asked);
    return { ...given, headers: { ...limitHeaders(state), ...given.headers } };
  },
});

/** A route about a server that the bot is in; of others it may see nothing. */
export const serverRoute = (name: string, path: string, answer: (asked: Asked, server: Server) => Answer): Route =>
  botRoute(name, `/guilds/:id${path}`, (asked) => {
    const { id = '' } = asked.params;
    if (!isSnowflake(id)) return notSnowflake('guild_id');
    const server = SERVERS.of(asked.platform).get(id);
    if (server === undefined) return UNKNOWN_GUILD;
    return server.bot ? answer(asked, server) : MISSING_ACCESS;
  });

export const botRoutes = (): Route[] => [
  botRoute('application', '/applications/@me', ({ platform }) => ok(showApplication(platform))),
  botRoute('bot', '/users/:id', ({ params: { id = '' } }) =>
    id === CREDENTIALS.clientId ? ok(showBot()) : UNKNOWN_USER,
  ),
  botRoute('guild', '/guilds/:id', ({ platform, params: { id = '' } }) => {
    const server = SERVERS.of(platform).get(id);
    return server?.bot ? ok(showServer(platform, server)) : UNKNOWN_GUILD;
  }),
  serverRoute('roles', '/roles', ({ platform }, server) => ok(showRoles(platform, server))),
  serverRoute('member', '/members/:user', ({ platform, params: { user = '' } }, server) => {
    if (!isSnowflake(user)) return notSnowflake('user_id');
    if (user === CREDENTIALS.clientId) return ok(showOwnMember(platform, server));
    const member = MEMBERS.of(platform).get(server.id, user);
    if (member) return ok(showMember(member));
    const isKnown = PEOPLE.some((person) => idOf(person) === user);
    return isKnown ? UNKNOWN_MEMBER : UNKNOWN_USER;
  }),
  serverRoute('channels', '/channels', ({ platform }, { id }) =>
    ok(
      CHANNELS.of(platform)
        .filter((channel) => channel.server === id && !isThread(channel))
        .map(showChannel),
    ),
  ),
  botRoute('channel', '/channels/:id', ({ platform, params: { id = '' } }) => {
    if (!isSnowflake(id)) return notSnowflake('channel_id');
    const channel = CHANNELS.of(platform).get(id);
    const server = channel && serverOf(platform, channel);
    if (channel === undefined || server === undefined) return UNKNOWN_CHANNEL;
    return server.bot && botMay(platform, VIEW_CHANNEL, server, channel) ? ok(showChannel(channel, 0)) : MISSING_ACCESS;
  }),
];
