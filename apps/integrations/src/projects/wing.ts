import type { Wing } from '@questp/service-kit';
import { ConnectByOAuth } from './connect-by-oauth.js';
import { ConnectMessengerBot } from './connect-messenger-bot.js';
import { ConnectionsHandlers } from './connections.handlers.js';
import { ConnectionsRepository } from './connections.repository.js';
import { KeepConnection } from './keep-connection.js';
import { LoseConnections } from './lose-connections.js';
import { ProjectAccess } from './project-access.js';
import { ProjectEvents } from './project-events.js';
import { RemoveConnection } from './remove-connection.js';
import { RemoveSigningSecret } from './signing/remove-signing-secret.js';
import { RotateSigningSecret } from './signing/rotate-signing-secret.js';
import { SignRequest } from './signing/sign-request.js';
import { SigningSecretHandlers } from './signing/signing-secret.handlers.js';
import { SigningSecretsRepository } from './signing/signing-secrets.repository.js';
import { TestSigningSecret } from './signing/test-signing-secret.js';
import { TestConnection } from './test-connection.js';

export const projects: Wing = {
  controllers: [ConnectionsHandlers, SigningSecretHandlers],
  providers: [
    ProjectAccess,
    ConnectionsRepository,
    KeepConnection,
    LoseConnections,
    ConnectMessengerBot,
    ConnectByOAuth,
    RemoveConnection,
    TestConnection,
    SigningSecretsRepository,
    SignRequest,
    RotateSigningSecret,
    RemoveSigningSecret,
    TestSigningSecret,
    ProjectEvents,
  ],
};
