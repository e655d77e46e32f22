import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { contractWasm } from '@questp/contract-build';
import { Chain, type Coin, type TxResult, type TxSuccess, type WasmdVersion } from '@questp/contract-host';
import { allocationText, signTicket } from '@questp/escrow-client';
import {
  type AllocationEntry,
  type AllocationsResponse,
  type Asset,
  type EscrowStatusResponse,
  type Limits,
  type Phase,
  type Ticket,
  validateEscrowStatus,
} from '@questp/message-schema';

export const SECOND = 1_000_000_000n;
export const HOUR = 3600n * SECOND;
export const DAY = 24n * HOUR;
export const DENOM = 'upool';

/** An address and its points. */
export type Points = readonly (readonly [address: string, points: bigint])[];

export const LIMITS: Limits = {
  min_challenge_secs: 3600,
  max_challenge_secs: 604_800,
  min_commit_window_secs: 432_000,
  max_commit_window_secs: 7_776_000,
  min_recommit_secs: 259_200,
  min_claim_window_secs: 2_592_000,
  max_claim_window_secs: 31_536_000,
  dispute_timeout_secs: 259_200,
  max_pause_secs: 86_400,
  max_commit_batch: 2000,
  max_distribute_batch: 1000,
};

const SIGNER = new Uint8Array(32).fill(1);
const [factoryWasm, escrowWasm] = [await contractWasm('factory'), await contractWasm('escrow')];

/** How a campaign differs from the ordinary one: 1,000,000 of the denomination, fee 5 %, no cap, payouts from 10. */
export interface Terms {
  readonly funding?: bigint;
  readonly ticket?: Partial<Ticket>;
  readonly limits?: Partial<Limits>;
  readonly escrowAdmin?: string;
  /** The chain's version of wasmd; default the one the test node is built of. */
  readonly wasmd?: WasmdVersion;
}

/** One factory with its roles on a chain of its own. */
export class World {
  readonly chain: Chain;
  readonly owner: string;
  readonly operator: string;
  readonly pauser: string;
  readonly guardian: string;
  readonly treasury: string;
  readonly admin: string;
  readonly stranger: string;
  readonly escrowCodeId: number;
  readonly factory: string;

  constructor(
    private readonly terms: Terms = {},
    tokenChecksums: readonly string[] = [],
  ) {
    this.chain = new Chain(terms.wasmd ? { wasmd: terms.wasmd } : {});
    const role = (name: string): string => this.chain.address(name);
    this.owner = role('owner');
    this.operator = role('operator');
    this.pauser = role('pauser');
    this.guardian = role('guardian');
    this.treasury = role('treasury');
    this.admin = role('admin');
    this.stranger = role('stranger');
    for (const name of ['owner', 'stranger', 'admin']) {
      this.chain.bank.mint(this.chain.address(name), DENOM, 10n ** 30n);
    }
    const { codeId } = this.chain.storeCode(factoryWasm);
    this.escrowCodeId = this.chain.storeCode(escrowWasm).codeId;
    const msg = {
      owner: this.admin,
      operator: this.operator,
      ticket_signer: Buffer.from(secp256k1.getPublicKey(SIGNER)).toString('base64'),
      pauser: this.pauser,
      guardian: this.guardian,
      treasury: this.treasury,
      escrow_code_id: this.escrowCodeId,
      escrow_admin: terms.escrowAdmin ?? null,
      max_fee_bps: 1000,
      limits: this.limits,
      cw20_code_checksums: tokenChecksums,
    };
    const result = this.chain.instantiate(this.admin, codeId, msg, { label: 'factory', admin: this.admin });
    if (!result.ok) throw new Error(result.error);
    this.factory = result.address;
  }

  get limits(): Limits {
    return { ...LIMITS, ...this.terms.limits };
  }

  /** Creates the campaign `spring`: it starts in 1 hour and ends in 2. */
  campaign(asset: Asset = { native: { denom: DENOM } }): Campaign {
    const ticket = this.ticket(asset);
    const amount = this.terms.funding ?? 1_000_000n;
    const msg = { create_campaign: signTicket(ticket, SIGNER) };
    const result =
      'native' in asset
        ? this.chain.execute(this.owner, this.factory, msg, [{ denom: asset.native.denom, amount: String(amount) }])
        : this.sendTokens(this.owner, asset.cw20.address, this.factory, amount, msg);
    if (!result.ok) throw new Error(result.error);
    const entry = this.chain.query<{ escrow: string }>(this.factory, { campaign: { campaign_id: ticket.campaign_id } });
    return new Campaign(this, entry.escrow, asset);
  }

  /** Sends tokens with a hook message. */
  sendTokens(sender: string, token: string, contract: string, amount: bigint, msg: object): TxResult {
    const hook = Buffer.from(JSON.stringify(msg)).toString('base64');
    return this.chain.execute(sender, token, { send: { contract, amount: String(amount), msg: hook } });
  }

  /** Pauses the factory as its owner, for `seconds` from now. */
  pauseAll(seconds: bigint): void {
    this.run(this.admin, this.factory, { pause: { until: String(this.chain.time + seconds * SECOND) } });
  }

  unpauseAll(): void {
    this.run(this.admin, this.factory, { unpause: {} });
  }

  /** A transaction that has to be accepted. */
  run(sender: string, contract: string, msg: object, funds: readonly Coin[] = []): TxSuccess {
    const result = this.chain.execute(sender, contract, msg, funds);
    if (!result.ok) throw new Error(`${JSON.stringify(msg).slice(0, 200)}: ${result.error}`);
    return result;
  }

  /** Addresses of earners, in the order a commit needs. */
  earners(count: number, length: 20 | 32 = 20): string[] {
    return Array.from({ length: count }, (_, index) => this.chain.address(`earner-${index}`, length)).sort();
  }

  private ticket(asset: Asset): Ticket {
    const now = this.chain.time;
    return {
      v: 2,
      chain_id: 'testing-1',
      factory: this.factory,
      campaign_id: 'spring',
      funding_attempt: 1,
      owner: this.owner,
      asset,
      min_funding: '1',
      starts_at: String(now + HOUR),
      ends_at: String(now + 2n * HOUR),
      fee_bps: 500,
      min_payout: '10',
      max_share_bps: 10_000,
      challenge_secs: 3600,
      commit_window_secs: 432_000,
      claim_window_secs: 2_592_000,
      escrow_code_id: this.escrowCodeId,
      escrow_admin: this.terms.escrowAdmin ?? null,
      expires_at: String(now + DAY),
      ...this.terms.ticket,
    };
  }
}

/** One campaign's escrow, and the steps stories are made of. */
export class Campaign {
  constructor(
    readonly world: World,
    readonly escrow: string,
    readonly asset: Asset,
  ) {}

  get chain(): Chain {
    return this.world.chain;
  }

  execute(sender: string, msg: object, funds: readonly Coin[] = []): TxResult {
    return this.chain.execute(sender, this.escrow, msg, funds);
  }

  /** A message that has to be accepted. */
  run(sender: string, msg: object, funds: readonly Coin[] = []): TxSuccess {
    return this.world.run(sender, this.escrow, msg, funds);
  }

  /** `ok`, or the code of the refusal. */
  outcome(sender: string, msg: object, funds: readonly Coin[] = []): string {
    return outcome(this.execute(sender, msg, funds));
  }

  status(): EscrowStatusResponse {
    const status = this.chain.query<EscrowStatusResponse>(this.escrow, { status: {} });
    if (!validateEscrowStatus(status)) throw new Error(`not a status: ${JSON.stringify(status)}`);
    return status;
  }

  get phase(): Phase {
    return this.status().phase;
  }

  balance(holder: string = this.escrow): bigint {
    if ('native' in this.asset) return this.chain.bank.balance(holder, this.asset.native.denom);
    const answer = this.chain.query<{ balance: string }>(this.asset.cw20.address, { balance: { address: holder } });
    return BigInt(answer.balance);
  }

  entry(address: string, version?: number): AllocationEntry {
    return this.chain.query<AllocationEntry>(this.escrow, { allocation: { address, version } });
  }

  page(query: object = {}): AllocationsResponse {
    return this.chain.query<AllocationsResponse>(this.escrow, { allocations: query });
  }

  /** To the end of the campaign. */
  end(): this {
    this.until(this.status().deadlines.ends_at);
    return this;
  }

  /** Lets time pass until a deadline of the status. */
  until(deadline: string | null | undefined): void {
    if (!deadline) throw new Error('the deadline is not set');
    this.chain.setTime(BigInt(deadline));
  }

  commit(points: Points): TxSuccess {
    return this.run(this.world.operator, this.commitMessage(points));
  }

  commitMessage(points: Points, version = this.status().version): object {
    const entries = points.map(([address, value]) => ({ address, points: String(value) }));
    return { commit_allocations: { version, entries } };
  }

  finalizeMessage(points: Points, changes: object = {}): object {
    const text = allocationText(points.map(([address, weight]) => ({ address, weight })));
    return {
      finalize_allocations: {
        version: this.status().version,
        expected_count: points.length,
        expected_total_points: String(points.reduce((sum, [, value]) => sum + value, 0n)),
        allocation_sha256: createHash('sha256').update(text).digest('hex'),
        allocation_uri: 'https://quests.example/allocation.json',
        ...changes,
      },
    };
  }

  /** Ends the campaign, commits and finalizes: the challenge window opens. */
  challenge(points: Points): this {
    this.end();
    this.commit(points);
    this.run(this.world.operator, this.finalizeMessage(points));
    return this;
  }

  /** The same, and the challenge window passes: payouts may start. */
  distributing(points: Points): this {
    this.challenge(points);
    this.until(this.status().finalized?.challenge_ends_at);
    return this;
  }

  distribute(limit?: number): TxSuccess {
    return this.run(this.world.stranger, { distribute: limit === undefined ? {} : { limit } });
  }

  /** Distributes until nothing is left, which completes the campaign. */
  complete(): this {
    while (this.phase !== 'completed') this.distribute();
    return this;
  }

  /** To the end of claims and retries. */
  claimsOver(): this {
    this.until(this.status().deadlines.claim_deadline);
    return this;
  }

  /** Pauses this escrow as the guardian, for `seconds` from now. */
  pause(seconds: bigint, sender: string = this.world.guardian): void {
    this.run(sender, { pause: { until: String(this.chain.time + seconds * SECOND) } });
  }
}

/** A campaign on a chain of its own. */
export const newCampaign = (terms: Terms = {}): Campaign => new World(terms).campaign();

/** `ok`, or the contract's error code. */
export function outcome(result: TxResult): string {
  return result.ok ? 'ok' : (/^[a-z_0-9]+(?=:)/.exec(result.error)?.[0] ?? result.error);
}

export const coins = (amount: bigint, denom = DENOM): Coin[] => [{ denom, amount: String(amount) }];

/** Attributes of the contract's `wasm` events, one record per event, without its address. */
export function events(result: TxResult, contract: string, type = 'wasm'): Record<string, string>[] {
  if (!result.ok) throw new Error(result.error);
  return result.events
    .filter((event) => event.type === type)
    .filter(({ attributes }) => attributes.some(({ key, value }) => key === '_contract_address' && value === contract))
    .map(({ attributes }) =>
      Object.fromEntries(
        attributes.filter(({ key }) => key !== '_contract_address').map(({ key, value }) => [key, value]),
      ),
    );
}
