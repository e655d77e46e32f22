import { at } from '../../description/account.js';
import { FactFailure } from '../../description/platform-fact.js';
import { definePlatform, optionalSecret, secret } from '../../description/platform.js';
import { inBounds } from '../../description/retry-at.js';
import { chat, member } from './chat-facts.js';
import { botUrl, MESSENGER_CONFIG } from './bot-api.js';
import { MessengerBots } from './bots.js';
import { MessengerChatsRepository } from './chats.repository.js';
import { CheckMessengerWebhook } from './check-messenger-webhook.js';
import { ConnectMessengerBot } from './connect-messenger-bot.js';
import { EndedBotsRepository, SEALED_ENDED_BOTS } from './ended-bots.repository.js';
import { HandleUpdate } from './handle-update.js';
import { LatestUpdatesRepository } from './latest-updates.repository.js';
import { ListChats } from './list-chats.js';
import { MakeStartUrl } from './make-start-url.js';
import { MessengerEvents } from './messenger-events.js';
import { ReadStart } from './read-start.js';
import { ReceiveUpdate } from './receive-update.js';
import { RegisterWebhook } from './register-webhook.js';
import { StartLink } from './start-link.js';
import { MessengerStartsRepository } from './starts.repository.js';
import { TakeBackWebhooks } from './take-back-webhooks.js';

const ACCEPTED = 'The bot token was accepted.';

export const messenger = definePlatform(MESSENGER_CONFIG, {
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
  connection: {
    token: 'project',
    test: ({ token }, config) => ({ url: botUrl(token, config) }),
    shows: ACCEPTED,
    lost: EndedBotsRepository,
  },
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
  providers: [
    MessengerBots,
    MessengerStartsRepository,
    MessengerChatsRepository,
    LatestUpdatesRepository,
    EndedBotsRepository,
    ConnectMessengerBot,
    TakeBackWebhooks,
    ReceiveUpdate,
    StartLink,
    HandleUpdate,
    ReadStart,
    MakeStartUrl,
    RegisterWebhook,
    CheckMessengerWebhook,
    ListChats,
    MessengerEvents,
  ],
  webhook: HandleUpdate,
  setup: { name: 'messenger_webhook', check: CheckMessengerWebhook },
  listens: [MessengerEvents],
  purges: (get) => ({ latestUpdates: () => get(LatestUpdatesRepository).purge() }),
  sealed: [SEALED_ENDED_BOTS],
});
