import { Module } from '@nestjs/common';
import { MergeOffersModule } from '../merge-offers.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { EmailsModule } from '../email/emails.module.js';
import { UsersModule } from '../../users/users.module.js';
import { WaysInModule } from '../ways-in.module.js';
import { ChainsModule } from '../../shared/chains.module.js';
import { ChallengesRepository } from './challenges.repository.js';
import { CreateChallenge } from './create-challenge.js';
import { LinkWallet } from './link-wallet.js';
import { SetPrimaryWallet } from './set-primary-wallet.js';
import { SignInMethods } from '../sign-in-methods.js';
import { SignInWithWallet } from './sign-in-with-wallet.js';
import { UnlinkWallet } from './unlink-wallet.js';
import { WalletsHandlers } from './wallets.handlers.js';
import { WalletsRepository } from './wallets.repository.js';

@Module({
  imports: [AuditModule, ChainsModule, EmailsModule, MergeOffersModule, UsersModule, WaysInModule],
  controllers: [WalletsHandlers],
  providers: [
    SignInMethods,
    ChallengesRepository,
    CreateChallenge,
    WalletsRepository,
    SignInWithWallet,
    LinkWallet,
    UnlinkWallet,
    SetPrimaryWallet,
  ],
  exports: [ChallengesRepository],
})
export class WalletsModule {}
