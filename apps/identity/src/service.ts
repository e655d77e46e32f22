import { defineService } from '@questp/service-kit';
import { UsernameClaimsRepository } from './users/username-claims.repository.js';
import { rewrapCommand } from '@questp/vault';
import { authorize } from './access/authorize.js';
import { MergeEvents } from './account-merges/merge-events.js';
import { MergeOffersRepository } from './account-merges/merge-offers.repository.js';
import { SettleMerges } from './account-merges/settle-merges.js';
import { resetOperatorPasswordCommand } from './admins/reset-operator-password-command.js';
import { AdminDevicesRepository } from './admins/admin-devices.repository.js';
import { CredentialAttemptsRepository } from './passwords/credential-attempts.repository.js';
import { KeyEvents } from './api-keys/key-events.js';
import { AppModule } from './app.module.js';
import { AuditEvents } from './audit/audit-events.js';
import { EmailChallengesRepository } from './emails/email-challenges.repository.js';
import { EmailCodeBudgetsRepository } from './emails/email-code-budgets.repository.js';
import { MailOrdersRepository } from './emails/mail-orders.repository.js';
import { verifyAuditCommand } from './audit/verify-audit-command.js';
import { GrantEvents } from './linked-accounts/grant-events.js';
import { CONFIG_SPEC } from './platform/config.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SecondFactorChallengesRepository } from './two-factor/second-factor-challenges.repository.js';
import { SEALED_TABLES } from './two-factor/two-factor.repository.js';
import { ChallengesRepository } from './wallets/challenges.repository.js';

export const identity = defineService({
  name: 'identity',
  config: CONFIG_SPEC,
  module: AppModule,
  authorize,
  listens: [KeyEvents, AuditEvents, GrantEvents, MergeEvents],
  commands: {
    rewrap: rewrapCommand(SEALED_TABLES),
    'reset-operator-password': {
      summary: 'gives an operator a new initial password, printed once; see reset-operator-password --help',
      run: resetOperatorPasswordCommand,
    },
    'verify-audit': {
      summary: 'names the first entry of the audit log that does not fit; --head <head> that was kept',
      run: verifyAuditCommand,
    },
  },
  housekeeping: (get) => ({
    challenges: () => get(ChallengesRepository).purge(),
    mergeOffers: () => get(MergeOffersRepository).purge(),
    undoableMerges: () => get(SettleMerges).run(),
    emailCodeBudgets: () => get(EmailCodeBudgetsRepository).purge(),
    emailChallenges: () => get(EmailChallengesRepository).purge(),
    secondFactorChallenges: () => get(SecondFactorChallengesRepository).purge(),
    mailOrders: () => get(MailOrdersRepository).purge(),
    userSessions: () => get(SessionsRepository).purge('user'),
    adminSessions: () => get(SessionsRepository).purge('admin'),
    adminDevices: () => get(AdminDevicesRepository).purge(),
    usernameClaims: () => get(UsernameClaimsRepository).purge(),
    credentialAttempts: () => get(CredentialAttemptsRepository).purge(),
  }),
});
