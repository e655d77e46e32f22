import { type ConfigOf } from '@questp/service';
import { at } from '../../description/account.js';
import { FactFailure } from '../../description/platform-fact.js';
import { address, definePlatform, optionalSecret, secret } from '../../description/platform.js';
import { inBounds } from '../../description/retry-at.js';
import { chat, member } from './chat-facts.js';

const CONFIG = { PLATFORM_MESSENGER_URL: address('https://api.telegram.org') };
const ACCEPTED = 'The bot token was accepted.';

export type MessengerConfig = ConfigOf<typeof CONFIG>;

/** Address of the method that returns the bot of a token, the platform's or a project's. */
export const botUrl = (botToken: string, { PLATFORM_MESSENGER_URL }: MessengerConfig): string =>
  `${PLATFORM_MESSENGER_URL}/bot${botToken}/getMe`;

export const messenger = definePlatform(CONFIG, {
  fields: {
    botToken: { ...secret, form: 'bot_token' },
    webhookSecret: { ...optionalSecret, form: 'token_text', max: 256 },
  },
  probe: {
    needs: ['botToken'],
    url: ({ botToken = '' }, config) => botUrl(botToken, config),
    shows: ACCEPTED,
    reads: (body) => (at(at(body, 'result'), 'is_bot') === true ? { detail: ACCEPTED } : undefined),
  },
  connection: { token: 'project', test: ({ token }, config) => ({ url: botUrl(token, config) }), shows: ACCEPTED },
  api: {
    title: 'messenger',
    project: (token, { PLATFORM_MESSENGER_URL }) => ({ baseUrl: `${PLATFORM_MESSENGER_URL}/bot${token}` }),
    // The body says how long to wait.
    failure: ({ status, json }) => {
      const seconds = at(at(json, 'parameters'), 'retry_after');
      if (status !== 429 || typeof seconds !== 'number') return undefined;
      const retryAt = inBounds(Date.now() + seconds * 1_000);
      return new FactFailure('unavailable', 'The messenger limits requests at the moment.', retryAt);
    },
  },
  facts: [chat, member],
});
