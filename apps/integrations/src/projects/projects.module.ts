import { Module } from '@nestjs/common';
import { vaultProvider } from '@questp/vault';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { EgressModule } from '../platform/egress.module.js';
import { ConnectByOAuth } from './connect-by-oauth.js';
import { ConnectMessengerBot } from './connect-messenger-bot.js';
import { ConnectionsHandlers } from './connections.handlers.js';
import { ConnectionsRepository } from './connections.repository.js';
import { KeepConnection } from './keep-connection.js';
import { LoseConnections } from './lose-connections.js';
import { ProjectAccess } from './project-access.js';
import { ProjectEvents } from './project-events.js';
import { RemoveConnection } from './remove-connection.js';
import { TestConnection } from './test-connection.js';

@Module({
  imports: [CredentialsModule, EgressModule, OAuthModule],
  controllers: [ConnectionsHandlers],
  providers: [
    vaultProvider,
    ProjectAccess,
    ConnectionsRepository,
    KeepConnection,
    LoseConnections,
    ConnectMessengerBot,
    ConnectByOAuth,
    RemoveConnection,
    TestConnection,
    ProjectEvents,
  ],
})
export class ProjectsModule {}
