import assert from 'node:assert/strict';
import { allocationSha256, type AllocationWeight, sortAllocation } from '@questp/escrow-client';
import { type EscrowStatusResponse } from '@questp/message-schema';
import { type Asset, type CallResult, type Coin } from './backend.js';
import { type CampaignOptions, signedTicket } from './signed-ticket.js';
import { type World } from './world.js';

/** Address and points of earners, in any order. */
export type Points = readonly (readonly [address: string, points: bigint])[];

/** One campaign's escrow and the calls stories make to it. */
export class Campaign {
  constructor(
    private readonly world: World,
    readonly id: string,
    readonly attempt: number,
    readonly escrow: string,
    readonly owner: string,
    readonly asset: Asset,
  ) {}

  status(): Promise<EscrowStatusResponse> {
    return this.world.backend.query<EscrowStatusResponse>(this.escrow, { status: {} });
  }

  execute(sender: string, message: object, funds: Coin[] = []): Promise<CallResult & { ok: true }> {
    return this.world.execute(sender, this.escrow, message, funds);
  }

  refused(code: string, sender: string, message: object, funds: Coin[] = []): Promise<void> {
    return this.world.refused(code, sender, this.escrow, message, funds);
  }

  async expectPhase(phase: EscrowStatusResponse['phase']): Promise<EscrowStatusResponse> {
    const status = await this.status();
    assert.equal(status.phase, phase);
    return status;
  }

  /** Adds `amount` of the pool's asset as `sender`, with the message or the token hook. */
  async topUp(sender: string, amount: bigint): Promise<void> {
    await pay(this.world, sender, this.escrow, { top_up: {} }, this.asset, amount);
  }

  balanceOf(address: string): Promise<bigint> {
    return this.world.backend.balance(this.asset, address);
  }

  /** Waits for the start of the campaign; asserts the phase. */
  async untilActive(): Promise<void> {
    await this.waitUntil((status) => status.deadlines.starts_at);
    await this.expectPhase('active');
  }

  /** Waits for the end of the campaign; asserts the phase. */
  async untilEnded(): Promise<void> {
    await this.waitUntil((status) => status.deadlines.ends_at);
    await this.expectPhase('ended');
  }

  /** Waits for the end of the challenge window; asserts the phase. */
  async untilDistributing(): Promise<void> {
    await this.waitUntil((status) => status.finalized?.challenge_ends_at);
    await this.expectPhase('distributing');
  }

  /** Waits for the end of the claim window. */
  untilClaimsEnd(): Promise<void> {
    return this.waitUntil((status) => status.deadlines.claim_deadline);
  }

  /** Waits for a deadline of the status. */
  async waitUntil(deadline: (status: EscrowStatusResponse) => string | null | undefined): Promise<void> {
    const time = deadline(await this.status());
    assert.ok(time, 'the deadline is not set yet');
    await this.world.backend.waitUntil(BigInt(time));
  }

  /** Commits all points in one batch, as the operator. */
  async commit(points: Points): Promise<void> {
    const { version } = await this.status();
    const entries = sortAllocation(weights(points)).map(({ address, weight }) => ({ address, points: `${weight}` }));
    await this.execute(this.world.roles.operator, { commit_allocations: { version, entries } });
  }

  /** Finalizes what was committed with `commit(points)`, as the operator. */
  async finalize(points: Points): Promise<void> {
    const { version } = await this.status();
    const message = {
      version,
      expected_count: points.length,
      expected_total_points: `${points.reduce((sum, [, value]) => sum + value, 0n)}`,
      allocation_sha256: allocationSha256(weights(points)),
      allocation_uri: `https://quests.example/v1/discover/campaigns/${this.id}/allocation.json`,
    };
    await this.execute(this.world.roles.operator, { finalize_allocations: message });
  }

  /** Distributes until the escrow has completed; `limit` entries a call. */
  async distributeAll(limit: number): Promise<void> {
    while ((await this.status()).phase !== 'completed') {
      await this.execute(this.world.roles.operator, { distribute: { limit } });
    }
  }

  /** Asserts that the escrow holds nothing of the pool's asset. */
  expectEmpty(): Promise<void> {
    return this.world.expectBalance(this.asset, this.escrow, 0n);
  }
}

/**
 * Signs a ticket and creates a campaign and its escrow. It starts at once and lasts 3 seconds, with a fee of 5 %, a
 * pool of 1,000,000, payouts from 1 unit and no cap. The escrow's address is taken from the factory's registry.
 */
export async function createCampaign(world: World, options: CampaignOptions = {}): Promise<Campaign> {
  const { ticket, id, attempt, owner, asset } = await signedTicket(world, options);
  await pay(world, owner, world.factory, { create_campaign: ticket }, asset, options.amount ?? 1_000_000n);
  const entry = await world.backend.query<{ escrow: string }>(world.factory, { campaign: { campaign_id: id } });
  world.campaignCount += 1;
  return new Campaign(world, id, attempt, entry.escrow, owner, asset);
}

/** Sends a message that takes the pool's asset: with a coin, or through the token's `send`. */
function pay(
  world: World,
  sender: string,
  contract: string,
  message: object,
  asset: Asset,
  amount: bigint,
): Promise<CallResult> {
  if ('native' in asset) {
    return world.execute(sender, contract, message, [{ denom: asset.native.denom, amount: `${amount}` }]);
  }
  const hook = Buffer.from(JSON.stringify(message)).toString('base64');
  return world.execute(sender, asset.cw20.address, { send: { contract, amount: `${amount}`, msg: hook } });
}

const weights = (points: Points): AllocationWeight[] => points.map(([address, weight]) => ({ address, weight }));
