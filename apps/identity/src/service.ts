import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { UsernameClaimsRepository } from './users/username-claims.repository.js';
import { rewrapCommand } from '@questp/vault';
import { authorize } from './access/authorize.js';
import { MergeEvents } from './accounts/merges/merge-events.js';
import { MergeOffersRepository } from './sign-in-methods/merge-offers.repository.js';
import { SettleMerges } from './accounts/merges/settle-merges.js';
import { resetOperatorPasswordCommand } from './operators/reset-operator-password-command.js';
import { AdminDevicesRepository } from './operators/admin-devices.repository.js';
import { CredentialAttemptsRepository } from './security/passwords/credential-attempts.repository.js';
import { KeyEvents } from './api-keys/key-events.js';
import { AuditEvents } from './audit/audit-events.js';
import { EmailChallengesRepository } from './security/mailed-codes/email-challenges.repository.js';
import { EmailCodeBudgetsRepository } from './security/mailed-codes/email-code-budgets.repository.js';
import { MailOrdersRepository } from './security/mailed-codes/mail-orders.repository.js';
import { QuestCodeCountsRepository } from './security/mailed-codes/quest-code-counts.repository.js';
import { verifyAuditCommand } from './audit/verify-audit-command.js';
import { GrantEvents } from './sign-in-methods/oauth/grant-events.js';
import { CONFIG_SPEC } from './shared/config.js';
import { SessionsRepository } from './security/sessions/sessions.repository.js';
import { SecondFactorChallengesRepository } from './security/two-factor/second-factor-challenges.repository.js';
import { SEALED_TABLES } from './security/two-factor/two-factor.repository.js';
import { ChallengesRepository } from './sign-in-methods/wallet/challenges.repository.js';
import { shared } from './shared/wing.js';
import { audit } from './audit/wing.js';
import { security } from './security/wing.js';
import { apiKeys } from './api-keys/wing.js';
import { operators } from './operators/wing.js';
import { users } from './users/wing.js';
import { signInMethods } from './sign-in-methods/wing.js';
import { accounts } from './accounts/wing.js';

export const identity = defineService({
  name: 'identity',
  config: CONFIG_SPEC,
  wings: [chainRegistry, shared, audit, security, apiKeys, operators, users, signInMethods, accounts],
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
    undoableMerges: () => get(SettleMerges).execute(),
    emailCodeBudgets: () => get(EmailCodeBudgetsRepository).purge(),
    questCodeCounts: () => get(QuestCodeCountsRepository).purge(),
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
