import { accountOf, at } from '../../description/account.js';
import { clientProbe } from '../../description/client-probe.js';
import { chatcommApi } from './api.js';
import { applicationRequest, CHATCOMM_CONFIG, oauth } from './application.js';
import { member } from './member.js';
import { findUnreadableChannels } from './channels-in-use.js';
import { readApplication } from './message-content.js';
import { messages } from './messages.js';
import { BOT_PERMISSIONS } from './permissions.js';
import { ReadChatcommSetup } from './read-chatcomm-setup.js';
import { channel, choices, role, server } from './server.js';
import { application, definePlatform, secret } from '../../description/platform.js';

export const chatcomm = definePlatform(CHATCOMM_CONFIG, {
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
  providers: [ReadChatcommSetup],
});
