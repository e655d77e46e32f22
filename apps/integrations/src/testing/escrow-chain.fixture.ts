import type { Ticket } from '@questp/message-schema';
import type { EscrowChain } from '@questp/service-kit/chains';

/** Addresses of contracts: 32 bytes of 1, 2 and 3. */
export const FACTORY = 'wasm1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqssdk9vm';
export const ESCROW = 'wasm1qgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqam3zen';
export const OTHER_CONTRACT = 'wasm1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpscfgc03';
/** An account: 20 bytes of 4. */
export const OWNER = 'wasm1qszqgpqyqszqgpqyqszqgpqyqszqgpqygts2zu';

/** The local test chain with the contracts. */
export const ESCROW_CHAIN: EscrowChain = {
  chainId: 'questp-local-1',
  name: 'Local test chain',
  family: 'Cosmos',
  bech32Prefix: 'wasm',
  keyAlgorithm: 'secp256k1',
  coinType: 118,
  network: 'testnet',
  restUrls: [],
  rpcUrls: [],
  publicRestUrl: null,
  enabled: true,
  signIn: true,
  linking: true,
  configured: [],
  gasPrices: [{ denom: 'ustake', price: '0.025' }],
  escrow: {
    factory: FACTORY,
    codeId: 2,
    checksum: 'ab'.repeat(32),
    admin: null,
    contractVersion: '0.1.0',
    ticketSigner: 'Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY',
    feeBps: 250,
    released: false,
  },
};

export const NOW_MS = Date.parse('2026-01-01T00:00:00.000Z');
const nanoseconds = (ms: number) => `${ms}000000`;
const DAY_MS = 86_400_000;

/** A ticket that the ticket key of the chain signs at NOW_MS. */
export const SIGNED_TICKET: Ticket = {
  v: 2,
  chain_id: 'questp-local-1',
  factory: FACTORY,
  campaign_id: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c01',
  funding_attempt: 1,
  owner: OWNER,
  asset: { native: { denom: 'ustake' } },
  min_funding: '1000000',
  starts_at: nanoseconds(NOW_MS - DAY_MS),
  ends_at: nanoseconds(NOW_MS + DAY_MS),
  fee_bps: 250,
  min_payout: '10',
  max_share_bps: 5000,
  challenge_secs: 3600,
  commit_window_secs: 432_000,
  claim_window_secs: 2_592_000,
  escrow_code_id: 2,
  escrow_admin: null,
  expires_at: nanoseconds(NOW_MS + 3_600_000),
};
