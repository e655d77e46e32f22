import { createHash } from 'node:crypto';
import type { WalletChain } from '@questp/chains';
import { TEST_CHAINS } from '@questp/chains/testing';
import { columns, newId, sql, type Database } from '@questp/postgres';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { dividePool, type DividedPool, type Earner, type ListInputs, type PlannedPool } from '../plans/payout-plan.js';
import { PAYOUT_COLUMNS, type PayoutRow } from '../plans/payout-row.js';
import { PlanListsRepository } from '../plans/plan-lists.repository.js';

/** Chain of the contract host. */
const HOST = { chainId: 'testing-1', bech32Prefix: 'wasm', keyAlgorithm: 'secp256k1', coinType: 118 } as const;

export const CHAINS = new Map<string, WalletChain>([...TEST_CHAINS, HOST].map((chain) => [chain.chainId, chain]));

export const chainOf = (chainId: string): WalletChain => {
  const chain = CHAINS.get(chainId);
  if (chain === undefined) throw new Error(`No chain ${chainId}`);
  return chain;
};

/** Chain of the pools. */
export const POOL_CHAIN = chainOf('testing-1');
const ANOTHER = chainOf('osmosis-1');
/** A chain with other keys: its addresses do not determine addresses on the chain of the pool. */
const FOREIGN = chainOf('injective-1');

/** Address of key `n` on a chain. */
export const addressOfKey = (n: number, chain = POOL_CHAIN): string =>
  bech32.encodeFromBytes(chain.bech32Prefix, createHash('sha256').update(`key ${n}`).digest().subarray(0, 20));

/** The same time for all earners, so that ids decide among equal points. */
export const LAST_CREDIT_AT = '2026-01-01T00:00:00Z';

/** How an earner says where to pay: keys are numbers, of which different earners may have the same. */
const PLACES = ['none', 'wallet', 'derived', 'foreign', 'chosen', 'several'] as const;

interface Draft {
  points: bigint;
  place: (typeof PLACES)[number];
  key: number;
  isSuspended: boolean;
  isMember: boolean;
}

const rarely = fc.nat({ max: 9 }).map((n) => n === 0);

const draft = (keys: number): fc.Arbitrary<Draft> =>
  fc.record({
    points: fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(1n, 100_000n)),
    place: fc.constantFrom(...PLACES),
    key: fc.nat({ max: keys }),
    isSuspended: rarely,
    isMember: rarely,
  });

const toEarner = ({ points, place, key, isSuspended, isMember }: Draft, index: number): Earner => {
  const onPool = { chainId: POOL_CHAIN.chainId, address: addressOfKey(key) };
  const elsewhere = { chainId: ANOTHER.chainId, address: addressOfKey(key, ANOTHER) };
  const foreign = { chainId: FOREIGN.chainId, address: addressOfKey(key, FOREIGN) };
  const wallets = {
    ...{ none: [], chosen: [], wallet: [onPool], derived: [elsewhere], foreign: [foreign] },
    several: [foreign, { ...elsewhere, address: addressOfKey(key + 1, ANOTHER) }, onPool],
  }[place];
  const userId = `svcuser_${index.toString(16).padStart(32, '0')}`;
  return {
    ...{ userId, points, wallets, chosen: place === 'chosen' ? onPool.address : null, isSuspended, isMember },
    lastCreditAt: LAST_CREDIT_AT,
  };
};

export interface PlanInputs extends ListInputs {
  earners: Earner[];
  pool: PlannedPool;
}

/** A plan that is made of these earners, with its rows by rank. */
export async function planOf(
  db: Database,
  { earners, pool, ...inputs }: PlanInputs,
): Promise<DividedPool & { rows: PayoutRow[] }> {
  const lists = new PlanListsRepository();
  const id = newId();
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO payout_plan (id, campaign_id, project_id, version, kind, status)
      VALUES (${id}, ${id}, ${id}, 1, 'final', 'requested')`);
    await lists.add(tx, id, earners, inputs);
    const list = lists.of(id);
    const divided = dividePool(await lists.groups(tx, list), pool);
    await lists.divide(tx, id, list, divided.shares, 'pending');
    const rows = await tx.rows<PayoutRow>(
      sql`SELECT ${columns(PAYOUT_COLUMNS)} FROM payout WHERE plan_id = ${id} ORDER BY rank`,
    );
    await tx.execute(sql`DELETE FROM payout_plan WHERE id = ${id}`);
    return { ...divided, rows };
  });
}

/** Campaigns in which earners share addresses, are excluded, or have few or many points. */
export const aPlan = (mostEarners: number): fc.Arbitrary<PlanInputs> =>
  fc
    .record({
      drafts: fc.array(draft(mostEarners), { minLength: 1, maxLength: mostEarners, size: 'max' }),
      forbidden: fc.uniqueArray(fc.nat({ max: mostEarners }), { maxLength: 5 }),
      gross: fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 2n ** 100n)),
      feeBps: fc.integer({ min: 0, max: 1_000 }),
      maxShareBps: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 50 })),
      minPayout: fc.oneof(fc.constant(0n), fc.bigInt(0n, 1_000n)),
    })
    .map(({ drafts, forbidden, ...pool }) => ({
      earners: drafts
        .map(toEarner)
        .sort((a, b) => (a.points === b.points ? (a.userId < b.userId ? -1 : 1) : a.points > b.points ? -1 : 1)),
      pool: { ...pool, maxPayout: null },
      chain: POOL_CHAIN,
      chains: CHAINS,
      forbidden: new Set(forbidden.map((key) => addressOfKey(key))),
    }));
