import type { Wing } from '@questp/service-kit';
import { ConnectByOAuth } from './connect-by-oauth.js';
import { ConnectMessengerBot } from '../platforms/messenger/connect-messenger-bot.js';
import { ConnectionToken } from './connection-token.js';
import { ConnectionsRepository } from './connections.repository.js';
import { EndedBotsRepository } from '../platforms/messenger/ended-bots.repository.js';
import { KeepConnection } from './keep-connection.js';
import { LoseConnections } from './lose-connections.js';
import { ProjectEvents } from './project-events.js';
import { RemoveConnection } from './remove-connection.js';
import { TakeBackWebhooks } from '../platforms/messenger/take-back-webhooks.js';
import { TestConnection } from './test-connection.js';

export const connections: Wing = {
  providers: [
    ConnectionsRepository,
    ConnectionToken,
    EndedBotsRepository,
    TakeBackWebhooks,
    KeepConnection,
    LoseConnections,
    ConnectMessengerBot,
    ConnectByOAuth,
    RemoveConnection,
    TestConnection,
    ProjectEvents,
  ],
};
