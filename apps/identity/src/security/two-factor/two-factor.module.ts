import { Module, type OnModuleInit } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { sealingKeys, Vault, vaultProvider } from '@questp/vault';
import { AuditModule } from '../../audit/audit.module.js';
import { MailCodesModule } from '../mailed-codes/mail-codes.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { MailedCodes } from './mailed-codes.js';
import { SecondFactorChallengesRepository } from './second-factor-challenges.repository.js';
import { SecondFactor } from './second-factor.js';
import { SecuritySettingsRepository } from './security-settings.repository.js';
import { SetSecuritySettings } from './set-security-settings.js';
import { SetUpTwoFactor } from './set-up-two-factor.js';
import { TwoFactorHandlers } from './two-factor.handlers.js';
import { SEALED_TABLES, TwoFactorRepository } from './two-factor.repository.js';

@Module({
  imports: [AuditModule, MailCodesModule, PasswordsModule, SessionsModule],
  controllers: [TwoFactorHandlers],
  providers: [
    vaultProvider,
    TwoFactorRepository,
    SecondFactorChallengesRepository,
    SecuritySettingsRepository,
    MailedCodes,
    SecondFactor,
    SetUpTwoFactor,
    SetSecuritySettings,
  ],
  exports: [SecondFactor, SecondFactorChallengesRepository, TwoFactorRepository],
})
export class TwoFactorModule implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly vault: Vault,
  ) {}

  /** Refuses to start where something is stored that no key opens. */
  async onModuleInit(): Promise<void> {
    this.vault.requireKeys(await sealingKeys(this.db, SEALED_TABLES));
  }
}
