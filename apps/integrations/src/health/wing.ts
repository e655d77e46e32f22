import type { Wing } from '@questp/service-kit';
import { CheckFileStorage } from '../files/storage/check-file-storage.js';
import { CheckMessengerWebhook } from '../platforms/messenger/check-messenger-webhook.js';
import { IncidentsRepository } from './incidents.repository.js';
import { ReadChatcommSetup } from '../platforms/chatcomm/read-chatcomm-setup.js';
import { ReadHealth } from './read-health.js';
import { WatchHealth } from './watch-health.js';

export const health: Wing = {
  providers: [CheckFileStorage, CheckMessengerWebhook, ReadChatcommSetup, ReadHealth, IncidentsRepository, WatchHealth],
};
