import { count, type ConfigOf } from '@questp/service';
import { REVIEW_MS } from './payout-schedule.js';

export const PLANS_CONFIG = {
  PAYOUT_REVIEW_SECONDS: count({
    desc: 'Seconds from the end of a campaign until the platform approves its payouts; the times before are parts of it, and the commit window of the escrow can shorten it. Less than 14 days is for trials',
    default: REVIEW_MS / 1_000,
  }),
} as const;

export type Config = ConfigOf<typeof PLANS_CONFIG>;
