import type { Wing } from '@questp/service-kit';
import { ChargeRequests } from './charge-requests.js';
import { ChargesRepository } from './charges.repository.js';
import { SpendHandlers } from './spend.handlers.js';
import { SpendRepository } from './spend.repository.js';

export const spend: Wing = {
  providers: [ChargesRepository, ChargeRequests, SpendRepository, SpendHandlers],
  purges: (get) => ({
    quotas: () => get(ChargesRepository).purgeQuotas(),
    spend: () => get(SpendRepository).purge(),
  }),
};
