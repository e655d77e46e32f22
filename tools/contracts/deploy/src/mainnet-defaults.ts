import { type FactoryInstantiateMsg } from '@questp/message-schema';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Mainnet defaults of the limits (specification 2.2). */
export const MAINNET_LIMITS: FactoryInstantiateMsg['limits'] = {
  min_challenge_secs: HOUR,
  max_challenge_secs: 7 * DAY,
  min_commit_window_secs: 5 * DAY,
  max_commit_window_secs: 90 * DAY,
  min_recommit_secs: 3 * DAY,
  min_claim_window_secs: 30 * DAY,
  max_claim_window_secs: 365 * DAY,
  dispute_timeout_secs: 3 * DAY,
  max_pause_secs: DAY,
  max_commit_batch: 1000,
  max_distribute_batch: 250,
};

/** The highest the contract takes (specification 2.2); each ticket names its own fee below it. */
export const MAX_FEE_BPS = 1000;
