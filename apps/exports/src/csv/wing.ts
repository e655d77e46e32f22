import type { Wing } from '@questp/service-kit';
import { ExportHandlers } from './export.handlers.js';
import { OfferExport } from './offer-export.js';
import { ScopesRepository } from './scopes.repository.js';

export const csv: Wing = {
  providers: [ExportHandlers, OfferExport, ScopesRepository],
};
