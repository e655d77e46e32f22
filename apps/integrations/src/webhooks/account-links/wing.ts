import type { Wing } from '@questp/service-kit';
import { AskToConfirm } from './ask-to-confirm.js';
import { LinkAccount } from './link-account.js';
import { LinkEvents } from './link-events.js';
import { LinkedAccounts } from './linked-accounts.js';
import { LinkTokensRepository } from './link-tokens.repository.js';
import { ScopedAccountsRepository } from './scoped-accounts.repository.js';

export const accountLinks: Wing = {
  providers: [LinkedAccounts, LinkTokensRepository, ScopedAccountsRepository, AskToConfirm, LinkAccount, LinkEvents],
};
