import { SecurityHandlers } from './security.handlers.js';
import type { Wing } from '@questp/service-kit';
import { BotCheck } from './bot-check/bot-check.js';
import { AskForCode } from './mailed-codes/ask-for-code.js';
import { EmailChallengesRepository } from './mailed-codes/email-challenges.repository.js';
import { EmailCodeBudgetsRepository } from './mailed-codes/email-code-budgets.repository.js';
import { MailOrdersRepository } from './mailed-codes/mail-orders.repository.js';
import { OrderMails } from './mailed-codes/order-mails.js';
import { QuestCodeCountsRepository } from './mailed-codes/quest-code-counts.repository.js';
import { AdmitPassword } from './passwords/admit-password.js';
import { CredentialAttemptsRepository } from './passwords/credential-attempts.repository.js';
import { Passwords } from './passwords/passwords.js';
import { UserPasswordsRepository } from './passwords/user-passwords.repository.js';
import { MethodHashesRepository } from './method-hashes/method-hashes.repository.js';
import { EndSessions } from './sessions/end-sessions.js';
import { Revocations } from './sessions/revocations.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { MailedCodes } from './two-factor/mailed-codes.js';
import { SecondFactorChallengesRepository } from './two-factor/second-factor-challenges.repository.js';
import { SecondFactor } from './two-factor/second-factor.js';
import { SecuritySettingsRepository } from './two-factor/security-settings.repository.js';
import { SetSecuritySettings } from './two-factor/set-security-settings.js';
import { SetUpTwoFactor } from './two-factor/set-up-two-factor.js';
import { SEALED_TABLES, TwoFactorRepository } from './two-factor/two-factor.repository.js';
import { Egress } from '@questp/egress';
import { sealedTablesCheck, vaultProvider } from '@questp/vault';

export const security: Wing = {
  providers: [
    SecurityHandlers,
    BotCheck,
    MethodHashesRepository,
    SessionsRepository,
    EndSessions,
    Revocations,
    TokensRepository,
    vaultProvider,
    sealedTablesCheck(SEALED_TABLES),
    { provide: Egress, useFactory: () => new Egress() },
    TwoFactorRepository,
    SecondFactorChallengesRepository,
    SecuritySettingsRepository,
    MailedCodes,
    SecondFactor,
    SetUpTwoFactor,
    SetSecuritySettings,
    AskForCode,
    EmailCodeBudgetsRepository,
    EmailChallengesRepository,
    MailOrdersRepository,
    QuestCodeCountsRepository,
    OrderMails,
    AdmitPassword,
    CredentialAttemptsRepository,
    Passwords,
    UserPasswordsRepository,
  ],
};
