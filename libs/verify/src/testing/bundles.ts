import { allocationFile, allocationSha256, escrowLabel, predictEscrowAddress } from '@questp/escrow-client';
import { bech32 } from '@scure/base';
import { type AllocationEntry } from '../node/answers.js';
import { type Bundle } from '../bundle/bundle.js';
import { type Part } from '../input/part.js';
import { RELEASES, type Release } from '../checks/releases.js';

export const testAddress = (fill: number, length = 20) =>
  bech32.encodeFromBytes('wasm', new Uint8Array(length).fill(fill));

const FACTORY = testAddress(1, 32);
export const OWNER = testAddress(2);
export const TREASURY = testAddress(3);
const [{ escrow: CHECKSUM, factory: FACTORY_CHECKSUM }] = RELEASES as [Release];
const ATTEMPT = { campaignId: 'c-1', fundingAttempt: 2 };
const ESCROW = predictEscrowAddress({ factory: FACTORY, checksum: CHECKSUM, ...ATTEMPT });

/** Sum 950,000, what a pool of 1,000,000 with a fee of 5 % distributes. */
const ENTRIES: AllocationEntry[] = (
  [
    ['500000', 'paid'],
    ['449000', 'failed'],
    ['997', 'paid'],
    // Below min_payout.
    ['3', 'skipped'],
  ] as const
)
  .map(([points, status], index) => ({ address: testAddress(10 + index), points, amount: points, status }))
  .sort((a, b) => (a.address < b.address ? -1 : 1));

const weights = ENTRIES.map(({ address, points }) => ({ address, weight: BigInt(points), dp: 1n }));

/** A bundle with every part read, for a test to change. */
export type RightBundle = {
  [K in keyof Bundle]-?: NonNullable<Bundle[K]> extends Part<infer T> ? { value: T } : Bundle[K];
};

/** A completed campaign that is as published: two entries are paid, one failed, one was skipped. */
export function completedBundle(): RightBundle {
  const tx = (letter: string) => letter.repeat(64);
  const paid = ENTRIES.filter(({ status }) => status === 'paid');
  return structuredClone<RightBundle>({
    schema: 'svc.escrow.bundle/v1',
    readAt: '2026-11-26T08:00:00.000Z',
    node: 'https://node.example',
    claim: {
      ...{ escrow: ESCROW, factory: FACTORY, campaignId: ATTEMPT.campaignId },
      ...{ checksum: CHECKSUM, admin: null, chainId: 'testing-1' },
    },
    chain: { value: { chain_id: 'testing-1', height: '100', time: '2026-11-26T07:59:58.123456789Z' } },
    contract: { value: { creator: FACTORY, code_id: '7', admin: '', label: escrowLabel(ATTEMPT) } },
    dataHash: { value: CHECKSUM },
    createdDataHash: { value: CHECKSUM },
    factoryDataHash: { value: FACTORY_CHECKSUM },
    campaign: { value: { campaign_id: 'c-1', funding_attempt: 2, escrow: ESCROW, code_id: 7 } },
    pause: { value: { paused: false, paused_until: null } },
    config: {
      value: {
        parameters: {
          ...{ starts_at: '1000000000', ends_at: '2000000000', fee_bps: 500 },
          ...{ min_payout: '5', max_share_bps: 10_000 },
        },
        ...{ owner: OWNER, factory: FACTORY, asset: { native: { denom: 'uquest' } } },
        ...{ roles: { treasury: TREASURY }, code_id: 7 },
      },
    },
    status: {
      value: {
        ...{ campaign_id: 'c-1', funding_attempt: 2, phase: 'completed', funded_total: '1000000', balance: '449000' },
        ...{ version: 1, entry_count: 4, total_points: '950000' },
        finalized: {
          ...{ gross_balance: '1000000', max_fee: '50000', distributable: '950000', cap: '950000' },
          ...{ treasury: TREASURY, allocation_sha256: allocationSha256(weights) },
          allocation_uri: 'https://quests.example/v1/discover/campaigns/c-1/allocation.json',
        },
        ...{ paid_count: 2, paid_total: '500997', failed_count: 1, failed_outstanding: '449000' },
        ...{ skipped_count: 1, skipped_total: '3', fee_paid: '49999', refunded_total: '4', cursor: 4 },
        deadlines: { starts_at: '6500000000', ends_at: '7500000000' },
        ...{ paused: false, paused_until: null, frozen_secs: 5 },
      },
    },
    allocations: { value: ENTRIES },
    file: { value: allocationFile(weights) },
    transfers: {
      value: [
        ...paid.map(({ address, points }) => ({ tx: tx('A'), height: '90', recipient: address, amount: points })),
        { tx: tx('B'), height: '91', recipient: TREASURY, amount: '49999' },
        { tx: tx('B'), height: '91', recipient: OWNER, amount: '4' },
      ],
    },
    treasuries: { value: [] },
    history: { value: { escrow: true, factory: true } },
  });
}

/** The campaign before its end: the pool is funded and nothing is committed. */
export function activeBundle(): RightBundle {
  const bundle = completedBundle();
  Object.assign(bundle.status.value, {
    ...{ phase: 'active', balance: '1000000', entry_count: 0, total_points: '0', finalized: null, cursor: 0 },
    ...{ paid_count: 0, paid_total: '0', failed_count: 0, failed_outstanding: '0' },
    ...{ skipped_count: 0, skipped_total: '0', fee_paid: '0', refunded_total: '0' },
  });
  bundle.allocations.value = [];
  bundle.transfers.value = [];
  return bundle;
}
