import assert from 'node:assert/strict';
import { type Chain } from '@questp/contract-host';
import { predictEscrowAddress } from '@questp/escrow-client';
import { assetKey } from '../model/asset.js';
import { type ModelChain } from '../model/chain.js';
import { allocationsOf, configOf as escrowConfigOf, statusOf } from '../model/escrow-answers.js';
import { type EscrowModel } from '../model/escrow.js';
import { attemptsOf, campaignsOf, configOf, pauseStateOf, totalsOf } from '../model/factory-answers.js';
import { type FactoryConfig } from '../model/factory.js';
import { EscrowInvariants } from '../model/invariants.js';
import { Refusal } from '../model/refusal.js';
import { type TicketTerms } from '../model/terms.js';
import { type Asset } from '../scenario/backend.js';
import { type Actors } from './actors.js';
import { type Call } from './call.js';
import { type Coverage } from './coverage.js';
import { refusalCode } from './refusal-code.js';

/** Parts of a run that stay the same. */
export interface Setting {
  actors: Actors;
  chain: Chain;
  /** Base64 public key of the ticket signer. */
  ticketSigner: string;
  escrowCodeId: number;
  escrowChecksum: string;
  /** A second code the factory can be pointed at: the same contract stored again. */
  otherCodeId: number;
  /** CW20 tokens and the checksum of their code. */
  tokens: readonly string[];
  tokenChecksum: string;
  tokenAdmin: string;
  /** Every asset that anybody holds. */
  assets: readonly Asset[];
}

/** The contracts on the host together with the model: every call goes to both, and they must agree. */
export class System {
  /** What was done, for the report of a failing run. */
  readonly log: string[] = [];
  private readonly invariants = new Map<EscrowModel, EscrowInvariants>();

  constructor(
    readonly setting: Setting,
    readonly model: ModelChain,
    readonly coverage: Coverage,
  ) {}

  get chain(): Chain {
    return this.setting.chain;
  }

  get actors(): Actors {
    return this.setting.actors;
  }

  get escrows(): EscrowModel[] {
    return [...this.model.escrows.values()];
  }

  /** Where the factory will create the escrow of a ticket. */
  readonly addressOf = (config: FactoryConfig, { campaignId, attempt }: TicketTerms): string =>
    predictEscrowAddress({
      factory: this.model.factory.address,
      checksum: this.chain.codeInfo(config.escrow_code_id)?.checksum ?? '',
      campaignId,
      fundingAttempt: attempt,
    });

  /** Makes the call on both sides; fails unless both accept it, or both refuse it with the same code. */
  call(call: Call): void {
    const { sender, contract, message, funds = [] } = call;
    this.log.push(`${call.name} by ${this.nameOf(sender)}: ${JSON.stringify(message)} ${JSON.stringify(funds)}`);
    const result = this.chain.execute(sender, contract, message, funds);
    const actual = result.ok ? 'accepted' : refusalCode(result);
    const expected = outcomeOf(call);
    this.log.push(`  -> ${actual}`);
    assert.equal(actual, expected, `${call.name}${result.ok ? '' : `: ${result.error}`}`);
    this.coverage.countStep(call.name, expected);
    this.checkInvariants();
  }

  /** Moves block time forward on both sides. */
  waitUntil(time: bigint): void {
    if (time <= this.model.now) return;
    this.log.push(`wait ${time - this.model.now} ns until ${time}`);
    this.chain.setTime(time);
    this.model.now = time;
    this.checkInvariants();
  }

  compareStatus(escrow: EscrowModel): void {
    const { coverage } = this;
    if (escrow.stage === 'completed') {
      coverage.largestAllocation = Math.max(coverage.largestAllocation, escrow.entries.length);
    }
    this.compare(escrow.address, { status: {} }, statusOf(escrow));
  }

  /** Everything the contracts can be asked, and every balance. */
  compareEverything(): void {
    const { factory, now } = this.model;
    this.compare(factory.address, { config: {} }, configOf(factory, now));
    this.compare(factory.address, { pause_state: {} }, pauseStateOf(factory, now));
    this.compare(factory.address, { ownership: {} }, factory.ownership.response());
    this.compare(factory.address, { campaigns: { limit: 100 } }, campaignsOf(factory, '', 100));
    for (const at of pauseInstants(this.model)) {
      this.compare(factory.address, { pause_totals: { at: `${at}` } }, totalsOf(factory, at));
    }
    for (const owner of this.actors.owners) {
      const message = { campaigns_by_owner: { owner, limit: 100 } };
      this.compare(factory.address, message, campaignsOf(factory, '', 100, owner));
    }
    for (const campaignId of factory.registry.keys()) {
      const message = { campaign_attempts: { campaign_id: campaignId } };
      this.compare(factory.address, message, attemptsOf(factory, campaignId));
    }
    for (const escrow of this.escrows) this.compareEscrow(escrow);
    this.compareBalances();
  }

  compareEscrow(escrow: EscrowModel): void {
    this.compareStatus(escrow);
    this.compare(escrow.address, { config: {} }, escrowConfigOf(escrow));
    this.compare(escrow.address, { ownership: {} }, escrow.ownership.response());
    for (const [version, entries] of escrow.allocations) {
      for (let first = 0; first <= entries.length; first += 100) {
        const start_after = entries[first - 1]?.address;
        const message = { allocations: { start_after, limit: 100, version } };
        this.compare(escrow.address, message, allocationsOf(escrow, start_after, 100, version));
      }
    }
  }

  compareBalances(): void {
    const assets = new Map(this.setting.assets.map((asset) => [assetKey(asset), asset]));
    for (const [key, holder, amount] of this.model.ledger.entries()) {
      const asset = assets.get(key);
      assert.ok(asset, `unknown asset ${key}`);
      assert.equal(this.balance(asset, holder), amount, `balance of ${this.nameOf(holder)} in ${key}`);
    }
  }

  /** The answer to a query must be `expected`. */
  compare(contract: string, message: object, expected: object): void {
    assert.deepEqual(this.chain.query(contract, message), expected, `${JSON.stringify(message)} of ${contract}`);
    this.coverage.queries += 1;
  }

  /** As `compare`, for queries that the model may refuse. */
  compareAnswer(contract: string, message: object, expected: () => object): void {
    try {
      this.compare(contract, message, expected());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      assert.throws(() => this.chain.query(contract, message), new RegExp(`${error.code}: `));
    }
  }

  balance(asset: Asset, holder: string): bigint {
    if ('native' in asset) return this.chain.bank.balance(holder, asset.native.denom);
    const { balance } = this.chain.query<{ balance: string }>(asset.cw20.address, { balance: { address: holder } });
    return BigInt(balance);
  }

  private checkInvariants(): void {
    for (const escrow of this.escrows) {
      const invariants =
        this.invariants.get(escrow) ?? new EscrowInvariants((change) => this.coverage.countChange(change));
      this.invariants.set(escrow, invariants);
      invariants.check(escrow);
    }
  }

  nameOf(address: string): string {
    const { roles, owners, earners, crowd } = this.actors;
    for (const [kind, addresses] of Object.entries({ role: roles, owner: owners, earner: earners, crowd })) {
      if (addresses.includes(address)) return `${kind}-${addresses.indexOf(address)}`;
    }
    return address;
  }
}

/** `accepted`, or the code of the model's refusal. */
function outcomeOf(call: Call): string {
  try {
    call.predict();
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Instants at which the totals of global pauses change how they grow, and one between. */
function pauseInstants({ factory, now }: ModelChain): bigint[] {
  const last = factory.pauses.all.slice(-3);
  return [0n, now, ...last.flatMap(({ start, end }) => [start, (start + end) / 2n, end])];
}
