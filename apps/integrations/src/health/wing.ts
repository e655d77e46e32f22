import type { Wing } from '@questp/service-kit';
import { CheckFileStorage } from './check-file-storage.js';
import { CheckMessengerWebhook } from './check-messenger-webhook.js';
import { IncidentsRepository } from './incidents.repository.js';
import { ReadChatcommSetup } from './read-chatcomm-setup.js';
import { ReadHealth } from './read-health.js';
import { WatchHealth } from './watch-health.js';

export const health: Wing = {
  providers: [CheckFileStorage, CheckMessengerWebhook, ReadChatcommSetup, ReadHealth, IncidentsRepository, WatchHealth],
};
