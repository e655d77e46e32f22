import type { Wing } from '@questp/service-kit';
import { PayoutStatusRepository } from './payout-status.repository.js';

export const distribution: Wing = {
  providers: [PayoutStatusRepository],
};
