import { enumeration } from '../language/fields/index.js';

/** Why an earner gets no payout, in the order in which the reasons apply. */
export const EXCLUDED_REASONS = enumeration('ExcludedReason', [
  'suspended',
  'project_member',
  'no_payout_address',
  'forbidden_address',
  'duplicate_address',
  'below_min',
]);
export type ExcludedReason = (typeof EXCLUDED_REASONS)[number];
