import { type ConfigOf } from '@questp/service';
import { accountOf, at } from '../../description/account.js';
import { revokedByForm } from '../../description/authorization.js';
import { clientProbe } from '../../description/client-probe.js';
import { chatcommApi } from './api.js';
import { member } from './member.js';
import { findUnreadableChannels } from './channels-in-use.js';
import { readApplication } from './message-content.js';
import { messages } from './messages.js';
import { BOT_PERMISSIONS } from './permissions.js';
import { channel, choices, role, server } from './server.js';
import { address, application, definePlatform, secret, type OAuthDescription } from '../../description/platform.js';

const CONFIG = {
  PLATFORM_CHATCOMM_URL: address('https://discord.com/api/v10'),
  PLATFORM_CHATCOMM_SITE_URL: address('https://discord.com'),
};

export type ChatcommConfig = ConfigOf<typeof CONFIG>;

const oauth = ({ PLATFORM_CHATCOMM_URL: api, PLATFORM_CHATCOMM_SITE_URL: site }: ChatcommConfig) =>
  ({
    authorizationUrl: `${site}/oauth2/authorize`,
    tokenUrl: `${api}/oauth2/token`,
    clientBy: 'basic',
    scopes: ['identify'],
    profileUrl: `${api}/users/@me`,
    account: (profile) => accountOf(at(profile, 'id'), at(profile, 'username')),
    revocation: revokedByForm(`${api}/oauth2/token/revoke`),
  }) satisfies OAuthDescription;

/** The page on which an admin of a chat server adds the bot. */
export function installUrl(clientId: string, config: ChatcommConfig): string {
  const query = { client_id: clientId, scope: 'bot', permissions: BOT_PERMISSIONS.number };
  return `${oauth(config).authorizationUrl}?${new URLSearchParams(query).toString()}`;
}

/** A GET of the application that the bot token belongs to. */
export const applicationRequest = (botToken: string, { PLATFORM_CHATCOMM_URL }: ChatcommConfig) => ({
  url: `${PLATFORM_CHATCOMM_URL}/applications/@me`,
  headers: { authorization: `Bot ${botToken}` },
});

export const chatcomm = definePlatform(CONFIG, {
  fields: {
    ...application,
    botToken: secret,
    publicKey: { form: 'hex_bytes' },
    botPermissions: { form: 'digits', max: 20 },
  },
  probe: {
    needs: ['botToken'],
    url: ({ botToken = '' }, config) => applicationRequest(botToken, config).url,
    headers: ({ botToken = '' }, config) => applicationRequest(botToken, config).headers,
    shows: 'The bot token was accepted.',
    reads: readApplication,
  },
  clientProbe: clientProbe('chatcomm', oauth),
  oauth,
  projectOAuth: (config) => {
    const { profileUrl: _, ...platform } = oauth(config);
    return {
      ...platform,
      scopes: ['bot'],
      parameters: { permissions: BOT_PERMISSIONS.number },
      account: (answer) => accountOf(at(at(answer, 'guild'), 'id'), at(at(answer, 'guild'), 'name')),
    };
  },
  connection: {
    token: 'platform',
    test: ({ token, accountId }, { PLATFORM_CHATCOMM_URL }) => ({
      url: `${PLATFORM_CHATCOMM_URL}/guilds/${accountId}`,
      authorization: `Bot ${token}`,
    }),
    shows: "The platform's bot is in the chat server.",
    problems: findUnreadableChannels,
  },
  api: chatcommApi,
  facts: [server, choices, role, channel, member, messages],
});
