import { type Asset } from '../scenario/backend.js';
import { visible } from './amount.js';
import { type FactoryModel } from './factory.js';
import { type Ledger } from './ledger.js';
import { Ownership } from './ownership.js';
import { pausedBetween, Pauses } from './pauses.js';
import { type Limits, type TicketTerms } from './terms.js';

export const SECOND = 1_000_000_000n;

export type Phase =
  | 'upcoming'
  | 'active'
  | 'ended'
  | 'committing'
  | 'challenge'
  | 'disputed'
  | 'distributing'
  | 'completed'
  | 'cancelled'
  | 'expired';

export interface Entry {
  readonly address: string;
  readonly points: bigint;
  state: 'pending' | 'paid' | 'failed' | 'skipped';
}

/** Taken at finalize. `endsAt` is on the escrow clock, `at` is block time; nanoseconds. */
export interface Snapshot {
  readonly at: bigint;
  readonly endsAt: bigint;
  readonly gross: bigint;
  readonly maxFee: bigint;
  readonly distributable: bigint;
  readonly cap: bigint;
  readonly treasury: string;
  readonly sha256: string;
  readonly uri: string;
}

/** `expiresAt` and `keptAt` are on the escrow clock, the others block time. */
export interface Dispute {
  readonly raisedAt: bigint;
  readonly reason: string;
  readonly expiresAt: bigint;
  resolvedAt?: bigint;
  keptAt?: bigint;
}

/** The chain as an escrow sees it. */
interface EscrowChain {
  readonly now: bigint;
  readonly ledger: Ledger;
  readonly factory: FactoryModel;
}

/** One escrow as the specification describes it. Times are nanoseconds, amounts smallest units. */
export class EscrowModel {
  stage: 'open' | 'finalized' | 'completed' | 'cancelled' | 'reclaimed' = 'open';
  readonly ownership: Ownership;
  readonly pauses = new Pauses();
  fundedTotal: bigint;
  version = 1;
  /** Entries of every version, those of discarded ones too. */
  readonly allocations = new Map<number, Entry[]>([[1, []]]);
  /** On the escrow clock. */
  commitDeadline: bigint;
  rejections = 0;
  snapshot: Snapshot | undefined;
  dispute: Dispute | undefined;
  /** Entries of the current version that distribute has examined. */
  cursor = 0;
  /** Due at completion. */
  feeDue = 0n;
  feePaid = 0n;
  refundedTotal = 0n;
  completedAt: bigint | undefined;
  /** The instant of completion on the escrow clock. */
  completedClock: bigint | undefined;
  cancelledAt: bigint | undefined;
  /** True once the reserve of failed payouts was returned to the owner. */
  isReserveSwept = false;

  constructor(
    readonly chain: EscrowChain,
    readonly address: string,
    readonly admin: string | null,
    readonly terms: TicketTerms,
    readonly limits: Limits,
    readonly createdAt: bigint,
    funding: bigint,
  ) {
    this.ownership = new Ownership(terms.owner);
    this.fundedTotal = funding;
    this.commitDeadline = terms.endsAt + BigInt(terms.commitWindowSecs) * SECOND;
  }

  get asset(): Asset {
    return this.terms.asset;
  }

  get owner(): string {
    return this.ownership.owner;
  }

  get balance(): bigint {
    return this.chain.ledger.balance(this.asset, this.address);
  }

  /** The part of the balance that one message can send. */
  get spendable(): bigint {
    return visible(this.balance);
  }

  get entries(): Entry[] {
    return this.allocations.get(this.version) ?? [];
  }

  get totalPoints(): bigint {
    return this.entries.reduce((sum, { points }) => sum + points, 0n);
  }

  /** Time since creation in which a pause, of this escrow or of the factory, held. */
  get frozen(): bigint {
    return pausedBetween([this.chain.factory.pauses, this.pauses], this.createdAt, this.chain.now);
  }

  /** The escrow clock. */
  get clock(): bigint {
    return this.chain.now - this.frozen;
  }

  /** End of the running pauses, undefined when none runs. */
  get pausedUntil(): bigint | undefined {
    const ends = [this.chain.factory.pauses, this.pauses].flatMap(
      (pauses) => pauses.running(this.chain.now)?.end ?? [],
    );
    return ends.length === 0 ? undefined : ends.reduce((latest, end) => (end > latest ? end : latest));
  }

  /** The instant payouts start, or would start if nothing more happened; on the escrow clock. */
  get payoutsStart(): bigint | undefined {
    return this.dispute ? (this.dispute.keptAt ?? this.dispute.expiresAt) : this.snapshot?.endsAt;
  }

  /** On the escrow clock; what failed late is kept for the shortest claim window after completion. */
  get claimDeadline(): bigint | undefined {
    const start = this.payoutsStart;
    if (start === undefined) return undefined;
    const end = start + BigInt(this.terms.claimWindowSecs) * SECOND;
    const least = (this.completedClock ?? 0n) + BigInt(this.limits.min_claim_window_secs) * SECOND;
    return this.completedClock !== undefined && least > end ? least : end;
  }

  get claimsAreOver(): boolean {
    return this.stage === 'completed' && this.claimDeadline !== undefined && this.clock >= this.claimDeadline;
  }

  get phase(): Phase {
    const { clock } = this;
    switch (this.stage) {
      case 'completed':
      case 'cancelled':
        return this.stage;
      case 'reclaimed':
        return 'expired';
      case 'finalized':
        if (this.payoutsStart === undefined || clock >= this.payoutsStart) return 'distributing';
        return this.dispute ? 'disputed' : 'challenge';
      case 'open':
        if (clock < this.terms.startsAt) return 'upcoming';
        if (clock < this.terms.endsAt) return 'active';
        if (clock >= this.commitDeadline) return 'expired';
        return this.entries.length > 0 ? 'committing' : 'ended';
    }
  }

  /** Planned amount of an entry once the allocation is finalized. */
  planned(points: bigint): bigint {
    if (!this.snapshot) return 0n;
    const share = (points * this.snapshot.distributable) / this.totalPoints;
    return share < this.snapshot.cap ? share : this.snapshot.cap;
  }

  isPayable(amount: bigint): boolean {
    return amount > 0n && amount >= this.terms.minPayout;
  }

  inState(state: Entry['state']): { count: number; total: bigint } {
    const entries = this.entries.filter((entry) => entry.state === state);
    return { count: entries.length, total: entries.reduce((sum, { points }) => sum + this.planned(points), 0n) };
  }

  /** Addresses that cannot be committed. */
  isPrivileged(address: string): boolean {
    const { operator, pauser, guardian, treasury } = this.chain.factory.config;
    const pool = 'cw20' in this.asset ? this.asset.cw20.address : undefined;
    const privileged = [this.owner, operator, pauser, guardian, treasury, this.admin, this.chain.factory.address];
    return [...privileged, this.address, pool].includes(address);
  }
}
