import type { Wing } from '@questp/service-kit';
import { AskToConfirm } from './account-links/ask-to-confirm.js';
import { LinkAccount } from './account-links/link-account.js';
import { LinkEvents } from './account-links/link-events.js';
import { LinkTokensRepository } from './account-links/link-tokens.repository.js';
import { LinkedAccounts } from './account-links/linked-accounts.js';
import { ScopedAccountsRepository } from './account-links/scoped-accounts.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { ProcessDeliveries } from './process-deliveries.js';
import { ReportFact } from './report-fact.js';

export const webhooks: Wing = {
  providers: [
    DeliveriesRepository,
    DeliveryMetrics,
    ProcessDeliveries,
    ReportFact,
    LinkedAccounts,
    LinkTokensRepository,
    ScopedAccountsRepository,
    AskToConfirm,
    LinkAccount,
    LinkEvents,
  ],
  listens: [LinkEvents],
  purges: (get) => ({
    deliveries: () => get(DeliveriesRepository).purge(),
    linkTokens: () => get(LinkTokensRepository).purge(),
  }),
};
