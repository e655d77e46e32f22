import type { Wing } from '@questp/service-kit';
import { EmailsHandlers } from './email/emails.handlers.js';
import { LinkEmail } from './email/link-email.js';
import { SignInWithEmail } from './email/sign-in-with-email.js';
import { UnlinkEmail } from './email/unlink-email.js';
import { UserEmailsRepository } from './email/user-emails.repository.js';
import { MergeOffersRepository } from './merge-offers.repository.js';
import { CheckAccount } from './oauth/check-account.js';
import { GrantEvents } from './oauth/grant-events.js';
import { KeepProven } from './oauth/keep-proven.js';
import { LinkAccount } from './oauth/link-account.js';
import { LinkedAccountsHandlers } from './oauth/linked-accounts.handlers.js';
import { LinkedAccountsRepository } from './oauth/linked-accounts.repository.js';
import { SignInWithOAuth } from './oauth/sign-in-with-oauth.js';
import { StartAccountLink } from './oauth/start-account-link.js';
import { UnlinkAccount } from './oauth/unlink-account.js';
import { ChangePassword } from './password/change-password.js';
import { SetPasswordByCode } from './password/set-password-by-code.js';
import { SignInWithPassword } from './password/sign-in-with-password.js';
import { UserPasswordsHandlers } from './password/user-passwords.handlers.js';
import { SignInMethods } from './sign-in-methods.js';
import { ChallengesRepository } from './wallet/challenges.repository.js';
import { CreateChallenge } from './wallet/create-challenge.js';
import { LinkWallet } from './wallet/link-wallet.js';
import { SetPrimaryWallet } from './wallet/set-primary-wallet.js';
import { SignInWithWallet } from './wallet/sign-in-with-wallet.js';
import { UnlinkWallet } from './wallet/unlink-wallet.js';
import { WalletsHandlers } from './wallet/wallets.handlers.js';
import { WalletsRepository } from './wallet/wallets.repository.js';
import { WaysInRepository } from './ways-in.repository.js';

export const signInMethods: Wing = {
  providers: [
    EmailsHandlers,
    LinkedAccountsHandlers,
    UserPasswordsHandlers,
    WalletsHandlers,
    UserEmailsRepository,
    SignInWithEmail,
    LinkEmail,
    UnlinkEmail,
    MergeOffersRepository,
    LinkedAccountsRepository,
    KeepProven,
    SignInWithOAuth,
    StartAccountLink,
    LinkAccount,
    CheckAccount,
    UnlinkAccount,
    GrantEvents,
    SetPasswordByCode,
    SignInWithPassword,
    ChangePassword,
    SignInMethods,
    ChallengesRepository,
    CreateChallenge,
    WalletsRepository,
    SignInWithWallet,
    LinkWallet,
    UnlinkWallet,
    SetPrimaryWallet,
    WaysInRepository,
  ],
};
