import { enumeration } from '../language/fields/index.js';

/** wallet: linked on the chain. derived: of the same key as a wallet on another chain. manual: chosen by the earner. */
export const PAYOUT_ADDRESS_SOURCES = enumeration('PayoutAddressSource', ['wallet', 'derived', 'manual']);
export type PayoutAddressSource = (typeof PAYOUT_ADDRESS_SOURCES)[number];

/** In the order in which they apply. */
export const EXCLUDED_REASONS = enumeration('ExcludedReason', [
  'suspended',
  'project_member',
  'no_payout_address',
  'forbidden_address',
  'duplicate_address',
  'below_min',
]);
export type ExcludedReason = (typeof EXCLUDED_REASONS)[number];
