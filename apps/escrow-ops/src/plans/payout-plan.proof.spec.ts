import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Chain } from '@questp/contract-host';
import { allocationSha256, signTicket, sortAllocation } from '@questp/escrow-client';
import type { EscrowStatusResponse, Limits } from '@questp/message-schema';
import { startTestService } from '@questp/service-kit/testing';
import fc from 'fast-check';
import { started } from '@questp/testing';
import { escrowOps } from '../service.js';
import { aPlan, planOf, POOL_CHAIN } from '../testing/payout-plan.fixture.js';
import type { PlannedPool } from './payout-plan.js';

const SECOND = 1_000_000_000n;
const DENOM = 'upool';
const SIGNER = new Uint8Array(32).fill(1);
const LIMITS: Limits = {
  ...{ min_challenge_secs: 1, max_challenge_secs: 3_600, min_commit_window_secs: 1, max_commit_window_secs: 3_600 },
  ...{ min_recommit_secs: 1, min_claim_window_secs: 1, max_claim_window_secs: 3_600, dispute_timeout_secs: 10 },
  ...{ max_pause_secs: 60, max_commit_batch: 2_000, max_distribute_batch: 1_000 },
};
const wasm = (name: string) => readFileSync(new URL(`../../../../contracts/artifacts/${name}.wasm`, import.meta.url));

/** A factory on the contract host, and a campaign in it. */
class Host {
  readonly chain = new Chain({ chainId: POOL_CHAIN.chainId, prefix: POOL_CHAIN.bech32Prefix });
  readonly owner = this.chain.address('owner');
  readonly treasury = this.chain.address('treasury');
  private readonly operator = this.chain.address('operator');
  private readonly factory: string;
  private readonly codeId: number;
  private campaigns = 0;

  constructor() {
    const factory = this.chain.storeCode(wasm('factory'));
    this.codeId = this.chain.storeCode(wasm('escrow')).codeId;
    const made = this.chain.instantiate(
      this.owner,
      factory.codeId,
      {
        ...{ owner: this.chain.address('admin'), operator: this.operator, treasury: this.treasury },
        ...{ pauser: this.chain.address('pauser'), guardian: this.chain.address('guardian') },
        ticket_signer: Buffer.from(secp256k1.getPublicKey(SIGNER)).toString('base64'),
        ...{ escrow_code_id: this.codeId, escrow_admin: null, max_fee_bps: 1_000 },
        ...{ limits: LIMITS, cw20_code_checksums: [] },
      },
      { label: 'factory' },
    );
    if (!made.ok) throw new Error(made.error);
    this.factory = made.address;
  }

  /** Funds a campaign and waits for its end; returns the escrow. */
  endedCampaign({ gross, feeBps, maxShareBps, minPayout }: PlannedPool): string {
    this.campaigns += 1;
    const id = `campaign-${this.campaigns}`;
    const ticket = signTicket(
      {
        ...{ v: 2, chain_id: POOL_CHAIN.chainId, factory: this.factory, campaign_id: id, funding_attempt: 1 },
        ...{ owner: this.owner, asset: { native: { denom: DENOM } }, min_funding: '1', fee_bps: feeBps },
        ...{ starts_at: `${this.chain.time}`, ends_at: `${this.chain.time + SECOND}`, min_payout: `${minPayout}` },
        ...{ max_share_bps: maxShareBps, challenge_secs: 1, commit_window_secs: 60, claim_window_secs: 60 },
        ...{ escrow_code_id: this.codeId, escrow_admin: null, expires_at: `${this.chain.time + SECOND}` },
      },
      SIGNER,
    );
    this.chain.bank.mint(this.owner, DENOM, gross);
    this.execute(this.owner, this.factory, { create_campaign: ticket }, [{ denom: DENOM, amount: `${gross}` }]);
    this.chain.advance(SECOND);
    return this.chain.query<{ escrow: string }>(this.factory, { campaign: { campaign_id: id } }).escrow;
  }

  /** Commits, finalizes and distributes, as the operator does. */
  payOut(escrow: string, entries: { address: string; weight: bigint }[], batch: number): EscrowStatusResponse {
    const sorted = sortAllocation(entries);
    for (let at = 0; at < sorted.length; at += batch) {
      const part = sorted.slice(at, at + batch).map(({ address, weight }) => ({ address, points: `${weight}` }));
      this.execute(this.operator, escrow, { commit_allocations: { version: 1, entries: part } });
    }
    this.execute(this.operator, escrow, {
      finalize_allocations: {
        ...{ version: 1, expected_count: sorted.length },
        expected_total_points: `${sorted.reduce((sum, { weight }) => sum + weight, 0n)}`,
        ...{ allocation_sha256: allocationSha256(sorted), allocation_uri: 'https://quests.example/allocation.json' },
      },
    });
    this.chain.advance(SECOND);
    while (this.status(escrow).phase !== 'completed') this.execute(this.operator, escrow, { distribute: {} });
    return this.status(escrow);
  }

  balance(address: string): bigint {
    return this.chain.bank.balance(address, DENOM);
  }

  private status(escrow: string): EscrowStatusResponse {
    return this.chain.query<EscrowStatusResponse>(escrow, { status: {} });
  }

  private execute(
    sender: string,
    contract: string,
    msg: object,
    funds: { denom: string; amount: string }[] = [],
  ): void {
    const result = this.chain.execute(sender, contract, msg, funds);
    if (!result.ok) throw new Error(result.error);
  }
}

describe('payout plans on the contract host', () => {
  const service = started(() => startTestService(escrowOps));

  it('pays each of up to 2,000 earners exactly the planned amount, and no other address', async () => {
    await fc.assert(
      fc.asyncProperty(aPlan(2_000), fc.integer({ min: 200, max: 2_000 }), async (inputs, batch) => {
        const plan = await planOf(service.db, inputs);
        expect(plan.isExact).toBe(true);
        if (plan.entries === 0) return;
        const host = new Host();
        const escrow = host.endedCampaign(inputs.pool);
        const entries = plan.rows.flatMap(({ address, amount }) =>
          address !== null && amount !== null ? [{ address, weight: BigInt(amount) }] : [],
        );
        const { finalized, paid_count, paid_total, skipped_count, failed_count } = host.payOut(escrow, entries, batch);
        expect(finalized).toMatchObject({
          ...{ max_fee: `${plan.pool.maxFee}`, cap: `${plan.pool.cap}` },
          distributable: `${plan.pool.distributable}`,
        });
        expect({ paid_count, paid_total, skipped_count, failed_count }).toEqual({
          ...{ paid_count: plan.entries, paid_total: `${plan.total}`, skipped_count: 0, failed_count: 0 },
        });
        const planned = new Map(entries.map(({ address, weight }) => [address, weight]));
        const others = plan.rows.flatMap(({ address }) => (address !== null && !planned.has(address) ? [address] : []));
        const wrong = [...[...planned], ...others.map((address) => [address, 0n] as const)].filter(
          ([address, amount]) => host.balance(address) !== amount,
        );
        expect(wrong).toEqual([]);
        expect(host.balance(host.treasury)).toBe(plan.fee);
        expect(host.balance(host.owner)).toBe(plan.leftover);
        expect(host.balance(escrow)).toBe(0n);
        const isSumExact = entries.some(({ weight }) => weight < plan.pool.cap);
        if (isSumExact) expect(plan.total).toBe(plan.pool.distributable);
      }),
      { numRuns: 40 },
    );
  });
});
