import type { Wing } from '@questp/service-kit';
import { OfferAccountExport } from './offer-account-export.js';

export const account: Wing = {
  providers: [OfferAccountExport],
};
