import { nextMessage } from './next-message.js';
import type { OperatedEscrow, OperatedPlan } from './operated-escrow.js';
import { NO_MEMORY } from './operations.repository.js';

const ns = (seconds: number) => `${BigInt(seconds) * 1_000_000_000n}`;
const at = (seconds: number) => new Date(seconds * 1_000);
const SHA = 'a'.repeat(64);
const [ID, OTHER] = ['0190b5e4-6f0e-7c3a-9d7a-000000000001', '0190b5e4-6f0e-7c3a-9d7a-000000000002'];

const FINALIZED = {
  ...{ at: ns(310), challenge_ends_at: ns(400), claim_deadline: ns(900), gross_balance: '1000', max_fee: '50' },
  ...{ distributable: '950', cap: '950', treasury: 'wasm1t', allocation_sha256: SHA, allocation_uri: 'https://x' },
};
const STATUS: OperatedEscrow['status'] = {
  ...{ campaign_id: 'c', funding_attempt: 1, phase: 'ended', funded_total: '1000', balance: '1000', version: 1 },
  ...{ entry_count: 0, total_points: '0', last_committed: null, finalized: null, dispute: null, paid_count: 0 },
  ...{ paid_total: '0', failed_count: 0, failed_outstanding: '0', skipped_count: 0, skipped_total: '0', fee_paid: '0' },
  ...{ refunded_total: '0', cursor: 0, paused: false, paused_until: null, frozen_secs: 0, pauser_pause_left_secs: 0 },
  ...{ completed_at: null, cancelled_at: null },
  deadlines: { starts_at: ns(100), ends_at: ns(200), commit_deadline: ns(300), claim_deadline: null },
};
const CONFIG: OperatedEscrow['config'] = {
  ...{ campaign_id: 'c', funding_attempt: 1, owner: 'wasm1o', factory: 'wasm1f', created_at: ns(1), roles: null },
  ...{ asset: { native: { denom: 'u' } }, code_id: 1, factory_code_id: 2 },
  parameters: {
    ...{ starts_at: ns(100), ends_at: ns(200), fee_bps: 500, min_payout: '1', max_share_bps: 10_000 },
    ...{ challenge_secs: 1, commit_window_secs: 1, claim_window_secs: 100_000 },
  },
  limits: {
    ...{ min_challenge_secs: 1, max_challenge_secs: 1, min_commit_window_secs: 1, max_commit_window_secs: 1 },
    ...{ min_recommit_secs: 1, min_claim_window_secs: 1, max_claim_window_secs: 1, dispute_timeout_secs: 1 },
    ...{ max_pause_secs: 1, max_commit_batch: 2, max_distribute_batch: 20 },
  },
};
const ESCROW: OperatedEscrow = {
  ...{ config: CONFIG, status: STATUS, differingTerms: [], failed: [], allocationUri: 'https://x', memory: NO_MEMORY },
};
const ENTRIES = [
  { address: 'a', weight: '500' },
  { address: 'b', weight: '300' },
  { address: 'c', weight: '150' },
];
const PLAN: OperatedPlan = {
  ...{ id: ID, version: 3, sha256: SHA, entries: 3, total: '950', finalizedAt: null, isIntact: true, next: ENTRIES },
  ...{ prefix: { entries: 0, total: '0', lastAddress: null }, equalEntries: 0, differingEntry: null },
  pool: {
    ...{ attempt: 1, allocationVersion: 1, chainId: 'x', assetKind: 'native', denom: 'u', symbol: 'U', decimals: 6 },
    ...{ gross: '1000', feeBps: 500, maxFee: '50', distributable: '950', maxShareBps: 10_000, cap: '950' },
    ...{ minPayout: '1', maxPayout: null },
  },
};

const status = (change: Partial<OperatedEscrow['status']>): Partial<OperatedEscrow> => ({
  status: { ...STATUS, ...change },
});
const memory = (change: Partial<OperatedEscrow['memory']>): Partial<OperatedEscrow> => ({
  memory: { ...NO_MEMORY, ...change },
});
const finalized = (change: Partial<OperatedEscrow['status']> = {}) =>
  status({
    finalized: FINALIZED,
    entry_count: 3,
    total_points: '950',
    last_committed: 'c',
    phase: 'distributing',
    ...change,
  });
const PARTLY = { phase: 'committing', entry_count: 2, total_points: '800', last_committed: 'b' } as const;
const PARTLY_PLANNED = { prefix: { entries: 2, total: '800', lastAddress: 'b' }, next: ENTRIES.slice(2) };
const ALL = { phase: 'committing', entry_count: 3, total_points: '950', last_committed: 'c' } as const;
const ALL_PLANNED = { prefix: { entries: 3, total: '950', lastAddress: 'c' }, next: [], equalEntries: 3 };
const EQUAL = { equalEntries: 3 };
const completed = (change: Partial<OperatedEscrow['status']> = {}) => {
  const deadlines = { ...STATUS.deadlines, claim_deadline: ns(100_000) };
  return finalized({ phase: 'completed', completed_at: ns(500), cursor: 3, balance: '0', deadlines, ...change });
};
const repeated = (action: string, times: number, seconds: number, after = '') => ({
  repeated: { action, times, at: at(seconds).toISOString(), after },
});
const RESET = { reset_allocations: { version: 1 } };

interface Case {
  escrow?: Partial<OperatedEscrow>;
  plan?: Partial<OperatedPlan> | null;
  now?: number;
  expected: object;
}

const CASES: Record<string, Case> = {
  'waits for the end': {
    escrow: status({ phase: 'active' }),
    expected: { do: 'wait', code: 'not_ended', until: at(200) },
  },
  'waits for an approved plan': {
    plan: null,
    expected: { do: 'wait', code: 'plan_not_approved', until: at(300) },
  },
  'commits the first entries, as many as the contract takes': {
    expected: {
      do: 'send',
      code: 'commit_entries',
      message: {
        commit_allocations: {
          version: 1,
          entries: [
            { address: 'a', points: '500' },
            { address: 'b', points: '300' },
          ],
        },
      },
    },
  },
  'commits no more than fits': {
    escrow: memory({ commitBatch: 1 }),
    expected: { message: { commit_allocations: { version: 1, entries: [{ address: 'a', points: '500' }] } } },
  },
  'goes on after the committed entries': {
    escrow: status(PARTLY),
    plan: PARTLY_PLANNED,
    expected: { message: { commit_allocations: { version: 1, entries: [{ address: 'c', points: '150' }] } } },
  },
  'waits while paused': {
    escrow: status({ paused: true, paused_until: ns(250) }),
    expected: { do: 'wait', code: 'paused', until: at(250) },
  },
  'stops where the escrow has other terms than its ticket': {
    escrow: { differingTerms: ['fee_bps'] },
    expected: { do: 'stop', code: 'terms_differ', why: 'The escrow differs from its ticket: fee_bps.' },
  },
  'stops before it commits a plan whose entries were changed': {
    plan: { isIntact: false },
    expected: { do: 'stop', code: 'plan_damaged' },
  },
  'waits for a plan of the pool that the escrow holds': {
    escrow: status({ balance: '999' }),
    expected: { do: 'wait', code: 'pool_changed' },
  },
  'stops when the escrow computes the pool otherwise': {
    plan: { pool: { ...PLAN.pool, distributable: '951' } },
    expected: { do: 'stop', code: 'pool_differs', why: 'The plan was made with another distributable.' },
  },
  'does not commit a rejected plan again': {
    escrow: status({ version: 2 }),
    plan: { finalizedAt: at(1) },
    expected: { do: 'wait', code: 'plan_rejected' },
  },
  'does not commit a plan again that was finalized between two readings': {
    escrow: { ...status({ version: 2 }), ...memory({ finalized: { planId: ID, version: 1 } }) },
    expected: { do: 'wait', code: 'plan_rejected' },
  },
  'repeats finalize that no block included': {
    escrow: { ...status(ALL), ...memory({ finalized: { planId: ID, version: 1 } }) },
    plan: ALL_PLANNED,
    expected: { do: 'send', code: 'allocation_committed' },
  },
  'discards the entries of an earlier plan': {
    escrow: { ...status(PARTLY), ...memory({ committed: { planId: OTHER, version: 1 } }) },
    expected: { do: 'send', code: 'plan_replaced', message: RESET },
  },
  'discards entries that it does not know once': {
    escrow: status({ ...PARTLY, total_points: '801' }),
    plan: PARTLY_PLANNED,
    expected: { do: 'send', code: 'entries_unknown', message: RESET },
  },
  'stops when they are there again': {
    escrow: { ...status({ ...PARTLY, last_committed: 'x' }), ...memory({ discardedFor: ID }) },
    plan: PARTLY_PLANNED,
    expected: { do: 'stop', code: 'entries_differ' },
  },
  'discards an entry with another weight, although the sum is right': {
    escrow: status(ALL),
    plan: { ...ALL_PLANNED, equalEntries: 1, differingEntry: 'b' },
    expected: { do: 'send', code: 'entries_unknown', message: RESET },
  },
  'compares every entry before it finalizes': {
    escrow: status(ALL),
    plan: { ...ALL_PLANNED, equalEntries: 2 },
    expected: { do: 'wait', code: 'comparing_entries' },
  },
  'finalizes what equals the plan': {
    escrow: status(ALL),
    plan: ALL_PLANNED,
    expected: {
      do: 'send',
      code: 'allocation_committed',
      message: {
        finalize_allocations: {
          ...{ version: 1, expected_count: 3, expected_total_points: '950', allocation_sha256: SHA },
          allocation_uri: 'https://x',
        },
      },
    },
  },
  'waits for the end of the challenge': {
    escrow: finalized({ phase: 'challenge' }),
    plan: EQUAL,
    expected: { do: 'wait', code: 'challenge', until: at(400) },
  },
  'waits for the decision of a dispute': {
    escrow: finalized({
      phase: 'disputed',
      dispute: { raised_at: ns(320), reason: 'No', expires_at: ns(500), resolved_at: null },
    }),
    plan: EQUAL,
    expected: { do: 'wait', code: 'disputed', until: at(500) },
  },
  'stops when something else was finalized': {
    escrow: finalized({ finalized: { ...FINALIZED, allocation_sha256: 'b'.repeat(64), cap: '900' } }),
    plan: EQUAL,
    expected: {
      do: 'stop',
      code: 'finalized_differs',
      why: 'The finalized allocation differs from the plan: allocation_sha256, cap.',
    },
  },
  'stops when a finalized entry is another one, although the hash is that of the plan': {
    escrow: finalized(),
    plan: { equalEntries: 1, differingEntry: 'b' },
    expected: { do: 'stop', code: 'entries_differ' },
  },
  'pays nothing before every finalized entry is compared': {
    escrow: finalized(),
    plan: { equalEntries: 2 },
    expected: { do: 'wait', code: 'comparing_entries' },
  },
  'stops when an allocation was finalized without a plan': {
    escrow: finalized(),
    plan: null,
    expected: { do: 'stop', code: 'finalized_without_plan' },
  },
  'pays the next entries': {
    escrow: finalized({ cursor: 1 }),
    plan: EQUAL,
    expected: { do: 'send', code: 'payouts_due', message: { distribute: { limit: 20 } } },
  },
  'completes when every entry is examined': {
    escrow: finalized({ cursor: 3 }),
    plan: EQUAL,
    expected: { do: 'send', code: 'payouts_examined', message: { distribute: { limit: 20 } } },
  },
  'pays nothing while paused': {
    escrow: finalized({ paused: true, paused_until: ns(600) }),
    plan: EQUAL,
    expected: { do: 'wait', code: 'paused', until: at(600) },
  },
  'is done when everything is paid': {
    escrow: completed(),
    plan: EQUAL,
    now: 600,
    expected: { do: 'done', code: 'paid_out' },
  },
  'lets failed payouts rest first': {
    escrow: { ...completed({ failed_count: 1, balance: '500' }), failed: ['a'] },
    plan: EQUAL,
    now: 600,
    expected: { do: 'wait', code: 'retry_later', until: at(1_100) },
  },
  'retries failed payouts': {
    escrow: { ...completed({ failed_count: 1, balance: '500' }), failed: ['a'] },
    plan: EQUAL,
    now: 1_100,
    expected: { do: 'send', code: 'payouts_failed', message: { retry_failed: { addresses: ['a'] } } },
  },
  'retries after a tenth of a short claim window': {
    escrow: {
      ...completed({ failed_count: 1, balance: '500' }),
      ...{ config: { ...CONFIG, parameters: { ...CONFIG.parameters, claim_window_secs: 100 } }, failed: ['a'] },
    },
    plan: EQUAL,
    now: 510,
    expected: { do: 'send', code: 'payouts_failed' },
  },
  'goes on with a round of retries at once': {
    escrow: {
      ...completed({ failed_count: 2, balance: '500' }),
      ...memory(repeated('retry_failed', 1, 1_100, 'a')),
      failed: ['b'],
    },
    plan: EQUAL,
    now: 1_101,
    expected: { do: 'send', message: { retry_failed: { addresses: ['b'] } } },
  },
  'doubles the pause between rounds': {
    escrow: {
      ...completed({ failed_count: 1, balance: '500' }),
      ...memory(repeated('retry_failed', 2, 1_100)),
      failed: ['a'],
    },
    plan: EQUAL,
    now: 2_299,
    expected: { do: 'wait', code: 'retry_later', until: at(2_300) },
  },
  'retries nothing of an allocation that is not the plan': {
    escrow: { ...completed({ failed_count: 1, balance: '500', total_points: '1' }), failed: ['a'] },
    plan: EQUAL,
    now: 1_100,
    expected: { do: 'stop', code: 'finalized_differs' },
  },
  'keeps a leftover until claims are over': {
    escrow: completed({ balance: '1' }),
    plan: EQUAL,
    now: 99_999,
    expected: { do: 'wait', code: 'claims_open', until: at(100_000) },
  },
  'returns the leftover when claims are over': {
    escrow: completed({ balance: '1', failed_count: 1 }),
    plan: EQUAL,
    now: 100_000,
    expected: { do: 'send', code: 'leftover', message: { sweep_leftover: {} } },
  },
  'tries again later when the owner could not receive': {
    escrow: { ...completed({ balance: '1' }), ...memory(repeated('sweep_leftover', 1, 100_000)) },
    plan: EQUAL,
    now: 100_001,
    expected: { do: 'wait', code: 'retry_later', until: at(100_600) },
  },
  'sweeps a cancelled escrow without a plan': {
    escrow: status({ phase: 'cancelled', balance: '5' }),
    plan: null,
    expected: { do: 'send', code: 'leftover', message: { sweep_leftover: {} } },
  },
  'is done with an empty cancelled escrow': {
    escrow: status({ phase: 'cancelled', balance: '0' }),
    plan: null,
    expected: { do: 'done', code: 'cancelled' },
  },
  'reclaims an expired escrow': {
    escrow: status({ phase: 'expired' }),
    plan: null,
    now: 1_000,
    expected: { do: 'send', code: 'not_finalized_in_time', message: { reclaim_expired: {} } },
  },
  'waits for a part of the time to commit before it reclaims': {
    escrow: status({ phase: 'expired' }),
    plan: null,
    expected: { do: 'wait', code: 'reclaim_later' },
  },
  'sends nothing while a token does not answer with the balance': {
    escrow: status({ phase: 'expired', balance: null }),
    plan: null,
    expected: { do: 'wait', code: 'balance_unreadable' },
  },
};

describe('the next message to an escrow', () => {
  it.each(Object.entries(CASES))('%s', (_, { escrow, plan, now = 250, expected }) => {
    const operated = plan === null ? undefined : { ...PLAN, ...plan };
    expect(nextMessage({ ...ESCROW, ...escrow }, operated, at(now))).toMatchObject(expected);
  });
});
