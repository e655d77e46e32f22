import { type Ticket } from '@questp/message-schema';

/** A valid ticket with unused addresses. */
export const TICKET: Ticket = {
  v: 2,
  chain_id: 'testing-1',
  factory: 'wasm1factory',
  campaign_id: 'spring-sale',
  funding_attempt: 1,
  owner: 'wasm1owner',
  asset: { native: { denom: 'ustake' } },
  min_funding: '1000000',
  starts_at: '1767225600000000000',
  ends_at: '1767312000000000000',
  fee_bps: 250,
  min_payout: '10',
  max_share_bps: 5000,
  challenge_secs: 3600,
  commit_window_secs: 432000,
  claim_window_secs: 2592000,
  escrow_code_id: 2,
  escrow_admin: null,
  expires_at: '1767229200000000000',
};
