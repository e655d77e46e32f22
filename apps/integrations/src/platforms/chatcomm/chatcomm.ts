import { type ConfigOf } from '@questp/service';
import { accountOf, at } from '../../outbound/account.js';
import { revokedByForm } from '../../outbound/authorization.js';
import { clientProbe } from '../../outbound/client-probe.js';
import { chatcommApi } from './api.js';
import { member } from './member.js';
import { readApplication } from './message-content.js';
import { messages } from './messages.js';
import { channel, choices, role, server } from './server.js';
import { address, application, definePlatform, secret, type OAuthDescription } from '../../outbound/platform.js';

const CONFIG = {
  PLATFORM_CHATCOMM_URL: address('https://discord.com/api/v10'),
  PLATFORM_CHATCOMM_SITE_URL: address('https://discord.com'),
};

const oauth = ({ PLATFORM_CHATCOMM_URL: api, PLATFORM_CHATCOMM_SITE_URL: site }: ConfigOf<typeof CONFIG>) =>
  ({
    authorizationUrl: `${site}/oauth2/authorize`,
    tokenUrl: `${api}/oauth2/token`,
    clientBy: 'basic',
    scopes: ['identify'],
    profileUrl: `${api}/users/@me`,
    account: (profile) => accountOf(at(profile, 'id'), at(profile, 'username')),
    revocation: revokedByForm(`${api}/oauth2/token/revoke`),
  }) satisfies OAuthDescription;

export const chatcomm = definePlatform(CONFIG, {
  fields: {
    ...application,
    botToken: secret,
    publicKey: { form: 'hex_bytes' },
    botPermissions: { form: 'digits', max: 20 },
  },
  probe: {
    needs: ['botToken'],
    url: (_, { PLATFORM_CHATCOMM_URL }) => `${PLATFORM_CHATCOMM_URL}/applications/@me`,
    headers: ({ botToken }) => ({ authorization: `Bot ${botToken}` }),
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
      // View Channels and Read Message History (spec 2.8).
      parameters: { permissions: '66560' },
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
  },
  api: chatcommApi,
  facts: [server, choices, role, channel, member, messages],
});
