import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Asset } from '../scenario/backend.js';
import { visible } from './amount.js';
import { assetKey } from './asset.js';
import { Ownership } from './ownership.js';
import { Pauses } from './pauses.js';
import { type Ledger } from './ledger.js';
import { demand, demandSender } from './refusal.js';
import { type Limits } from './terms.js';

/** Configuration as `instantiate` takes it and `config {}` answers it, without the owner. */
export interface FactoryConfig {
  operator: string;
  /** Base64 of 33 bytes. */
  ticket_signer: string;
  pauser: string;
  guardian: string;
  treasury: string;
  escrow_code_id: number;
  escrow_admin: string | null;
  max_fee_bps: number;
  limits: Limits;
  cw20_code_checksums: string[];
}

export interface ConfigUpdate extends Partial<Omit<FactoryConfig, 'escrow_admin'>> {
  escrow_admin?: { set: string } | { clear: Record<string, never> };
}

/** A funding attempt in the registry. */
export interface Registration {
  campaign_id: string;
  funding_attempt: number;
  escrow: string;
  owner: string;
  asset: Asset;
  created_at: string;
  code_id: number;
}

const DAY = 86_400;
/** Upper bounds of specification 2.2, and the minimum that each maximum bounds. */
const LIMIT_BOUNDS: readonly [most: keyof Limits, bound: number, least?: keyof Limits][] = [
  ['max_challenge_secs', 7 * DAY, 'min_challenge_secs'],
  ['max_commit_window_secs', 90 * DAY, 'min_commit_window_secs'],
  ['min_recommit_secs', 14 * DAY],
  ['max_claim_window_secs', 365 * DAY, 'min_claim_window_secs'],
  ['dispute_timeout_secs', 14 * DAY],
  ['max_pause_secs', 7 * DAY],
  ['max_commit_batch', 2000],
  ['max_distribute_batch', 1000],
];

/** The chain as the factory sees it. */
interface FactoryChain {
  readonly now: bigint;
  readonly ledger: Ledger;
  readonly escrows: ReadonlyMap<string, { readonly owner: string }>;
}

/** The factory as the specification describes it. */
export class FactoryModel {
  readonly pauses = new Pauses();
  readonly ownership: Ownership;
  /** Every attempt of every campaign, ascending by attempt. */
  readonly registry = new Map<string, Registration[]>();

  constructor(
    readonly address: string,
    readonly codeId: number,
    readonly config: FactoryConfig,
    owner: string,
    private readonly chain: () => FactoryChain,
  ) {
    this.ownership = new Ownership(owner);
  }

  /** @param isKnownCode whether the chain has a code with this id */
  updateConfig(sender: string, update: ConfigUpdate, isKnownCode: (codeId: number) => boolean): void {
    demandSender(sender === this.ownership.owner);
    const { escrow_admin, ...rest } = update;
    demand(Object.keys(update).length > 0, 'nothing_to_update');
    demand(rest.ticket_signer === undefined || isCompressedKey(rest.ticket_signer), 'invalid_config');
    demand(rest.escrow_code_id === undefined || isKnownCode(rest.escrow_code_id), 'unknown_code');
    demand(rest.max_fee_bps === undefined || rest.max_fee_bps <= 1000, 'invalid_config');
    demand(rest.limits === undefined || areWithinBounds(rest.limits), 'invalid_config');
    demand(rest.cw20_code_checksums === undefined || areChecksums(rest.cw20_code_checksums), 'invalid_config');
    Object.assign(this.config, rest);
    if (escrow_admin) this.config.escrow_admin = 'set' in escrow_admin ? escrow_admin.set : null;
    if (rest.pauser !== undefined) this.pauses.restartBudget();
  }

  pause(sender: string, until: bigint): void {
    const { guardian, pauser } = this.config;
    demandSender(sender === this.ownership.owner, sender === guardian, sender === pauser);
    const kind = sender === this.ownership.owner ? 'owner' : sender === guardian ? 'guardian' : 'pauser';
    this.pauses.pause(kind, this.chain().now, until, this.config.limits.max_pause_secs);
  }

  unpause(sender: string): void {
    const { now } = this.chain();
    if (!this.pauses.running(now)) return;
    demandSender(sender === this.ownership.owner, sender === this.config.guardian);
    this.pauses.lift(now);
  }

  rescueFunds(sender: string, assets: readonly Asset[], recipient: string): void {
    demandSender(sender === this.ownership.owner);
    const keys = assets.map(assetKey);
    demand(assets.length >= 1 && assets.length <= 10, 'too_many_assets');
    demand(new Set(keys).size === keys.length, 'duplicate_asset');
    const { ledger } = this.chain();
    for (const asset of assets) {
      const amount = visible(ledger.balance(asset, this.address));
      if (amount > 0n) ledger.tryMove(asset, this.address, recipient, amount);
    }
  }

  transferOwnership(sender: string, newOwner: string, expiry: bigint | undefined): void {
    demandSender(sender === this.ownership.owner);
    this.ownership.transfer(newOwner, expiry, this.chain().now);
  }

  acceptOwnership(sender: string): void {
    this.ownership.demandPending(sender);
    this.ownership.accept(this.chain().now);
  }

  cancelTransfer(sender: string): void {
    demandSender(sender === this.ownership.owner);
    this.ownership.cancel();
  }

  /** Takes the owner of the latest attempt from its escrow. */
  sync(campaignId: string): void {
    const latest = this.registry.get(campaignId)?.at(-1);
    demand(latest !== undefined, 'campaign_not_found');
    latest.owner = this.chain().escrows.get(latest.escrow)?.owner ?? latest.owner;
  }

  /** The latest attempts of all campaigns, ascending by id. */
  latest(): Registration[] {
    const all = [...this.registry.values()].flatMap((attempts) => attempts.slice(-1));
    return all.sort((left, right) => (left.campaign_id < right.campaign_id ? -1 : 1));
  }
}

function areWithinBounds(limits: Limits): boolean {
  const areBounded = LIMIT_BOUNDS.every(
    ([most, bound, least]) => limits[most] <= bound && (least === undefined || limits[least] <= limits[most]),
  );
  const { min_challenge_secs, min_claim_window_secs, max_commit_batch, max_distribute_batch } = limits;
  const arePositive = [min_challenge_secs, min_claim_window_secs, max_commit_batch, max_distribute_batch].every(
    Boolean,
  );
  return areBounded && arePositive;
}

function areChecksums(checksums: readonly string[]): boolean {
  const areHex = checksums.every((checksum) => /^[0-9a-f]{64}$/.test(checksum));
  return areHex && checksums.length <= 20 && new Set(checksums).size === checksums.length;
}

function isCompressedKey(base64: string): boolean {
  return secp256k1.utils.isValidPublicKey(Buffer.from(base64, 'base64'), true);
}
