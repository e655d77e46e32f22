import { defineService } from '@questp/service-kit';
import { CredentialAttemptsRepository } from './admins/credential-attempts.repository.js';
import { AppModule } from './app.module.js';
import { CONFIG_SPEC } from './platform/config.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { ChallengesRepository } from './wallets/challenges.repository.js';

export const identity = defineService({
  name: 'identity',
  config: CONFIG_SPEC,
  module: AppModule,
  housekeeping: (get) => ({
    challenges: () => get(ChallengesRepository).purge(),
    userSessions: () => get(SessionsRepository).purge('user'),
    adminSessions: () => get(SessionsRepository).purge('admin'),
    credentialAttempts: () => get(CredentialAttemptsRepository).purge(),
  }),
});
