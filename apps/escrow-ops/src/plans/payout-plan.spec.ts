import fc from 'fast-check';
import { addressOfKey, aPlan, chainOf, CHAINS, POOL_CHAIN } from './payout-plan.fixture.js';
import { dividePool, listEarners, type Earner, type PlannedPool } from './payout-plan.js';

const OSMOSIS = chainOf('osmosis-1');
const INJECTIVE = chainOf('injective-1');

const wallet = (key: number, chain = POOL_CHAIN) => ({ chainId: chain.chainId, address: addressOfKey(key, chain) });
const earner = (userId: string, points: bigint, told: Partial<Earner> = {}): Earner => ({
  ...{ userId, points, wallets: [], chosen: null, isSuspended: false, isMember: false },
  ...told,
});
const plan = (earners: Earner[], told: Partial<PlannedPool> = {}, forbidden: string[] = []) =>
  dividePool(listEarners({ earners, chain: POOL_CHAIN, chains: CHAINS, forbidden: new Set(forbidden) }), {
    ...{ gross: 1_000n, feeBps: 0, maxShareBps: 10_000, minPayout: 0n, maxPayout: null },
    ...told,
  });
/** Amount or reason of each earner. */
const outcome = (...args: Parameters<typeof plan>) =>
  Object.fromEntries(plan(...args).rows.map((row) => [row.userId, row.amount ?? row.excludedReason]));

describe('payout address', () => {
  const addressOf = (told: Partial<Earner>) => plan([earner('a', 1n, told)]).rows[0]?.payout;

  it.each<[string, Partial<Earner>, object | null]>([
    ['none without a wallet', {}, null],
    ['a linked wallet', { wallets: [wallet(1)] }, { address: addressOfKey(1), source: 'wallet' }],
    [
      'the first of several wallets on the chain',
      { wallets: [wallet(3, OSMOSIS), wallet(2), wallet(1)] },
      { address: addressOfKey(2), source: 'wallet' },
    ],
    ['the same key', { wallets: [wallet(1, OSMOSIS)] }, { address: addressOfKey(1), source: 'derived' }],
    [
      'the first key that wallets use on the chain',
      { wallets: [wallet(1, INJECTIVE), wallet(2, OSMOSIS), wallet(3, chainOf('juno-1'))] },
      { address: addressOfKey(2), source: 'derived' },
    ],
    ['none of a key of another kind', { wallets: [wallet(1, INJECTIVE)] }, null],
    ['none of a chain that is not known', { wallets: [{ chainId: 'gone-1', address: addressOfKey(1) }] }, null],
    [
      'the one that the earner chose',
      { wallets: [wallet(1)], chosen: addressOfKey(2) },
      { address: addressOfKey(2), source: 'manual' },
    ],
  ])('is %s', (_, told, expected) => {
    expect(addressOf(told)).toEqual(expected);
  });
});

describe('payout plan', () => {
  it('excludes by the first reason that applies', () => {
    const forbidden = [addressOfKey(9)];
    const all = { isSuspended: true, isMember: true };
    expect(
      outcome(
        [
          earner('suspended', 9n, all),
          earner('member', 8n, { isMember: true }),
          earner('nowhere', 7n),
          earner('forbidden', 6n, { wallets: [wallet(9)] }),
          earner('forbidden too', 6n, { wallets: [wallet(9)] }),
          earner('paid', 5n, { wallets: [wallet(1)] }),
          earner('same address', 4n, { wallets: [wallet(1)] }),
          earner('too little', 1n, { wallets: [wallet(2)] }),
        ],
        { minPayout: 300n },
        forbidden,
      ),
    ).toEqual({
      ...{ suspended: 'suspended', member: 'project_member', nowhere: 'no_payout_address' },
      ...{ forbidden: 'forbidden_address', 'forbidden too': 'forbidden_address' },
      ...{ paid: 1_000n, 'same address': 'duplicate_address', 'too little': 'below_min' },
    });
  });

  it('pays an address once: to who chose it, else who linked it, else the higher rank', () => {
    const derived = earner('derived', 50n, { wallets: [wallet(1, OSMOSIS)] });
    const linked = earner('linked', 30n, { wallets: [wallet(1)] });
    const chosen = earner('chosen', 20n, { chosen: addressOfKey(1) });
    const duplicate = 'duplicate_address';
    expect(outcome([derived, linked, chosen])).toEqual({ derived: duplicate, linked: duplicate, chosen: 1_000n });
    expect(outcome([derived, linked])).toEqual({ derived: duplicate, linked: 1_000n });
    expect(outcome([linked, { ...linked, userId: 'second', points: 29n }])).toEqual({
      linked: 1_000n,
      second: duplicate,
    });
  });

  it('keeps no address for an earner who is excluded', () => {
    const wallets = [wallet(1)];
    expect(outcome([earner('a', 9n, { wallets, isSuspended: true }), earner('b', 1n, { wallets })])).toEqual({
      a: 'suspended',
      b: 1_000n,
    });
  });

  it('states what the owner gets back when caps leave a rest', () => {
    const two = [earner('a', 9n, { wallets: [wallet(1)] }), earner('b', 1n, { wallets: [wallet(2)] })];
    expect(plan(two, { feeBps: 1_000, maxShareBps: 3_000 })).toMatchObject({
      pool: { gross: 1_000n, maxFee: 100n, distributable: 900n, cap: 270n },
      ...{ entries: 2, total: 540n, fee: 60n, leftover: 400n, isExact: true },
    });
  });

  it('is not exact where maxPayout leaves a rest that the contract would pay', () => {
    const two = [earner('a', 9n, { wallets: [wallet(1)] }), earner('b', 1n, { wallets: [wallet(2)] })];
    expect(plan(two, { maxPayout: 600n })).toMatchObject({ total: 1_000n, isExact: true });
    expect(plan(two, { maxPayout: 300n })).toMatchObject({ total: 600n, leftover: 400n, isExact: false });
  });

  it('has no entries when nobody can be paid', () => {
    expect(plan([earner('a', 1n)], { feeBps: 100 })).toMatchObject({
      entries: 0,
      total: 0n,
      fee: 0n,
      leftover: 1_000n,
    });
  });

  it('gives every earner a row: an amount or a reason', () => {
    fc.assert(
      fc.property(aPlan(60), (inputs) => {
        const { rows, entries, total } = dividePool(listEarners(inputs), inputs.pool);
        expect(rows.map(({ userId }) => userId)).toEqual(inputs.earners.map(({ userId }) => userId));
        expect(rows.filter(({ amount, excludedReason }) => (amount === null) === (excludedReason === null))).toEqual(
          [],
        );
        const paid = rows.flatMap(({ amount, payout }) => (amount === null ? [] : [{ amount, payout }]));
        expect(new Set(paid.map(({ payout }) => payout?.address)).size).toBe(paid.length);
        expect(paid.length).toBe(entries);
        expect(paid.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);
      }),
    );
  });
});
