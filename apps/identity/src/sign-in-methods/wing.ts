import { SignInMethodsHandlers } from './sign-in-methods.handlers.js';
import type { Wing } from '@questp/service-kit';
import { LinkEmail } from './email/link-email.js';
import { ReadQuestEmail } from './email/read-quest-email.js';
import { SignInWithEmail } from './email/sign-in-with-email.js';
import { UnlinkEmail } from './email/unlink-email.js';
import { UserEmailsRepository } from './email/user-emails.repository.js';
import { MergeOffersRepository } from './merge-offers.repository.js';
import { CheckAccount } from './oauth/check-account.js';
import { GrantEvents } from './oauth/grant-events.js';
import { KeepProven } from './oauth/keep-proven.js';
import { LinkAccount } from './oauth/link-account.js';
import { LinkByMessage } from './oauth/link-by-message.js';
import { LinkedAccountsRepository } from './oauth/linked-accounts.repository.js';
import { SignInWithOAuth } from './oauth/sign-in-with-oauth.js';
import { StartAccountLink } from './oauth/start-account-link.js';
import { UnlinkAccount } from './oauth/unlink-account.js';
import { ChangePassword } from './password/change-password.js';
import { SetPasswordByCode } from './password/set-password-by-code.js';
import { SignInWithPassword } from './password/sign-in-with-password.js';
import { ListSignInMethods } from './list-sign-in-methods.js';
import { ChoosePayoutAddress } from './wallet/choose-payout-address.js';
import { ChallengesRepository } from './wallet/challenges.repository.js';
import { CreateChallenge } from './wallet/create-challenge.js';
import { LinkWallet } from './wallet/link-wallet.js';
import { PayoutAddressesRepository } from './wallet/payout-addresses.repository.js';
import { SetPrimaryWallet } from './wallet/set-primary-wallet.js';
import { SignInWithWallet } from './wallet/sign-in-with-wallet.js';
import { UnlinkWallet } from './wallet/unlink-wallet.js';
import { WalletsRepository } from './wallet/wallets.repository.js';
import { SignInMethodsRepository } from './sign-in-methods.repository.js';

export const signInMethods: Wing = {
  providers: [
    SignInMethodsHandlers,
    UserEmailsRepository,
    ReadQuestEmail,
    SignInWithEmail,
    LinkEmail,
    UnlinkEmail,
    MergeOffersRepository,
    LinkedAccountsRepository,
    KeepProven,
    SignInWithOAuth,
    StartAccountLink,
    LinkAccount,
    LinkByMessage,
    CheckAccount,
    UnlinkAccount,
    GrantEvents,
    SetPasswordByCode,
    SignInWithPassword,
    ChangePassword,
    ListSignInMethods,
    ChallengesRepository,
    CreateChallenge,
    WalletsRepository,
    SignInWithWallet,
    LinkWallet,
    UnlinkWallet,
    SetPrimaryWallet,
    PayoutAddressesRepository,
    ChoosePayoutAddress,
    SignInMethodsRepository,
  ],
};
