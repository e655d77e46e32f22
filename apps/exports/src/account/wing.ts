import type { Wing } from '@questp/service-kit';
import { AccountHandlers } from './account.handlers.js';
import { OfferAccountExport } from './offer-account-export.js';

export const account: Wing = {
  providers: [AccountHandlers, OfferAccountExport],
};
