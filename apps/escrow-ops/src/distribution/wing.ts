import type { Wing } from '@questp/service-kit';
import { AnnouncePayouts } from './announce-payouts.js';
import { PayoutAnnouncementsRepository } from './payout-announcements.repository.js';
import { PayoutStatusRepository } from './payout-status.repository.js';

export const distribution: Wing = {
  providers: [PayoutStatusRepository, PayoutAnnouncementsRepository, AnnouncePayouts],
};
