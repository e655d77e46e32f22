// Made from the files in schema/ by the write target; do not edit.
import {
  Bytes,
  JsonReader,
  JsonWriter,
  List,
  U128,
  endVariant,
  make,
  nextMember,
  present,
  readEmptyObject,
  readName,
  requireMembers,
} from '@questp/std/assembly';
import { AssetMsg, Limits, Receive, Pause, TransferOwnership } from './common';
import { isComplete, readText } from '../decoding';

/** Campaign parameters taken from the ticket (spec section 2.1). */
@unmanaged
export class Parameters {
  /** Start of the campaign on the escrow clock. */
  startsAt: u64;
  /** End of the campaign on the escrow clock. */
  endsAt: u64;
  /** Fee in basis points of the gross balance; at most max_fee_bps of the factory. */
  feeBps: u32;
  /** Smallest amount that is paid, in the smallest unit of the asset; smaller ones are skipped. */
  minPayout: U128;
  /** Most one entry can receive, basis points of the distributable amount; 1 to 10000. */
  maxShareBps: u32;
  /** Length of the challenge window, seconds. */
  challengeSecs: u32;
  /** Time to commit and finalize after ends_at, seconds. */
  commitWindowSecs: u32;
  /** Time for claims and retries after payouts begin, seconds. */
  claimWindowSecs: u32;

  static decode(r: JsonReader): Parameters {
    // starts_at,ends_at,fee_bps,min_payout,max_share_bps,challenge_secs,commit_window_secs,claim_window_secs
    const names = Bytes.of(
      memory.data<u8>([
        115, 116, 97, 114, 116, 115, 95, 97, 116, 44, 101, 110, 100, 115, 95, 97, 116, 44, 102, 101, 101, 95, 98, 112,
        115, 44, 109, 105, 110, 95, 112, 97, 121, 111, 117, 116, 44, 109, 97, 120, 95, 115, 104, 97, 114, 101, 95, 98,
        112, 115, 44, 99, 104, 97, 108, 108, 101, 110, 103, 101, 95, 115, 101, 99, 115, 44, 99, 111, 109, 109, 105, 116,
        95, 119, 105, 110, 100, 111, 119, 95, 115, 101, 99, 115, 44, 99, 108, 97, 105, 109, 95, 119, 105, 110, 100, 111,
        119, 95, 115, 101, 99, 115,
      ]),
      102,
    );
    const value = make<Parameters>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.startsAt = r.uint64String();
          break;
        }
        case 1: {
          value.endsAt = r.uint64String();
          break;
        }
        case 2: {
          value.feeBps = <u32>r.u64(u16.MAX_VALUE);
          break;
        }
        case 3: {
          value.minPayout = r.uint128();
          break;
        }
        case 4: {
          value.maxShareBps = <u32>r.u64(u16.MAX_VALUE);
          break;
        }
        case 5: {
          value.challengeSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 6: {
          value.commitWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 7: {
          value.claimWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0xff);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('starts_at').uint64String(this.startsAt);
    w.field('ends_at').uint64String(this.endsAt);
    w.field('fee_bps').u64(this.feeBps);
    w.field('min_payout').uint128(this.minPayout);
    w.field('max_share_bps').u64(this.maxShareBps);
    w.field('challenge_secs').u64(this.challengeSecs);
    w.field('commit_window_secs').u64(this.commitWindowSecs);
    w.field('claim_window_secs').u64(this.claimWindowSecs);
    w.endObject();
  }
}

/** Creation by the factory (spec section 4.3). */
@unmanaged
export class EscrowInstantiateMsg {
  /** Campaign id. */
  campaignId: Bytes;
  /** Funding attempt, from 1. */
  fundingAttempt: u32;
  /** Owner of the campaign. */
  owner: Bytes;
  /** Asset of the pool. */
  asset: AssetMsg;
  /** Parameters of the ticket. */
  parameters: Parameters;
  /** Copy of the factory's limits. */
  limits: Limits;
  /** For a CW20 pool: the amount the factory transfers, in the smallest unit of the token; absent for a native pool, which is funded by the attached coin. */
  cw20Funding: U128 | null;
  hasCodeId: bool;
  /** Code id the factory creates the escrow with; absent in the message of an earlier factory. */
  codeId: u64;

  static decode(r: JsonReader): EscrowInstantiateMsg {
    // campaign_id,funding_attempt,owner,asset,parameters,limits,cw20_funding,code_id
    const names = Bytes.of(
      memory.data<u8>([
        99, 97, 109, 112, 97, 105, 103, 110, 95, 105, 100, 44, 102, 117, 110, 100, 105, 110, 103, 95, 97, 116, 116, 101,
        109, 112, 116, 44, 111, 119, 110, 101, 114, 44, 97, 115, 115, 101, 116, 44, 112, 97, 114, 97, 109, 101, 116,
        101, 114, 115, 44, 108, 105, 109, 105, 116, 115, 44, 99, 119, 50, 48, 95, 102, 117, 110, 100, 105, 110, 103, 44,
        99, 111, 100, 101, 95, 105, 100,
      ]),
      78,
    );
    const value = make<EscrowInstantiateMsg>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.campaignId = r.string();
          break;
        }
        case 1: {
          value.fundingAttempt = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 2: {
          value.owner = readText(r, 1, 256);
          break;
        }
        case 3: {
          value.asset = AssetMsg.decode(r);
          break;
        }
        case 4: {
          value.parameters = Parameters.decode(r);
          break;
        }
        case 5: {
          value.limits = Limits.decode(r);
          break;
        }
        case 6: {
          if (!r.isNull()) {
            value.cw20Funding = r.uint128();
          }
          break;
        }
        case 7: {
          if (!r.isNull()) {
            value.hasCodeId = true;
            value.codeId = r.u64();
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x3f);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('campaign_id').string(this.campaignId);
    w.field('funding_attempt').u64(this.fundingAttempt);
    w.field('owner').string(this.owner);
    w.field('asset');
    this.asset.encode(w);
    w.field('parameters');
    this.parameters.encode(w);
    w.field('limits');
    this.limits.encode(w);
    const cw20Funding = this.cw20Funding;
    if (cw20Funding) {
      w.field('cw20_funding').uint128(cw20Funding);
    }
    if (this.hasCodeId) {
      w.field('code_id').u64(this.codeId);
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): EscrowInstantiateMsg | null {
    const r = JsonReader.of(input);
    const value = EscrowInstantiateMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** An entry to commit. */
@unmanaged
export class AllocationInput {
  /** Recipient, lower case; not a privileged address (spec section 4.3). */
  address: Bytes;
  /** Weight of the entry, greater than 0. */
  points: U128;

  static decode(r: JsonReader): AllocationInput {
    // address,points
    const names = Bytes.of(memory.data<u8>([97, 100, 100, 114, 101, 115, 115, 44, 112, 111, 105, 110, 116, 115]), 14);
    const value = make<AllocationInput>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.address = readText(r, 1, 256);
          break;
        }
        case 1: {
          value.points = r.uint128();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x3);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('address').string(this.address);
    w.field('points').uint128(this.points);
    w.endObject();
  }
}

/** Adds entries to the allocation. Operator, in ended and committing. No funds. */
@unmanaged
export class CommitAllocations {
  /** Current version of the allocation, which must match. */
  version: u32;
  /** 1 to max_commit_batch entries; addresses strictly increasing bytewise, also across batches. */
  entries: List<AllocationInput>;

  static decode(r: JsonReader): CommitAllocations {
    // version,entries
    const names = Bytes.of(
      memory.data<u8>([118, 101, 114, 115, 105, 111, 110, 44, 101, 110, 116, 114, 105, 101, 115]),
      15,
    );
    const value = make<CommitAllocations>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.version = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 1: {
          const items = List.create<AllocationInput>(8);
          r.beginArray();
          while (r.nextElement()) items.push(AllocationInput.decode(r));
          value.entries = items;
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x3);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('version').u64(this.version);
    w.field('entries').beginArray();
    for (let i: u32 = 0; i < this.entries.length; i++) this.entries.at(i).encode(w);
    w.endArray();
    w.endObject();
  }
}

/** Discards the entries committed so far and starts the next version. Operator, in ended and committing. No funds. */
@unmanaged
export class ResetAllocations {
  /** Current version of the allocation, which must match. */
  version: u32;

  static decode(r: JsonReader): ResetAllocations {
    // version
    const names = Bytes.of(memory.data<u8>([118, 101, 114, 115, 105, 111, 110]), 7);
    const value = make<ResetAllocations>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.version = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('version').u64(this.version);
    w.endObject();
  }
}

/** Takes the snapshot and opens the challenge window. Operator, in ended and committing. No funds. */
@unmanaged
export class FinalizeAllocations {
  /** Current version of the allocation, which must match. */
  version: u32;
  /** Number of entries, which must match. */
  expectedCount: u32;
  /** Sum of all points, which must match. */
  expectedTotalPoints: U128;
  /** SHA-256 of the canonical allocation text, 64 lower case hex characters (spec section 2.5); stored, not checked. */
  allocationSha256: Bytes;
  /** Where the allocation file is served, 1 to 512 Unicode characters. */
  allocationUri: Bytes;

  static decode(r: JsonReader): FinalizeAllocations {
    // version,expected_count,expected_total_points,allocation_sha256,allocation_uri
    const names = Bytes.of(
      memory.data<u8>([
        118, 101, 114, 115, 105, 111, 110, 44, 101, 120, 112, 101, 99, 116, 101, 100, 95, 99, 111, 117, 110, 116, 44,
        101, 120, 112, 101, 99, 116, 101, 100, 95, 116, 111, 116, 97, 108, 95, 112, 111, 105, 110, 116, 115, 44, 97,
        108, 108, 111, 99, 97, 116, 105, 111, 110, 95, 115, 104, 97, 50, 53, 54, 44, 97, 108, 108, 111, 99, 97, 116,
        105, 111, 110, 95, 117, 114, 105,
      ]),
      77,
    );
    const value = make<FinalizeAllocations>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.version = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 1: {
          value.expectedCount = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 2: {
          value.expectedTotalPoints = r.uint128();
          break;
        }
        case 3: {
          value.allocationSha256 = r.string();
          break;
        }
        case 4: {
          value.allocationUri = r.string();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1f);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('version').u64(this.version);
    w.field('expected_count').u64(this.expectedCount);
    w.field('expected_total_points').uint128(this.expectedTotalPoints);
    w.field('allocation_sha256').string(this.allocationSha256);
    w.field('allocation_uri').string(this.allocationUri);
    w.endObject();
  }
}

/** Disputes the allocation, once per version. Owner, in challenge. No funds. */
@unmanaged
export class Dispute {
  /** The owner's reason, 1 to 280 Unicode characters. */
  reason: Bytes;

  static decode(r: JsonReader): Dispute {
    // reason
    const names = Bytes.of(memory.data<u8>([114, 101, 97, 115, 111, 110]), 6);
    const value = make<Dispute>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.reason = r.string();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('reason').string(this.reason);
    w.endObject();
  }
}

/** Discards the allocation and starts the next version. Guardian, in challenge and disputed. No funds. */
@unmanaged
export class RejectAllocations {
  /** The guardian's reason, 1 to 280 Unicode characters. */
  reason: Bytes;

  static decode(r: JsonReader): RejectAllocations {
    // reason
    const names = Bytes.of(memory.data<u8>([114, 101, 97, 115, 111, 110]), 6);
    const value = make<RejectAllocations>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.reason = r.string();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('reason').string(this.reason);
    w.endObject();
  }
}

/** The guardian's decision: keep_allocation starts payouts, reject_allocation discards the allocation. */
export const enum DisputeDecision {
  KeepAllocation,
  RejectAllocation,
}

export function disputeDecisionName(value: DisputeDecision): string {
  switch (value) {
    case DisputeDecision.KeepAllocation:
      return 'keep_allocation';
    default:
      return 'reject_allocation';
  }
}

export function decodeDisputeDecision(r: JsonReader): DisputeDecision {
  // keep_allocation,reject_allocation
  const names = Bytes.of(
    memory.data<u8>([
      107, 101, 101, 112, 95, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110, 44, 114, 101, 106, 101, 99, 116, 95, 97,
      108, 108, 111, 99, 97, 116, 105, 111, 110,
    ]),
    33,
  );
  return readName(r, names);
}

/** Decides a dispute. Guardian, in disputed. No funds. */
@unmanaged
export class ResolveDispute {
  /** Decision. */
  decision: DisputeDecision;

  static decode(r: JsonReader): ResolveDispute {
    // decision
    const names = Bytes.of(memory.data<u8>([100, 101, 99, 105, 115, 105, 111, 110]), 8);
    const value = make<ResolveDispute>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.decision = decodeDisputeDecision(r);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('decision').ascii(disputeDecisionName(this.decision));
    w.endObject();
  }
}

/** Pays the next entries; the call that finds none left completes the campaign. Anyone, in distributing. No funds. */
@unmanaged
export class Distribute {
  hasLimit: bool;
  /** Most entries to examine, 1 to max_distribute_batch; absent: max_distribute_batch. */
  limit: u32;

  static decode(r: JsonReader): Distribute {
    // limit
    const names = Bytes.of(memory.data<u8>([108, 105, 109, 105, 116]), 5);
    const value = make<Distribute>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          if (!r.isNull()) {
            value.hasLimit = true;
            value.limit = <u32>r.u64(u32.MAX_VALUE);
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x0);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    if (this.hasLimit) {
      w.field('limit').u64(this.limit);
    }
    w.endObject();
  }
}

/** Sends failed payouts again. Anyone, in distributing and completed before the claim deadline. No funds. */
@unmanaged
export class RetryFailed {
  /** 1 to 100 recipients; those whose payout has not failed are skipped. */
  addresses: List<Bytes>;

  static decode(r: JsonReader): RetryFailed {
    // addresses
    const names = Bytes.of(memory.data<u8>([97, 100, 100, 114, 101, 115, 115, 101, 115]), 9);
    const value = make<RetryFailed>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          const items = List.create<Bytes>(8);
          r.beginArray();
          while (r.nextElement()) items.push(readText(r, 1, 256));
          value.addresses = items;
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('addresses').beginArray();
    for (let i: u32 = 0; i < this.addresses.length; i++) w.string(this.addresses.at(i));
    w.endArray();
    w.endObject();
  }
}

/** Sends the whole balance of assets other than the pool asset to the owner. Anyone. No funds. */
@unmanaged
export class RefundStrayAssets {
  /** 1 to 10 different assets. */
  assets: List<AssetMsg>;

  static decode(r: JsonReader): RefundStrayAssets {
    // assets
    const names = Bytes.of(memory.data<u8>([97, 115, 115, 101, 116, 115]), 6);
    const value = make<RefundStrayAssets>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          const items = List.create<AssetMsg>(8);
          r.beginArray();
          while (r.nextElement()) items.push(AssetMsg.decode(r));
          value.assets = items;
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('assets').beginArray();
    for (let i: u32 = 0; i < this.assets.length; i++) this.assets.at(i).encode(w);
    w.endArray();
    w.endObject();
  }
}

/** Which member of EscrowExecuteMsg is there. */
export const enum EscrowExecuteKind {
  /** Adds the attached coin to the pool. Anyone, in upcoming and active; exactly one coin. */
  TopUp,
  /** CW20 receive hook; msg holds the JSON of Cw20HookMsg. Sent by the token contract. No funds. */
  Receive,
  /** Ends the campaign and returns the whole balance to the owner without a fee. Owner before starts_at, guardian before finalize. No funds. */
  Cancel,
  /** Adds entries to the allocation. Operator, in ended and committing. No funds. */
  CommitAllocations,
  /** Discards the entries committed so far and starts the next version. Operator, in ended and committing. No funds. */
  ResetAllocations,
  /** Takes the snapshot and opens the challenge window. Operator, in ended and committing. No funds. */
  FinalizeAllocations,
  /** Disputes the allocation, once per version. Owner, in challenge. No funds. */
  Dispute,
  /** Discards the allocation and starts the next version. Guardian, in challenge and disputed. No funds. */
  RejectAllocations,
  /** Decides a dispute. Guardian, in disputed. No funds. */
  ResolveDispute,
  /** Pays the next entries; the call that finds none left completes the campaign. Anyone, in distributing. No funds. */
  Distribute,
  /** Pays the sender's own entry. Recipient, before the claim deadline: a pending entry in distributing, a failed one in distributing and completed. No funds. */
  Claim,
  /** Sends failed payouts again. Anyone, in distributing and completed before the claim deadline. No funds. */
  RetryFailed,
  /** Returns the whole balance to the owner. Anyone, in expired. No funds. */
  ReclaimExpired,
  /** Sends the remaining balance to the owner. Anyone, in cancelled, and in completed after the claim deadline. No funds. */
  SweepLeftover,
  /** Sends the whole balance of assets other than the pool asset to the owner. Anyone. No funds. */
  RefundStrayAssets,
  /** Pauses until a point in time, never shortening a running pause. Pauser (rate limit and budget), guardian, on the factory also the owner. No funds. */
  Pause,
  /** Ends the pause. Pauser or guardian; anyone when no pause runs (no effect). No funds. */
  Unpause,
  /** Offers ownership to another address. Owner, on an escrow before starts_at. No funds. */
  TransferOwnership,
  /** Takes over an offered ownership. Pending owner, on an escrow before starts_at. No funds. */
  AcceptOwnership,
  /** Withdraws an offered ownership. Owner. No funds. */
  CancelOwnershipTransfer,
}

/** Messages of an escrow (spec section 4.3). */
@unmanaged
export class EscrowExecuteMsg {
  kind: EscrowExecuteKind;
  /** CW20 receive hook; msg holds the JSON of Cw20HookMsg. Sent by the token contract. No funds. */
  receive: Receive | null;
  /** Adds entries to the allocation. Operator, in ended and committing. No funds. */
  commitAllocations: CommitAllocations | null;
  /** Discards the entries committed so far and starts the next version. Operator, in ended and committing. No funds. */
  resetAllocations: ResetAllocations | null;
  /** Takes the snapshot and opens the challenge window. Operator, in ended and committing. No funds. */
  finalizeAllocations: FinalizeAllocations | null;
  /** Disputes the allocation, once per version. Owner, in challenge. No funds. */
  dispute: Dispute | null;
  /** Discards the allocation and starts the next version. Guardian, in challenge and disputed. No funds. */
  rejectAllocations: RejectAllocations | null;
  /** Decides a dispute. Guardian, in disputed. No funds. */
  resolveDispute: ResolveDispute | null;
  /** Pays the next entries; the call that finds none left completes the campaign. Anyone, in distributing. No funds. */
  distribute: Distribute | null;
  /** Sends failed payouts again. Anyone, in distributing and completed before the claim deadline. No funds. */
  retryFailed: RetryFailed | null;
  /** Sends the whole balance of assets other than the pool asset to the owner. Anyone. No funds. */
  refundStrayAssets: RefundStrayAssets | null;
  /** Pauses until a point in time, never shortening a running pause. Pauser (rate limit and budget), guardian, on the factory also the owner. No funds. */
  pause: Pause | null;
  /** Offers ownership to another address. Owner, on an escrow before starts_at. No funds. */
  transferOwnership: TransferOwnership | null;

  static decode(r: JsonReader): EscrowExecuteMsg {
    // top_up,receive,cancel,commit_allocations,reset_allocations,finalize_allocations,dispute,reject_allocations,resolve_dispute,distribute,claim,retry_failed,reclaim_expired,sweep_leftover,refund_stray_assets,pause,unpause,transfer_ownership,accept_ownership,cancel_ownership_transfer
    const names = Bytes.of(
      memory.data<u8>([
        116, 111, 112, 95, 117, 112, 44, 114, 101, 99, 101, 105, 118, 101, 44, 99, 97, 110, 99, 101, 108, 44, 99, 111,
        109, 109, 105, 116, 95, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110, 115, 44, 114, 101, 115, 101, 116, 95, 97,
        108, 108, 111, 99, 97, 116, 105, 111, 110, 115, 44, 102, 105, 110, 97, 108, 105, 122, 101, 95, 97, 108, 108,
        111, 99, 97, 116, 105, 111, 110, 115, 44, 100, 105, 115, 112, 117, 116, 101, 44, 114, 101, 106, 101, 99, 116,
        95, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110, 115, 44, 114, 101, 115, 111, 108, 118, 101, 95, 100, 105,
        115, 112, 117, 116, 101, 44, 100, 105, 115, 116, 114, 105, 98, 117, 116, 101, 44, 99, 108, 97, 105, 109, 44,
        114, 101, 116, 114, 121, 95, 102, 97, 105, 108, 101, 100, 44, 114, 101, 99, 108, 97, 105, 109, 95, 101, 120,
        112, 105, 114, 101, 100, 44, 115, 119, 101, 101, 112, 95, 108, 101, 102, 116, 111, 118, 101, 114, 44, 114, 101,
        102, 117, 110, 100, 95, 115, 116, 114, 97, 121, 95, 97, 115, 115, 101, 116, 115, 44, 112, 97, 117, 115, 101, 44,
        117, 110, 112, 97, 117, 115, 101, 44, 116, 114, 97, 110, 115, 102, 101, 114, 95, 111, 119, 110, 101, 114, 115,
        104, 105, 112, 44, 97, 99, 99, 101, 112, 116, 95, 111, 119, 110, 101, 114, 115, 104, 105, 112, 44, 99, 97, 110,
        99, 101, 108, 95, 111, 119, 110, 101, 114, 115, 104, 105, 112, 95, 116, 114, 97, 110, 115, 102, 101, 114,
      ]),
      279,
    );
    const value = make<EscrowExecuteMsg>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case EscrowExecuteKind.TopUp: {
        readEmptyObject(r);
        break;
      }
      case EscrowExecuteKind.Receive: {
        value.receive = Receive.decode(r);
        break;
      }
      case EscrowExecuteKind.Cancel: {
        readEmptyObject(r);
        break;
      }
      case EscrowExecuteKind.CommitAllocations: {
        value.commitAllocations = CommitAllocations.decode(r);
        break;
      }
      case EscrowExecuteKind.ResetAllocations: {
        value.resetAllocations = ResetAllocations.decode(r);
        break;
      }
      case EscrowExecuteKind.FinalizeAllocations: {
        value.finalizeAllocations = FinalizeAllocations.decode(r);
        break;
      }
      case EscrowExecuteKind.Dispute: {
        value.dispute = Dispute.decode(r);
        break;
      }
      case EscrowExecuteKind.RejectAllocations: {
        value.rejectAllocations = RejectAllocations.decode(r);
        break;
      }
      case EscrowExecuteKind.ResolveDispute: {
        value.resolveDispute = ResolveDispute.decode(r);
        break;
      }
      case EscrowExecuteKind.Distribute: {
        value.distribute = Distribute.decode(r);
        break;
      }
      case EscrowExecuteKind.Claim: {
        readEmptyObject(r);
        break;
      }
      case EscrowExecuteKind.RetryFailed: {
        value.retryFailed = RetryFailed.decode(r);
        break;
      }
      case EscrowExecuteKind.ReclaimExpired: {
        readEmptyObject(r);
        break;
      }
      case EscrowExecuteKind.SweepLeftover: {
        readEmptyObject(r);
        break;
      }
      case EscrowExecuteKind.RefundStrayAssets: {
        value.refundStrayAssets = RefundStrayAssets.decode(r);
        break;
      }
      case EscrowExecuteKind.Pause: {
        value.pause = Pause.decode(r);
        break;
      }
      case EscrowExecuteKind.Unpause: {
        readEmptyObject(r);
        break;
      }
      case EscrowExecuteKind.TransferOwnership: {
        value.transferOwnership = TransferOwnership.decode(r);
        break;
      }
      case EscrowExecuteKind.AcceptOwnership: {
        readEmptyObject(r);
        break;
      }
      case EscrowExecuteKind.CancelOwnershipTransfer: {
        readEmptyObject(r);
        break;
      }
    }
    endVariant(r, kind);
    value.kind = kind;
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    switch (this.kind) {
      case EscrowExecuteKind.TopUp: {
        w.field('top_up').beginObject().endObject();
        break;
      }
      case EscrowExecuteKind.Receive: {
        w.field('receive');
        present(this.receive).encode(w);
        break;
      }
      case EscrowExecuteKind.Cancel: {
        w.field('cancel').beginObject().endObject();
        break;
      }
      case EscrowExecuteKind.CommitAllocations: {
        w.field('commit_allocations');
        present(this.commitAllocations).encode(w);
        break;
      }
      case EscrowExecuteKind.ResetAllocations: {
        w.field('reset_allocations');
        present(this.resetAllocations).encode(w);
        break;
      }
      case EscrowExecuteKind.FinalizeAllocations: {
        w.field('finalize_allocations');
        present(this.finalizeAllocations).encode(w);
        break;
      }
      case EscrowExecuteKind.Dispute: {
        w.field('dispute');
        present(this.dispute).encode(w);
        break;
      }
      case EscrowExecuteKind.RejectAllocations: {
        w.field('reject_allocations');
        present(this.rejectAllocations).encode(w);
        break;
      }
      case EscrowExecuteKind.ResolveDispute: {
        w.field('resolve_dispute');
        present(this.resolveDispute).encode(w);
        break;
      }
      case EscrowExecuteKind.Distribute: {
        w.field('distribute');
        present(this.distribute).encode(w);
        break;
      }
      case EscrowExecuteKind.Claim: {
        w.field('claim').beginObject().endObject();
        break;
      }
      case EscrowExecuteKind.RetryFailed: {
        w.field('retry_failed');
        present(this.retryFailed).encode(w);
        break;
      }
      case EscrowExecuteKind.ReclaimExpired: {
        w.field('reclaim_expired').beginObject().endObject();
        break;
      }
      case EscrowExecuteKind.SweepLeftover: {
        w.field('sweep_leftover').beginObject().endObject();
        break;
      }
      case EscrowExecuteKind.RefundStrayAssets: {
        w.field('refund_stray_assets');
        present(this.refundStrayAssets).encode(w);
        break;
      }
      case EscrowExecuteKind.Pause: {
        w.field('pause');
        present(this.pause).encode(w);
        break;
      }
      case EscrowExecuteKind.Unpause: {
        w.field('unpause').beginObject().endObject();
        break;
      }
      case EscrowExecuteKind.TransferOwnership: {
        w.field('transfer_ownership');
        present(this.transferOwnership).encode(w);
        break;
      }
      case EscrowExecuteKind.AcceptOwnership: {
        w.field('accept_ownership').beginObject().endObject();
        break;
      }
      case EscrowExecuteKind.CancelOwnershipTransfer: {
        w.field('cancel_ownership_transfer').beginObject().endObject();
        break;
      }
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): EscrowExecuteMsg | null {
    const r = JsonReader.of(input);
    const value = EscrowExecuteMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Which member of EscrowCw20HookMsg is there. */
export const enum EscrowCw20HookKind {
  /** Adds the tokens sent to the pool. */
  TopUp,
}

/** Message in the CW20 receive hook of an escrow. */
@unmanaged
export class EscrowCw20HookMsg {
  kind: EscrowCw20HookKind;

  static decode(r: JsonReader): EscrowCw20HookMsg {
    // top_up
    const names = Bytes.of(memory.data<u8>([116, 111, 112, 95, 117, 112]), 6);
    const value = make<EscrowCw20HookMsg>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case EscrowCw20HookKind.TopUp: {
        readEmptyObject(r);
        break;
      }
    }
    endVariant(r, kind);
    value.kind = kind;
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    switch (this.kind) {
      case EscrowCw20HookKind.TopUp: {
        w.field('top_up').beginObject().endObject();
        break;
      }
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): EscrowCw20HookMsg | null {
    const r = JsonReader.of(input);
    const value = EscrowCw20HookMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** One entry. */
@unmanaged
export class AllocationQuery {
  /** Recipient. */
  address: Bytes;
  hasVersion: bool;
  /** Version of the allocation; absent: the current one. */
  version: u32;

  static decode(r: JsonReader): AllocationQuery {
    // address,version
    const names = Bytes.of(
      memory.data<u8>([97, 100, 100, 114, 101, 115, 115, 44, 118, 101, 114, 115, 105, 111, 110]),
      15,
    );
    const value = make<AllocationQuery>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.address = readText(r, 1, 256);
          break;
        }
        case 1: {
          if (!r.isNull()) {
            value.hasVersion = true;
            value.version = <u32>r.u64(u32.MAX_VALUE);
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('address').string(this.address);
    if (this.hasVersion) {
      w.field('version').u64(this.version);
    }
    w.endObject();
  }
}

/** Entries ascending by address; rejected versions stay readable. */
@unmanaged
export class AllocationsQuery {
  /** Address after which the page starts. */
  startAfter: Bytes | null;
  hasLimit: bool;
  /** Most entries in the answer; default 30, clamped to 1..100. */
  limit: u32;
  hasVersion: bool;
  /** Version of the allocation; absent: the current one. */
  version: u32;

  static decode(r: JsonReader): AllocationsQuery {
    // start_after,limit,version
    const names = Bytes.of(
      memory.data<u8>([
        115, 116, 97, 114, 116, 95, 97, 102, 116, 101, 114, 44, 108, 105, 109, 105, 116, 44, 118, 101, 114, 115, 105,
        111, 110,
      ]),
      25,
    );
    const value = make<AllocationsQuery>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          if (!r.isNull()) {
            value.startAfter = readText(r, 1, 256);
          }
          break;
        }
        case 1: {
          if (!r.isNull()) {
            value.hasLimit = true;
            value.limit = <u32>r.u64(u32.MAX_VALUE);
          }
          break;
        }
        case 2: {
          if (!r.isNull()) {
            value.hasVersion = true;
            value.version = <u32>r.u64(u32.MAX_VALUE);
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x0);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    const startAfter = this.startAfter;
    if (startAfter) {
      w.field('start_after').string(startAfter);
    }
    if (this.hasLimit) {
      w.field('limit').u64(this.limit);
    }
    if (this.hasVersion) {
      w.field('version').u64(this.version);
    }
    w.endObject();
  }
}

/** Which member of EscrowQueryMsg is there. */
export const enum EscrowQueryKind {
  /** What the escrow was created with, and its roles. */
  Config,
  /** State of the escrow. */
  Status,
  /** One entry. */
  Allocation,
  /** Entries ascending by address; rejected versions stay readable. */
  Allocations,
  /** Owner and offered ownership. */
  Ownership,
}

/** Queries of an escrow (spec section 4.4). */
@unmanaged
export class EscrowQueryMsg {
  kind: EscrowQueryKind;
  /** One entry. */
  allocation: AllocationQuery | null;
  /** Entries ascending by address; rejected versions stay readable. */
  allocations: AllocationsQuery | null;

  static decode(r: JsonReader): EscrowQueryMsg {
    // config,status,allocation,allocations,ownership
    const names = Bytes.of(
      memory.data<u8>([
        99, 111, 110, 102, 105, 103, 44, 115, 116, 97, 116, 117, 115, 44, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110,
        44, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110, 115, 44, 111, 119, 110, 101, 114, 115, 104, 105, 112,
      ]),
      46,
    );
    const value = make<EscrowQueryMsg>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case EscrowQueryKind.Config: {
        readEmptyObject(r);
        break;
      }
      case EscrowQueryKind.Status: {
        readEmptyObject(r);
        break;
      }
      case EscrowQueryKind.Allocation: {
        value.allocation = AllocationQuery.decode(r);
        break;
      }
      case EscrowQueryKind.Allocations: {
        value.allocations = AllocationsQuery.decode(r);
        break;
      }
      case EscrowQueryKind.Ownership: {
        readEmptyObject(r);
        break;
      }
    }
    endVariant(r, kind);
    value.kind = kind;
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    switch (this.kind) {
      case EscrowQueryKind.Config: {
        w.field('config').beginObject().endObject();
        break;
      }
      case EscrowQueryKind.Status: {
        w.field('status').beginObject().endObject();
        break;
      }
      case EscrowQueryKind.Allocation: {
        w.field('allocation');
        present(this.allocation).encode(w);
        break;
      }
      case EscrowQueryKind.Allocations: {
        w.field('allocations');
        present(this.allocations).encode(w);
        break;
      }
      case EscrowQueryKind.Ownership: {
        w.field('ownership').beginObject().endObject();
        break;
      }
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): EscrowQueryMsg | null {
    const r = JsonReader.of(input);
    const value = EscrowQueryMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** What became of an allocation entry. expired: failed and the claim deadline passed; discarded: entry of an allocation that was rejected, reset, cancelled or has expired. */
export const enum AllocationStatus {
  Pending,
  Paid,
  Failed,
  Skipped,
  Expired,
  Discarded,
}

export function allocationStatusName(value: AllocationStatus): string {
  switch (value) {
    case AllocationStatus.Pending:
      return 'pending';
    case AllocationStatus.Paid:
      return 'paid';
    case AllocationStatus.Failed:
      return 'failed';
    case AllocationStatus.Skipped:
      return 'skipped';
    case AllocationStatus.Expired:
      return 'expired';
    default:
      return 'discarded';
  }
}

export function decodeAllocationStatus(r: JsonReader): AllocationStatus {
  // pending,paid,failed,skipped,expired,discarded
  const names = Bytes.of(
    memory.data<u8>([
      112, 101, 110, 100, 105, 110, 103, 44, 112, 97, 105, 100, 44, 102, 97, 105, 108, 101, 100, 44, 115, 107, 105, 112,
      112, 101, 100, 44, 101, 120, 112, 105, 114, 101, 100, 44, 100, 105, 115, 99, 97, 114, 100, 101, 100,
    ]),
    45,
  );
  return readName(r, names);
}

/** A committed entry (spec section 2.4). */
@unmanaged
export class AllocationEntry {
  /** Recipient. */
  address: Bytes;
  /** Version of the allocation the entry belongs to. */
  version: u32;
  /** Committed weight. */
  points: U128;
  /** Amount in the smallest unit of the asset; a projection while the entry is pending, null before finalize and for discarded entries. */
  amount: U128 | null;
  /** What became of the entry. */
  status: AllocationStatus;

  static decode(r: JsonReader): AllocationEntry {
    // address,version,points,amount,status
    const names = Bytes.of(
      memory.data<u8>([
        97, 100, 100, 114, 101, 115, 115, 44, 118, 101, 114, 115, 105, 111, 110, 44, 112, 111, 105, 110, 116, 115, 44,
        97, 109, 111, 117, 110, 116, 44, 115, 116, 97, 116, 117, 115,
      ]),
      36,
    );
    const value = make<AllocationEntry>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.address = readText(r, 1, 256);
          break;
        }
        case 1: {
          value.version = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 2: {
          value.points = r.uint128();
          break;
        }
        case 3: {
          if (!r.isNull()) {
            value.amount = r.uint128();
          }
          break;
        }
        case 4: {
          value.status = decodeAllocationStatus(r);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1f);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('address').string(this.address);
    w.field('version').u64(this.version);
    w.field('points').uint128(this.points);
    const amount = this.amount;
    if (amount) {
      w.field('amount').uint128(amount);
    } else {
      w.field('amount').null();
    }
    w.field('status').ascii(allocationStatusName(this.status));
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): AllocationEntry | null {
    const r = JsonReader.of(input);
    const value = AllocationEntry.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Entries ascending by address. */
@unmanaged
export class AllocationsResponse {
  /** Version of the allocation. */
  version: u32;
  /** Entries. */
  allocations: List<AllocationEntry>;

  static decode(r: JsonReader): AllocationsResponse {
    // version,allocations
    const names = Bytes.of(
      memory.data<u8>([118, 101, 114, 115, 105, 111, 110, 44, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110, 115]),
      19,
    );
    const value = make<AllocationsResponse>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.version = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 1: {
          const items = List.create<AllocationEntry>(8);
          r.beginArray();
          while (r.nextElement()) items.push(AllocationEntry.decode(r));
          value.allocations = items;
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x3);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('version').u64(this.version);
    w.field('allocations').beginArray();
    for (let i: u32 = 0; i < this.allocations.length; i++) this.allocations.at(i).encode(w);
    w.endArray();
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): AllocationsResponse | null {
    const r = JsonReader.of(input);
    const value = AllocationsResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Roles read from the factory. */
@unmanaged
export class Roles {
  /** Commits and finalizes allocations. */
  operator: Bytes;
  /** May pause within its rate limit and budget. */
  pauser: Bytes;
  /** Rejects allocations, resolves disputes, cancels, pauses. */
  guardian: Bytes;
  /** Receives the fee. */
  treasury: Bytes;

  static decode(r: JsonReader): Roles {
    // operator,pauser,guardian,treasury
    const names = Bytes.of(
      memory.data<u8>([
        111, 112, 101, 114, 97, 116, 111, 114, 44, 112, 97, 117, 115, 101, 114, 44, 103, 117, 97, 114, 100, 105, 97,
        110, 44, 116, 114, 101, 97, 115, 117, 114, 121,
      ]),
      33,
    );
    const value = make<Roles>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.operator = readText(r, 1, 256);
          break;
        }
        case 1: {
          value.pauser = readText(r, 1, 256);
          break;
        }
        case 2: {
          value.guardian = readText(r, 1, 256);
          break;
        }
        case 3: {
          value.treasury = readText(r, 1, 256);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0xf);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('operator').string(this.operator);
    w.field('pauser').string(this.pauser);
    w.field('guardian').string(this.guardian);
    w.field('treasury').string(this.treasury);
    w.endObject();
  }
}

/** What the escrow was created with, and its roles (spec section 2.4). */
@unmanaged
export class EscrowConfigResponse {
  /** Campaign id. */
  campaignId: Bytes;
  /** Parameters of the ticket. */
  parameters: Parameters;
  /** Funding attempt. */
  fundingAttempt: u32;
  /** Owner of the campaign. */
  owner: Bytes;
  /** Factory that created the escrow. */
  factory: Bytes;
  /** Asset of the pool. */
  asset: AssetMsg;
  /** When the escrow was created. */
  createdAt: u64;
  /** Limits copied at creation. */
  limits: Limits;
  /** Roles; null when the factory cannot be read. */
  roles: Roles | null;
  hasCodeId: bool;
  /** Code id the escrow was created with; null in one that an earlier release created. */
  codeId: u64;
  hasFactoryCodeId: bool;
  /** Code id of the factory at that time; null in an escrow that an earlier release created. */
  factoryCodeId: u64;

  static decode(r: JsonReader): EscrowConfigResponse {
    // campaign_id,parameters,funding_attempt,owner,factory,asset,created_at,limits,roles,code_id,factory_code_id
    const names = Bytes.of(
      memory.data<u8>([
        99, 97, 109, 112, 97, 105, 103, 110, 95, 105, 100, 44, 112, 97, 114, 97, 109, 101, 116, 101, 114, 115, 44, 102,
        117, 110, 100, 105, 110, 103, 95, 97, 116, 116, 101, 109, 112, 116, 44, 111, 119, 110, 101, 114, 44, 102, 97,
        99, 116, 111, 114, 121, 44, 97, 115, 115, 101, 116, 44, 99, 114, 101, 97, 116, 101, 100, 95, 97, 116, 44, 108,
        105, 109, 105, 116, 115, 44, 114, 111, 108, 101, 115, 44, 99, 111, 100, 101, 95, 105, 100, 44, 102, 97, 99, 116,
        111, 114, 121, 95, 99, 111, 100, 101, 95, 105, 100,
      ]),
      106,
    );
    const value = make<EscrowConfigResponse>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.campaignId = r.string();
          break;
        }
        case 1: {
          value.parameters = Parameters.decode(r);
          break;
        }
        case 2: {
          value.fundingAttempt = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 3: {
          value.owner = readText(r, 1, 256);
          break;
        }
        case 4: {
          value.factory = readText(r, 1, 256);
          break;
        }
        case 5: {
          value.asset = AssetMsg.decode(r);
          break;
        }
        case 6: {
          value.createdAt = r.uint64String();
          break;
        }
        case 7: {
          value.limits = Limits.decode(r);
          break;
        }
        case 8: {
          if (!r.isNull()) {
            value.roles = Roles.decode(r);
          }
          break;
        }
        case 9: {
          if (!r.isNull()) {
            value.hasCodeId = true;
            value.codeId = r.u64();
          }
          break;
        }
        case 10: {
          if (!r.isNull()) {
            value.hasFactoryCodeId = true;
            value.factoryCodeId = r.u64();
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7ff);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('campaign_id').string(this.campaignId);
    w.field('parameters');
    this.parameters.encode(w);
    w.field('funding_attempt').u64(this.fundingAttempt);
    w.field('owner').string(this.owner);
    w.field('factory').string(this.factory);
    w.field('asset');
    this.asset.encode(w);
    w.field('created_at').uint64String(this.createdAt);
    w.field('limits');
    this.limits.encode(w);
    const roles = this.roles;
    if (roles) {
      w.field('roles');
      roles.encode(w);
    } else {
      w.field('roles').null();
    }
    if (this.hasCodeId) {
      w.field('code_id').u64(this.codeId);
    } else {
      w.field('code_id').null();
    }
    if (this.hasFactoryCodeId) {
      w.field('factory_code_id').u64(this.factoryCodeId);
    } else {
      w.field('factory_code_id').null();
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): EscrowConfigResponse | null {
    const r = JsonReader.of(input);
    const value = EscrowConfigResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Phase of an escrow (spec section 3). */
export const enum Phase {
  Upcoming,
  Active,
  Ended,
  Committing,
  Challenge,
  Disputed,
  Distributing,
  Completed,
  Cancelled,
  Expired,
}

export function phaseName(value: Phase): string {
  switch (value) {
    case Phase.Upcoming:
      return 'upcoming';
    case Phase.Active:
      return 'active';
    case Phase.Ended:
      return 'ended';
    case Phase.Committing:
      return 'committing';
    case Phase.Challenge:
      return 'challenge';
    case Phase.Disputed:
      return 'disputed';
    case Phase.Distributing:
      return 'distributing';
    case Phase.Completed:
      return 'completed';
    case Phase.Cancelled:
      return 'cancelled';
    default:
      return 'expired';
  }
}

export function decodePhase(r: JsonReader): Phase {
  // upcoming,active,ended,committing,challenge,disputed,distributing,completed,cancelled,expired
  const names = Bytes.of(
    memory.data<u8>([
      117, 112, 99, 111, 109, 105, 110, 103, 44, 97, 99, 116, 105, 118, 101, 44, 101, 110, 100, 101, 100, 44, 99, 111,
      109, 109, 105, 116, 116, 105, 110, 103, 44, 99, 104, 97, 108, 108, 101, 110, 103, 101, 44, 100, 105, 115, 112,
      117, 116, 101, 100, 44, 100, 105, 115, 116, 114, 105, 98, 117, 116, 105, 110, 103, 44, 99, 111, 109, 112, 108,
      101, 116, 101, 100, 44, 99, 97, 110, 99, 101, 108, 108, 101, 100, 44, 101, 120, 112, 105, 114, 101, 100,
    ]),
    92,
  );
  return readName(r, names);
}

/** Snapshot taken by finalize_allocations. */
@unmanaged
export class Finalized {
  /** When the allocation was finalized. */
  at: u64;
  /** End of the challenge window, moved by pauses. */
  challengeEndsAt: u64;
  /** End of claims and retries, moved by pauses. */
  claimDeadline: u64;
  /** Pool at finalize: what was funded and is there. */
  grossBalance: U128;
  /** Most the fee can be: floor(gross_balance * fee_bps / 10000). */
  maxFee: U128;
  /** gross_balance less max_fee. */
  distributable: U128;
  /** Most one entry can receive: floor(distributable * max_share_bps / 10000). */
  cap: U128;
  /** Receiver of the fee. */
  treasury: Bytes;
  /** SHA-256 of the canonical allocation text, 64 lower case hex characters (spec section 2.5). */
  allocationSha256: Bytes;
  /** Where the allocation file is served. */
  allocationUri: Bytes;

  static decode(r: JsonReader): Finalized {
    // at,challenge_ends_at,claim_deadline,gross_balance,max_fee,distributable,cap,treasury,allocation_sha256,allocation_uri
    const names = Bytes.of(
      memory.data<u8>([
        97, 116, 44, 99, 104, 97, 108, 108, 101, 110, 103, 101, 95, 101, 110, 100, 115, 95, 97, 116, 44, 99, 108, 97,
        105, 109, 95, 100, 101, 97, 100, 108, 105, 110, 101, 44, 103, 114, 111, 115, 115, 95, 98, 97, 108, 97, 110, 99,
        101, 44, 109, 97, 120, 95, 102, 101, 101, 44, 100, 105, 115, 116, 114, 105, 98, 117, 116, 97, 98, 108, 101, 44,
        99, 97, 112, 44, 116, 114, 101, 97, 115, 117, 114, 121, 44, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110, 95,
        115, 104, 97, 50, 53, 54, 44, 97, 108, 108, 111, 99, 97, 116, 105, 111, 110, 95, 117, 114, 105,
      ]),
      117,
    );
    const value = make<Finalized>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.at = r.uint64String();
          break;
        }
        case 1: {
          value.challengeEndsAt = r.uint64String();
          break;
        }
        case 2: {
          value.claimDeadline = r.uint64String();
          break;
        }
        case 3: {
          value.grossBalance = r.uint128();
          break;
        }
        case 4: {
          value.maxFee = r.uint128();
          break;
        }
        case 5: {
          value.distributable = r.uint128();
          break;
        }
        case 6: {
          value.cap = r.uint128();
          break;
        }
        case 7: {
          value.treasury = readText(r, 1, 256);
          break;
        }
        case 8: {
          value.allocationSha256 = r.string();
          break;
        }
        case 9: {
          value.allocationUri = r.string();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x3ff);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('at').uint64String(this.at);
    w.field('challenge_ends_at').uint64String(this.challengeEndsAt);
    w.field('claim_deadline').uint64String(this.claimDeadline);
    w.field('gross_balance').uint128(this.grossBalance);
    w.field('max_fee').uint128(this.maxFee);
    w.field('distributable').uint128(this.distributable);
    w.field('cap').uint128(this.cap);
    w.field('treasury').string(this.treasury);
    w.field('allocation_sha256').string(this.allocationSha256);
    w.field('allocation_uri').string(this.allocationUri);
    w.endObject();
  }
}

/** Dispute of the current version. */
@unmanaged
export class DisputeStatus {
  /** When the owner raised it. */
  raisedAt: u64;
  /** The owner's reason. */
  reason: Bytes;
  /** When it ends with the allocation kept unless resolved before, moved by pauses. */
  expiresAt: u64;
  hasResolvedAt: bool;
  /** When the guardian resolved it. */
  resolvedAt: u64;

  static decode(r: JsonReader): DisputeStatus {
    // raised_at,reason,expires_at,resolved_at
    const names = Bytes.of(
      memory.data<u8>([
        114, 97, 105, 115, 101, 100, 95, 97, 116, 44, 114, 101, 97, 115, 111, 110, 44, 101, 120, 112, 105, 114, 101,
        115, 95, 97, 116, 44, 114, 101, 115, 111, 108, 118, 101, 100, 95, 97, 116,
      ]),
      39,
    );
    const value = make<DisputeStatus>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.raisedAt = r.uint64String();
          break;
        }
        case 1: {
          value.reason = r.string();
          break;
        }
        case 2: {
          value.expiresAt = r.uint64String();
          break;
        }
        case 3: {
          if (!r.isNull()) {
            value.hasResolvedAt = true;
            value.resolvedAt = r.uint64String();
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0xf);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('raised_at').uint64String(this.raisedAt);
    w.field('reason').string(this.reason);
    w.field('expires_at').uint64String(this.expiresAt);
    if (this.hasResolvedAt) {
      w.field('resolved_at').uint64String(this.resolvedAt);
    } else {
      w.field('resolved_at').null();
    }
    w.endObject();
  }
}

/** Deadlines as real times; a pause moves those still ahead (spec section 3). */
@unmanaged
export class Deadlines {
  /** Start of the campaign. */
  startsAt: u64;
  /** End of the campaign. */
  endsAt: u64;
  /** Until when an allocation can be finalized. */
  commitDeadline: u64;
  hasClaimDeadline: bool;
  /** Until when claims and retries are possible; null before finalize. */
  claimDeadline: u64;

  static decode(r: JsonReader): Deadlines {
    // starts_at,ends_at,commit_deadline,claim_deadline
    const names = Bytes.of(
      memory.data<u8>([
        115, 116, 97, 114, 116, 115, 95, 97, 116, 44, 101, 110, 100, 115, 95, 97, 116, 44, 99, 111, 109, 109, 105, 116,
        95, 100, 101, 97, 100, 108, 105, 110, 101, 44, 99, 108, 97, 105, 109, 95, 100, 101, 97, 100, 108, 105, 110, 101,
      ]),
      48,
    );
    const value = make<Deadlines>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.startsAt = r.uint64String();
          break;
        }
        case 1: {
          value.endsAt = r.uint64String();
          break;
        }
        case 2: {
          value.commitDeadline = r.uint64String();
          break;
        }
        case 3: {
          if (!r.isNull()) {
            value.hasClaimDeadline = true;
            value.claimDeadline = r.uint64String();
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0xf);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('starts_at').uint64String(this.startsAt);
    w.field('ends_at').uint64String(this.endsAt);
    w.field('commit_deadline').uint64String(this.commitDeadline);
    if (this.hasClaimDeadline) {
      w.field('claim_deadline').uint64String(this.claimDeadline);
    } else {
      w.field('claim_deadline').null();
    }
    w.endObject();
  }
}

/** State of the escrow (spec section 2.4). Amounts in the smallest unit of the asset. */
@unmanaged
export class StatusResponse {
  /** Campaign id. */
  campaignId: Bytes;
  /** Funding attempt. */
  fundingAttempt: u32;
  /** Phase now. */
  phase: Phase;
  /** Funded at creation and by top-ups. */
  fundedTotal: U128;
  /** Live balance of the pool asset; null when the token cannot be read. */
  balance: U128 | null;
  /** Current version of the allocation, from 1. */
  version: u32;
  /** Entries committed in this version. */
  entryCount: u32;
  /** Sum of their points. */
  totalPoints: U128;
  /** Last committed address of this version. */
  lastCommitted: Bytes | null;
  /** Snapshot; null before finalize. */
  finalized: Finalized | null;
  /** Dispute of this version. */
  dispute: DisputeStatus | null;
  /** Entries paid. */
  paidCount: u32;
  /** Amount paid. */
  paidTotal: U128;
  /** Payouts that failed and were not sent since. */
  failedCount: u32;
  /** Amount reserved for them. */
  failedOutstanding: U128;
  /** Entries below min_payout. */
  skippedCount: u32;
  /** Their amount. */
  skippedTotal: U128;
  /** Fee that reached the treasury. */
  feePaid: U128;
  /** Amount that reached the owner. */
  refundedTotal: U128;
  /** Entries examined by distribute. */
  cursor: u32;
  /** Deadlines as real times. */
  deadlines: Deadlines;
  /** A global or instance pause runs. */
  paused: bool;
  hasPausedUntil: bool;
  /** Later end of the running pauses. */
  pausedUntil: u64;
  /** Time the escrow clock stood still, whole seconds. */
  frozenSecs: u64;
  /** What is left of the pauser's budget, whole seconds. */
  pauserPauseLeftSecs: u64;
  hasCompletedAt: bool;
  /** When payouts completed. */
  completedAt: u64;
  hasCancelledAt: bool;
  /** When the campaign was cancelled. */
  cancelledAt: u64;

  static decode(r: JsonReader): StatusResponse {
    // campaign_id,funding_attempt,phase,funded_total,balance,version,entry_count,total_points,last_committed,finalized,dispute,paid_count,paid_total,failed_count,failed_outstanding,skipped_count,skipped_total,fee_paid,refunded_total,cursor,deadlines,paused,paused_until,frozen_secs,pauser_pause_left_secs,completed_at,cancelled_at
    const names = Bytes.of(
      memory.data<u8>([
        99, 97, 109, 112, 97, 105, 103, 110, 95, 105, 100, 44, 102, 117, 110, 100, 105, 110, 103, 95, 97, 116, 116, 101,
        109, 112, 116, 44, 112, 104, 97, 115, 101, 44, 102, 117, 110, 100, 101, 100, 95, 116, 111, 116, 97, 108, 44, 98,
        97, 108, 97, 110, 99, 101, 44, 118, 101, 114, 115, 105, 111, 110, 44, 101, 110, 116, 114, 121, 95, 99, 111, 117,
        110, 116, 44, 116, 111, 116, 97, 108, 95, 112, 111, 105, 110, 116, 115, 44, 108, 97, 115, 116, 95, 99, 111, 109,
        109, 105, 116, 116, 101, 100, 44, 102, 105, 110, 97, 108, 105, 122, 101, 100, 44, 100, 105, 115, 112, 117, 116,
        101, 44, 112, 97, 105, 100, 95, 99, 111, 117, 110, 116, 44, 112, 97, 105, 100, 95, 116, 111, 116, 97, 108, 44,
        102, 97, 105, 108, 101, 100, 95, 99, 111, 117, 110, 116, 44, 102, 97, 105, 108, 101, 100, 95, 111, 117, 116,
        115, 116, 97, 110, 100, 105, 110, 103, 44, 115, 107, 105, 112, 112, 101, 100, 95, 99, 111, 117, 110, 116, 44,
        115, 107, 105, 112, 112, 101, 100, 95, 116, 111, 116, 97, 108, 44, 102, 101, 101, 95, 112, 97, 105, 100, 44,
        114, 101, 102, 117, 110, 100, 101, 100, 95, 116, 111, 116, 97, 108, 44, 99, 117, 114, 115, 111, 114, 44, 100,
        101, 97, 100, 108, 105, 110, 101, 115, 44, 112, 97, 117, 115, 101, 100, 44, 112, 97, 117, 115, 101, 100, 95,
        117, 110, 116, 105, 108, 44, 102, 114, 111, 122, 101, 110, 95, 115, 101, 99, 115, 44, 112, 97, 117, 115, 101,
        114, 95, 112, 97, 117, 115, 101, 95, 108, 101, 102, 116, 95, 115, 101, 99, 115, 44, 99, 111, 109, 112, 108, 101,
        116, 101, 100, 95, 97, 116, 44, 99, 97, 110, 99, 101, 108, 108, 101, 100, 95, 97, 116,
      ]),
      324,
    );
    const value = make<StatusResponse>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.campaignId = r.string();
          break;
        }
        case 1: {
          value.fundingAttempt = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 2: {
          value.phase = decodePhase(r);
          break;
        }
        case 3: {
          value.fundedTotal = r.uint128();
          break;
        }
        case 4: {
          if (!r.isNull()) {
            value.balance = r.uint128();
          }
          break;
        }
        case 5: {
          value.version = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 6: {
          value.entryCount = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 7: {
          value.totalPoints = r.uint128();
          break;
        }
        case 8: {
          if (!r.isNull()) {
            value.lastCommitted = readText(r, 1, 256);
          }
          break;
        }
        case 9: {
          if (!r.isNull()) {
            value.finalized = Finalized.decode(r);
          }
          break;
        }
        case 10: {
          if (!r.isNull()) {
            value.dispute = DisputeStatus.decode(r);
          }
          break;
        }
        case 11: {
          value.paidCount = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 12: {
          value.paidTotal = r.uint128();
          break;
        }
        case 13: {
          value.failedCount = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 14: {
          value.failedOutstanding = r.uint128();
          break;
        }
        case 15: {
          value.skippedCount = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 16: {
          value.skippedTotal = r.uint128();
          break;
        }
        case 17: {
          value.feePaid = r.uint128();
          break;
        }
        case 18: {
          value.refundedTotal = r.uint128();
          break;
        }
        case 19: {
          value.cursor = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 20: {
          value.deadlines = Deadlines.decode(r);
          break;
        }
        case 21: {
          value.paused = r.bool();
          break;
        }
        case 22: {
          if (!r.isNull()) {
            value.hasPausedUntil = true;
            value.pausedUntil = r.uint64String();
          }
          break;
        }
        case 23: {
          value.frozenSecs = r.u64();
          break;
        }
        case 24: {
          value.pauserPauseLeftSecs = r.u64();
          break;
        }
        case 25: {
          if (!r.isNull()) {
            value.hasCompletedAt = true;
            value.completedAt = r.uint64String();
          }
          break;
        }
        case 26: {
          if (!r.isNull()) {
            value.hasCancelledAt = true;
            value.cancelledAt = r.uint64String();
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7ffffff);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('campaign_id').string(this.campaignId);
    w.field('funding_attempt').u64(this.fundingAttempt);
    w.field('phase').ascii(phaseName(this.phase));
    w.field('funded_total').uint128(this.fundedTotal);
    const balance = this.balance;
    if (balance) {
      w.field('balance').uint128(balance);
    } else {
      w.field('balance').null();
    }
    w.field('version').u64(this.version);
    w.field('entry_count').u64(this.entryCount);
    w.field('total_points').uint128(this.totalPoints);
    const lastCommitted = this.lastCommitted;
    if (lastCommitted) {
      w.field('last_committed').string(lastCommitted);
    } else {
      w.field('last_committed').null();
    }
    const finalized = this.finalized;
    if (finalized) {
      w.field('finalized');
      finalized.encode(w);
    } else {
      w.field('finalized').null();
    }
    const dispute = this.dispute;
    if (dispute) {
      w.field('dispute');
      dispute.encode(w);
    } else {
      w.field('dispute').null();
    }
    w.field('paid_count').u64(this.paidCount);
    w.field('paid_total').uint128(this.paidTotal);
    w.field('failed_count').u64(this.failedCount);
    w.field('failed_outstanding').uint128(this.failedOutstanding);
    w.field('skipped_count').u64(this.skippedCount);
    w.field('skipped_total').uint128(this.skippedTotal);
    w.field('fee_paid').uint128(this.feePaid);
    w.field('refunded_total').uint128(this.refundedTotal);
    w.field('cursor').u64(this.cursor);
    w.field('deadlines');
    this.deadlines.encode(w);
    w.field('paused').bool(this.paused);
    if (this.hasPausedUntil) {
      w.field('paused_until').uint64String(this.pausedUntil);
    } else {
      w.field('paused_until').null();
    }
    w.field('frozen_secs').u64(this.frozenSecs);
    w.field('pauser_pause_left_secs').u64(this.pauserPauseLeftSecs);
    if (this.hasCompletedAt) {
      w.field('completed_at').uint64String(this.completedAt);
    } else {
      w.field('completed_at').null();
    }
    if (this.hasCancelledAt) {
      w.field('cancelled_at').uint64String(this.cancelledAt);
    } else {
      w.field('cancelled_at').null();
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): StatusResponse | null {
    const r = JsonReader.of(input);
    const value = StatusResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}
