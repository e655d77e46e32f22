import { divide } from '@questp/escrow-client/payouts';
import { startTestService } from '@questp/service-kit/testing';
import fc from 'fast-check';
import { started } from '@questp/testing';
import { escrowOps } from '../service.js';
import {
  addressOfKey,
  aPlan,
  chainOf,
  CHAINS,
  LAST_CREDIT_AT,
  planOf,
  POOL_CHAIN,
} from '../testing/payout-plan.fixture.js';
import { listEarner, type Earner, type PlannedPool } from './payout-plan.js';

const OSMOSIS = chainOf('osmosis-1');
const INJECTIVE = chainOf('injective-1');

const wallet = (key: number, chain = POOL_CHAIN) => ({ chainId: chain.chainId, address: addressOfKey(key, chain) });
const earner = (userId: string, points: bigint, given: Partial<Earner> = {}): Earner => ({
  ...{ userId, points, wallets: [], chosen: null, isSuspended: false, isMember: false },
  lastCreditAt: LAST_CREDIT_AT,
  ...given,
});

/** Wallets that a compromised identity service could publish. */
const NO_ADDRESSES = [
  '',
  '=1+1',
  addressOfKey(1).toUpperCase(),
  `${addressOfKey(1)} `,
  `${addressOfKey(1).slice(0, -1)}q`,
];

describe('payout address', () => {
  const inputs = { chain: POOL_CHAIN, chains: CHAINS, forbidden: new Set<string>() };
  const addressOf = (given: Partial<Earner>) => listEarner(earner('a', 1n, given), inputs).payout;

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
    ...NO_ADDRESSES.map((address): [string, Partial<Earner>, null] => [
      `none that is ${JSON.stringify(address)}`,
      { wallets: [{ chainId: POOL_CHAIN.chainId, address }] },
      null,
    ]),
    ['none that was chosen and is no address', { wallets: [wallet(1)], chosen: '=1+1' }, null],
    ['none of a chain that is not known', { wallets: [{ chainId: 'gone-1', address: addressOfKey(1) }] }, null],
    [
      'the one that the earner chose',
      { wallets: [wallet(1)], chosen: addressOfKey(2) },
      { address: addressOfKey(2), source: 'manual' },
    ],
  ])('is %s', (_, given, expected) => {
    expect(addressOf(given)).toEqual(expected);
  });
});

describe('payout plan', () => {
  const service = started(() => startTestService(escrowOps));

  const plan = (earners: Earner[], given: Partial<PlannedPool> = {}, forbidden: string[] = []) =>
    planOf(service.db, {
      ...{ earners, chain: POOL_CHAIN, chains: CHAINS, forbidden: new Set(forbidden) },
      pool: { gross: 1_000n, feeBps: 0, maxShareBps: 10_000, minPayout: 0n, maxPayout: null, ...given },
    });
  /** Amount or reason of each earner. */
  const outcome = async (...args: Parameters<typeof plan>) =>
    Object.fromEntries((await plan(...args)).rows.map((row) => [row.userId, row.amount ?? row.excludedReason]));

  it('excludes by the first reason that applies', async () => {
    const forbidden = [addressOfKey(9)];
    const all = { isSuspended: true, isMember: true };
    expect(
      await outcome(
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
      ...{ paid: '1000', 'same address': 'duplicate_address', 'too little': 'below_min' },
    });
  });

  it('pays an address once: to who chose it, else who linked it, else the higher rank', async () => {
    const derived = earner('derived', 50n, { wallets: [wallet(1, OSMOSIS)] });
    const linked = earner('linked', 30n, { wallets: [wallet(1)] });
    const chosen = earner('chosen', 20n, { chosen: addressOfKey(1) });
    const duplicate = 'duplicate_address';
    expect(await outcome([derived, linked, chosen])).toEqual({ derived: duplicate, linked: duplicate, chosen: '1000' });
    expect(await outcome([derived, linked])).toEqual({ derived: duplicate, linked: '1000' });
    expect(await outcome([linked, { ...linked, userId: 'second', points: 29n }])).toEqual({
      linked: '1000',
      second: duplicate,
    });
  });

  it('keeps no address for an earner who is excluded', async () => {
    const wallets = [wallet(1)];
    expect(await outcome([earner('a', 9n, { wallets, isSuspended: true }), earner('b', 1n, { wallets })])).toEqual({
      a: 'suspended',
      b: '1000',
    });
  });

  it('states what the owner gets back when caps leave a rest', async () => {
    const two = [earner('a', 9n, { wallets: [wallet(1)] }), earner('b', 1n, { wallets: [wallet(2)] })];
    expect(await plan(two, { feeBps: 1_000, maxShareBps: 3_000 })).toMatchObject({
      pool: { gross: 1_000n, maxFee: 100n, distributable: 900n, cap: 270n },
      ...{ entries: 2, total: 540n, fee: 60n, leftover: 400n, isExact: true },
    });
  });

  it('a payout plan is not exact if maxPayout leaves a rest that the contract would pay', async () => {
    const two = [earner('a', 9n, { wallets: [wallet(1)] }), earner('b', 1n, { wallets: [wallet(2)] })];
    expect(await plan(two, { maxPayout: 600n })).toMatchObject({ total: 1_000n, isExact: true });
    expect(await plan(two, { maxPayout: 300n })).toMatchObject({ total: 600n, leftover: 400n, isExact: false });
  });

  it('a payout plan has no entries when no earner can be paid', async () => {
    expect(await plan([earner('a', 1n)], { feeBps: 100 })).toMatchObject({
      entries: 0,
      total: 0n,
      fee: 0n,
      leftover: 1_000n,
    });
  });

  it('ranks by points, then the earlier last credit, then the id', async () => {
    const late = { lastCreditAt: '2026-01-01T00:00:00.000002Z' };
    const early = { lastCreditAt: '2026-01-01T00:00:00.000001Z' };
    const all = [earner('a', 1n), earner('b', 2n, late), earner('d', 2n, early), earner('c', 2n, early)];
    expect((await plan(all)).rows.map(({ userId, rank }) => [userId, rank])).toEqual([
      ...[
        ['c', 1],
        ['d', 2],
        ['b', 3],
      ],
      ['a', 4],
    ]);
  });

  it('a payout plan gives each earner a row with a reason or the amount that divide gives', async () => {
    await fc.assert(
      fc.asyncProperty(aPlan(60), async (inputs) => {
        const { rows, entries, total, pool, isExact } = await planOf(service.db, inputs);
        expect(rows.map(({ userId }) => userId)).toEqual(inputs.earners.map(({ userId }) => userId));
        expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1));
        const claimants = rows.flatMap(({ address, points, excludedReason }) =>
          address === null || (excludedReason !== null && excludedReason !== 'below_min')
            ? []
            : [{ address, points: BigInt(points) }],
        );
        expect(new Set(claimants.map(({ address }) => address)).size).toBe(claimants.length);
        const { minPayout } = inputs.pool;
        const amounts = divide(claimants, { ...pool, min: minPayout > 1n ? minPayout : 1n });
        const paid = rows.flatMap(({ amount, address }) => (amount === null ? [] : [[address, BigInt(amount)]]));
        expect(new Map(paid as [string, bigint][])).toEqual(amounts);
        expect(paid.length).toBe(entries);
        expect([...amounts.values()].reduce((sum, amount) => sum + amount, 0n)).toBe(total);
        expect(isExact).toBe(true);
        expect(rows.filter(({ amount, excludedReason }) => (amount === null) === (excludedReason === null))).toEqual(
          [],
        );
      }),
      { numRuns: 100 },
    );
  });
});
