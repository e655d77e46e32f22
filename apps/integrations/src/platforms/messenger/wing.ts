import type { Wing } from '@questp/service-kit';
import { MessengerBots } from './bots.js';
import { MessengerChatsRepository } from './chats.repository.js';
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

export const messenger: Wing = {
  providers: [
    MessengerBots,
    MessengerStartsRepository,
    MessengerChatsRepository,
    LatestUpdatesRepository,
    ReceiveUpdate,
    StartLink,
    HandleUpdate,
    ReadStart,
    MakeStartUrl,
    RegisterWebhook,
    ListChats,
    MessengerEvents,
  ],
};
