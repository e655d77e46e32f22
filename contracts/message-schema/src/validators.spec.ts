import {
  validateEscrowExecute,
  validateEscrowHook,
  validateEscrowQuery,
  validateFactoryExecute,
  validateFactoryHook,
  validateTicket,
} from './index.js';

const address = 'wasm1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnk7y7jt';
const ticket = {
  v: 2,
  chain_id: 'testing',
  factory: address,
  campaign_id: 'spring',
  funding_attempt: 1,
  owner: address,
  asset: { native: { denom: 'ustake' } },
  min_funding: '1000',
  starts_at: '1767225600000000000',
  ends_at: '1767312000000000000',
  fee_bps: 500,
  min_payout: '1',
  max_share_bps: 10_000,
  challenge_secs: 3600,
  commit_window_secs: 432_000,
  claim_window_secs: 2_592_000,
  escrow_code_id: 1,
  escrow_admin: null,
  expires_at: '1767225600000000000',
};

it('accepts a ticket, and refuses one with a missing, an unknown or a mistyped field', () => {
  expect(validateTicket(ticket)).toBe(true);
  const { escrow_admin, ...without } = ticket;
  expect(escrow_admin).toBeNull();
  expect(validateTicket(without)).toBe(false);
  expect(validateTicket({ ...ticket, note: '' })).toBe(false);
  expect(validateTicket({ ...ticket, v: '2' })).toBe(false);
});

it('accepts each message for its own contract only', () => {
  const topUp = { top_up: {} };
  expect([validateEscrowExecute(topUp), validateEscrowHook(topUp)]).toEqual([true, true]);
  expect([validateFactoryExecute(topUp), validateFactoryHook(topUp)]).toEqual([false, false]);
  const create = { create_campaign: { ticket: 'e30=', signature: 'AA==' } };
  expect([validateFactoryExecute(create), validateFactoryHook(create)]).toEqual([true, true]);
  expect(validateEscrowExecute(create)).toBe(false);
});

it('reports the path and the rule of an invalid member', () => {
  expect(validateEscrowQuery({ allocations: { limit: -1 } })).toBe(false);
  expect(validateEscrowQuery.errors).toContainEqual(
    expect.objectContaining({ instancePath: '/allocations/limit', keyword: 'minimum' }),
  );
});

it.each([
  ['the largest amount', String(2n ** 128n - 1n), true],
  ['an amount above it', String(2n ** 128n), false],
  ['an amount with a leading zero', '01', false],
  ['no amount', '', false],
])('%s: %s', (_, points, accepted) => {
  expect(validateEscrowExecute({ commit_allocations: { version: 1, entries: [{ address, points }] } })).toBe(accepted);
});

it('refuses a number that JavaScript cannot hold exactly', () => {
  expect(validateTicket({ ...ticket, escrow_code_id: 2 ** 53 - 1 })).toBe(true);
  expect(validateTicket({ ...ticket, escrow_code_id: 2 ** 53 })).toBe(false);
});
