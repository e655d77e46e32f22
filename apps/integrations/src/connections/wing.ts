import type { Wing } from '@questp/service-kit';
import { ConnectByOAuth } from './connect-by-oauth.js';
import { ConnectionToken } from './connection-token.js';
import { ConnectionsRepository } from './connections.repository.js';
import { KeepConnection } from './keep-connection.js';
import { LoseConnections } from './lose-connections.js';
import { ProjectEvents } from './project-events.js';
import { RemoveConnection } from './remove-connection.js';
import { TestConnection } from './test-connection.js';

export const connections: Wing = {
  providers: [
    ConnectionsRepository,
    ConnectionToken,
    KeepConnection,
    LoseConnections,
    ConnectByOAuth,
    RemoveConnection,
    TestConnection,
    ProjectEvents,
  ],
  listens: [ProjectEvents],
};
