import { createHash } from 'node:crypto';
import { PREFIX, testAccount } from '@questp/chain';
import { allocationSha256, signTicket, sortAllocation } from '@questp/escrow-client';
import { type EscrowStatusResponse, type Limits, type Ticket } from '@questp/message-schema';
import { bech32 } from '@scure/base';
import { type BenchChain, DENOM, type Spent } from './bench-chain.js';

const SECOND = 1_000_000_000n;
const POOL = 100_000_000_000n;

/** As wide as the specification allows, and short enough for a real chain to wait for. */
const LIMITS: Limits = {
  min_challenge_secs: 1,
  max_challenge_secs: 3600,
  min_commit_window_secs: 1,
  max_commit_window_secs: 3600,
  min_recommit_secs: 1,
  min_claim_window_secs: 1,
  max_claim_window_secs: 3600,
  dispute_timeout_secs: 3600,
  max_pause_secs: 3600,
  max_commit_batch: 2000,
  max_distribute_batch: 1000,
};

export const COMMITS = [1, 10, 100, 1000, 2000] as const;
export const DISTRIBUTIONS = [1, 250, 1000] as const;

/** One measured step. */
export interface Step extends Spent {
  name: string;
  /** Entries or payouts in it; 1 for the others. */
  units: number;
}

export type ContractFiles = Record<'factory' | 'escrow', Uint8Array>;

/** Entries of all commits, sorted; one is the earner's who claims. Every weight takes three bytes. */
function earners(): { address: string; weight: bigint }[] {
  const count = COMMITS.reduce((sum, n) => sum + n, 0);
  const addresses = Array.from({ length: count - 1 }, (_, i) =>
    bech32.encodeFromBytes(PREFIX, createHash('sha256').update(`bench earner ${i}`).digest().subarray(0, 20)),
  );
  return sortAllocation(
    [...addresses, testAccount('earner').address].map((address, i) => ({ address, weight: BigInt(100_000 + i) })),
  );
}

/** Stores the contracts and creates a factory whose roles are test accounts. */
export async function makeFactory(chain: BenchChain, wasm: ContractFiles) {
  const escrowCodeId = (await chain.store(wasm.escrow)).codeId;
  const { codeId } = await chain.store(wasm.factory);
  const factory = await chain.instantiate('factory-owner', codeId, factoryMessage(escrowCodeId), 'bench');
  return { factory, escrowCodeId };
}

export interface Campaign {
  steps: Step[];
  /** Address. */
  escrow: string;
}

/** Runs a campaign of 3,111 earners, from the factory to the payouts. */
export async function runCampaign(chain: BenchChain, wasm: ContractFiles): Promise<Campaign> {
  const steps: Step[] = [];
  const record = (name: string, spent: Spent, units = 1) => {
    if (spent.error) throw new Error(`${name}: ${spent.error}`);
    steps.push({ ...spent, name, units });
  };
  const { factory, escrowCodeId } = await makeFactory(chain, wasm);
  record('factory: instantiate', factory);

  const ticket = await makeTicket(chain, factory.address, escrowCodeId);
  const funds = [{ denom: DENOM, amount: String(POOL) }];
  const create = { create_campaign: signTicket(ticket, testAccount('ticket-signer').privateKey) };
  record('factory: create_campaign', await chain.execute('owner', factory.address, create, funds));
  const { escrow } = await chain.query<{ escrow: string }>(factory.address, {
    campaign: { campaign_id: ticket.campaign_id },
  });

  await chain.waitUntil(BigInt(ticket.ends_at));
  const entries = earners();
  let committed = 0;
  for (const n of COMMITS) {
    const batch = entries.slice(committed, (committed += n));
    const message = { version: 1, entries: batch.map(({ address, weight }) => ({ address, points: String(weight) })) };
    record(`escrow: commit ${n}`, await chain.execute('operator', escrow, { commit_allocations: message }), n);
  }
  const finalize = {
    version: 1,
    expected_count: entries.length,
    expected_total_points: String(entries.reduce((sum, { weight }) => sum + weight, 0n)),
    allocation_sha256: allocationSha256(entries),
    allocation_uri: 'https://quests.example/v1/discover/campaigns/bench/allocation.json',
  };
  record('escrow: finalize', await chain.execute('operator', escrow, { finalize_allocations: finalize }));

  const { finalized } = await chain.query<EscrowStatusResponse>(escrow, { status: {} });
  await chain.waitUntil(BigInt(finalized?.challenge_ends_at ?? 0));
  record('escrow: claim', await chain.execute('earner', escrow, { claim: {} }));
  for (const limit of DISTRIBUTIONS) {
    record(`escrow: distribute ${limit}`, await chain.execute('operator', escrow, { distribute: { limit } }), limit);
  }
  return { steps, escrow };
}

function factoryMessage(escrowCodeId: number) {
  const { address } = testAccount('operator');
  return {
    owner: testAccount('factory-owner').address,
    operator: address,
    ticket_signer: Buffer.from(testAccount('ticket-signer').publicKey).toString('base64'),
    pauser: testAccount('pauser').address,
    guardian: testAccount('guardian').address,
    treasury: testAccount('treasury').address,
    escrow_code_id: escrowCodeId,
    escrow_admin: null,
    max_fee_bps: 1000,
    limits: LIMITS,
    cw20_code_checksums: [],
  };
}

/** A ticket of the account `owner`, for a campaign that is active at once and ends in five seconds. */
export async function makeTicket(chain: BenchChain, factory: string, escrowCodeId: number): Promise<Ticket> {
  const now = await chain.now();
  return {
    v: 2,
    chain_id: chain.chainId,
    factory,
    campaign_id: 'spring-sale-2026',
    funding_attempt: 1,
    owner: testAccount('owner').address,
    asset: { native: { denom: DENOM } },
    min_funding: String(POOL),
    starts_at: String(now),
    ends_at: String(now + 5n * SECOND),
    fee_bps: 250,
    min_payout: '1',
    max_share_bps: 10_000,
    challenge_secs: 2,
    commit_window_secs: 3600,
    claim_window_secs: 3600,
    escrow_code_id: escrowCodeId,
    escrow_admin: null,
    expires_at: String(now + 600n * SECOND),
  };
}
