import { type Limits } from '../model/terms.js';

/** Limits of the factories in property tests: batches small enough to be exceeded. */
export const DEFAULT_LIMITS: Limits = {
  min_challenge_secs: 60,
  max_challenge_secs: 7 * 86_400,
  min_commit_window_secs: 60,
  max_commit_window_secs: 90 * 86_400,
  min_recommit_secs: 3 * 86_400,
  min_claim_window_secs: 60,
  max_claim_window_secs: 365 * 86_400,
  dispute_timeout_secs: 3 * 86_400,
  max_pause_secs: 86_400,
  max_commit_batch: 6,
  max_distribute_batch: 5,
};
