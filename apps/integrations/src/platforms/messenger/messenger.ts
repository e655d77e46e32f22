import { type ConfigOf } from '@questp/service';
import { address, definePlatform, optionalSecret, secret } from '../../outbound/platform.js';

const CONFIG = { PLATFORM_MESSENGER_URL: address('https://api.telegram.org') };
const TAKEN = 'The bot token was taken.';

export type MessengerConfig = ConfigOf<typeof CONFIG>;

/** Tells which bot a token is of, the platform's or a project's. */
export const botUrl = (botToken: string, { PLATFORM_MESSENGER_URL }: MessengerConfig): string =>
  `${PLATFORM_MESSENGER_URL}/bot${botToken}/getMe`;

export const messenger = definePlatform(CONFIG, {
  fields: {
    botToken: { ...secret, form: 'bot_token' },
    webhookSecret: { ...optionalSecret, form: 'token_text', max: 256 },
  },
  probe: { needs: ['botToken'], url: ({ botToken = '' }, config) => botUrl(botToken, config), shows: TAKEN },
  connection: { token: 'project', test: ({ token }, config) => ({ url: botUrl(token, config) }), shows: TAKEN },
});
