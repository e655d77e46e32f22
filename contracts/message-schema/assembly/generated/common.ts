// Made from the files in schema/ by the write target; do not edit.
import {
  Bytes,
  JsonReader,
  JsonWriter,
  U128,
  endVariant,
  make,
  nextMember,
  present,
  readEmptyObject,
  requireMembers,
} from '@questp/std/assembly';
import { isComplete, readText } from '../decoding';

/** A coin of the bank module. */
@unmanaged
export class AssetNative {
  /** Denomination of the coin. */
  denom: Bytes;

  static decode(r: JsonReader): AssetNative {
    // denom
    const names = Bytes.of(memory.data<u8>([100, 101, 110, 111, 109]), 5);
    const value = make<AssetNative>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.denom = r.string();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('denom').string(this.denom);
    w.endObject();
  }
}

/** A CW20 token. */
@unmanaged
export class AssetCw20 {
  /** Address of the token contract. */
  address: Bytes;

  static decode(r: JsonReader): AssetCw20 {
    // address
    const names = Bytes.of(memory.data<u8>([97, 100, 100, 114, 101, 115, 115]), 7);
    const value = make<AssetCw20>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.address = readText(r, 1, 256);
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
    w.endObject();
  }
}

/** Which member of AssetMsg is there. */
export const enum AssetKind {
  /** A coin of the bank module. */
  Native,
  /** A CW20 token. */
  Cw20,
}

/** A fungible asset: a coin of the bank module or a CW20 token (spec section 1). */
@unmanaged
export class AssetMsg {
  kind: AssetKind;
  /** A coin of the bank module. */
  native: AssetNative | null;
  /** A CW20 token. */
  cw20: AssetCw20 | null;

  static decode(r: JsonReader): AssetMsg {
    // native,cw20
    const names = Bytes.of(memory.data<u8>([110, 97, 116, 105, 118, 101, 44, 99, 119, 50, 48]), 11);
    const value = make<AssetMsg>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case AssetKind.Native: {
        value.native = AssetNative.decode(r);
        break;
      }
      case AssetKind.Cw20: {
        value.cw20 = AssetCw20.decode(r);
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
      case AssetKind.Native: {
        w.field('native');
        present(this.native).encode(w);
        break;
      }
      case AssetKind.Cw20: {
        w.field('cw20');
        present(this.cw20).encode(w);
        break;
      }
    }
    w.endObject();
  }
}

/** Bounds for campaigns and their escrows; an escrow keeps the copy taken at its creation (spec section 2.2). */
@unmanaged
export class Limits {
  /** Shortest challenge window a ticket may ask for, seconds; at most 604800 (7 days). */
  minChallengeSecs: u32;
  /** Longest challenge window a ticket may ask for, seconds; at most 604800 (7 days), not below min_challenge_secs. */
  maxChallengeSecs: u32;
  /** Shortest commit window a ticket may ask for, seconds; at most 7776000 (90 days). */
  minCommitWindowSecs: u32;
  /** Longest commit window a ticket may ask for, seconds; at most 7776000 (90 days), not below min_commit_window_secs. */
  maxCommitWindowSecs: u32;
  /** Time granted to commit anew after each of the first two rejections, seconds; at most 1209600 (14 days). */
  minRecommitSecs: u32;
  /** Shortest claim window a ticket may ask for, seconds; at most 31536000 (365 days). */
  minClaimWindowSecs: u32;
  /** Longest claim window a ticket may ask for, seconds; at most 31536000 (365 days), not below min_claim_window_secs. */
  maxClaimWindowSecs: u32;
  /** Time after which an unresolved dispute keeps the allocation, seconds; at most 1209600 (14 days). */
  disputeTimeoutSecs: u32;
  /** Longest pause in one call, seconds from now; at most 604800 (7 days). */
  maxPauseSecs: u32;
  /** Most entries in one commit_allocations; at most 2000. */
  maxCommitBatch: u32;
  /** Most entries one distribute examines; at most 1000. */
  maxDistributeBatch: u32;

  static decode(r: JsonReader): Limits {
    // min_challenge_secs,max_challenge_secs,min_commit_window_secs,max_commit_window_secs,min_recommit_secs,min_claim_window_secs,max_claim_window_secs,dispute_timeout_secs,max_pause_secs,max_commit_batch,max_distribute_batch
    const names = Bytes.of(
      memory.data<u8>([
        109, 105, 110, 95, 99, 104, 97, 108, 108, 101, 110, 103, 101, 95, 115, 101, 99, 115, 44, 109, 97, 120, 95, 99,
        104, 97, 108, 108, 101, 110, 103, 101, 95, 115, 101, 99, 115, 44, 109, 105, 110, 95, 99, 111, 109, 109, 105,
        116, 95, 119, 105, 110, 100, 111, 119, 95, 115, 101, 99, 115, 44, 109, 97, 120, 95, 99, 111, 109, 109, 105, 116,
        95, 119, 105, 110, 100, 111, 119, 95, 115, 101, 99, 115, 44, 109, 105, 110, 95, 114, 101, 99, 111, 109, 109,
        105, 116, 95, 115, 101, 99, 115, 44, 109, 105, 110, 95, 99, 108, 97, 105, 109, 95, 119, 105, 110, 100, 111, 119,
        95, 115, 101, 99, 115, 44, 109, 97, 120, 95, 99, 108, 97, 105, 109, 95, 119, 105, 110, 100, 111, 119, 95, 115,
        101, 99, 115, 44, 100, 105, 115, 112, 117, 116, 101, 95, 116, 105, 109, 101, 111, 117, 116, 95, 115, 101, 99,
        115, 44, 109, 97, 120, 95, 112, 97, 117, 115, 101, 95, 115, 101, 99, 115, 44, 109, 97, 120, 95, 99, 111, 109,
        109, 105, 116, 95, 98, 97, 116, 99, 104, 44, 109, 97, 120, 95, 100, 105, 115, 116, 114, 105, 98, 117, 116, 101,
        95, 98, 97, 116, 99, 104,
      ]),
      219,
    );
    const value = make<Limits>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.minChallengeSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 1: {
          value.maxChallengeSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 2: {
          value.minCommitWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 3: {
          value.maxCommitWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 4: {
          value.minRecommitSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 5: {
          value.minClaimWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 6: {
          value.maxClaimWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 7: {
          value.disputeTimeoutSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 8: {
          value.maxPauseSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 9: {
          value.maxCommitBatch = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 10: {
          value.maxDistributeBatch = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7ff);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('min_challenge_secs').u64(this.minChallengeSecs);
    w.field('max_challenge_secs').u64(this.maxChallengeSecs);
    w.field('min_commit_window_secs').u64(this.minCommitWindowSecs);
    w.field('max_commit_window_secs').u64(this.maxCommitWindowSecs);
    w.field('min_recommit_secs').u64(this.minRecommitSecs);
    w.field('min_claim_window_secs').u64(this.minClaimWindowSecs);
    w.field('max_claim_window_secs').u64(this.maxClaimWindowSecs);
    w.field('dispute_timeout_secs').u64(this.disputeTimeoutSecs);
    w.field('max_pause_secs').u64(this.maxPauseSecs);
    w.field('max_commit_batch').u64(this.maxCommitBatch);
    w.field('max_distribute_batch').u64(this.maxDistributeBatch);
    w.endObject();
  }
}

/** CW20 receive hook; msg holds the JSON of Cw20HookMsg. Sent by the token contract. No funds. */
@unmanaged
export class Receive {
  /** Who sent the tokens. */
  sender: Bytes;
  /** Amount received, in the smallest unit of the token. */
  amount: U128;
  /** JSON of Cw20HookMsg. */
  msg: Bytes;

  static decode(r: JsonReader): Receive {
    // sender,amount,msg
    const names = Bytes.of(
      memory.data<u8>([115, 101, 110, 100, 101, 114, 44, 97, 109, 111, 117, 110, 116, 44, 109, 115, 103]),
      17,
    );
    const value = make<Receive>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.sender = readText(r, 1, 256);
          break;
        }
        case 1: {
          value.amount = r.uint128();
          break;
        }
        case 2: {
          value.msg = r.base64();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('sender').string(this.sender);
    w.field('amount').uint128(this.amount);
    w.field('msg').base64(this.msg);
    w.endObject();
  }
}

/** Pauses until a point in time, never shortening a running pause. Pauser (rate limit and budget), guardian, on the factory also the owner. No funds. */
@unmanaged
export class Pause {
  /** End of the pause: after now, at most max_pause_secs from now. */
  until: u64;

  static decode(r: JsonReader): Pause {
    // until
    const names = Bytes.of(memory.data<u8>([117, 110, 116, 105, 108]), 5);
    const value = make<Pause>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.until = r.uint64String();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('until').uint64String(this.until);
    w.endObject();
  }
}

/** Offers ownership to another address. Owner, on an escrow before starts_at. No funds. */
@unmanaged
export class TransferOwnership {
  /** Address that may accept. */
  newOwner: Bytes;
  hasExpiry: bool;
  /** When the offer lapses, after now; absent: never. */
  expiry: u64;

  static decode(r: JsonReader): TransferOwnership {
    // new_owner,expiry
    const names = Bytes.of(
      memory.data<u8>([110, 101, 119, 95, 111, 119, 110, 101, 114, 44, 101, 120, 112, 105, 114, 121]),
      16,
    );
    const value = make<TransferOwnership>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.newOwner = readText(r, 1, 256);
          break;
        }
        case 1: {
          if (!r.isNull()) {
            value.hasExpiry = true;
            value.expiry = r.uint64String();
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
    w.field('new_owner').string(this.newOwner);
    if (this.hasExpiry) {
      w.field('expiry').uint64String(this.expiry);
    }
    w.endObject();
  }
}

/** Moves to this version of the code; refused for another contract and for an older version. */
@unmanaged
export class MigrateMsg {
  static decode(r: JsonReader): MigrateMsg {
    readEmptyObject(r);
    return make<MigrateMsg>();
  }

  encode(w: JsonWriter): void {
    w.beginObject();

    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): MigrateMsg | null {
    const r = JsonReader.of(input);
    const value = MigrateMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Owner and offered ownership. */
@unmanaged
export class OwnershipResponse {
  /** Owner. */
  owner: Bytes;
  /** Address that may accept ownership. */
  pendingOwner: Bytes | null;
  hasPendingExpiry: bool;
  /** When the offer lapses; null: never, or no offer. */
  pendingExpiry: u64;

  static decode(r: JsonReader): OwnershipResponse {
    // owner,pending_owner,pending_expiry
    const names = Bytes.of(
      memory.data<u8>([
        111, 119, 110, 101, 114, 44, 112, 101, 110, 100, 105, 110, 103, 95, 111, 119, 110, 101, 114, 44, 112, 101, 110,
        100, 105, 110, 103, 95, 101, 120, 112, 105, 114, 121,
      ]),
      34,
    );
    const value = make<OwnershipResponse>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.owner = readText(r, 1, 256);
          break;
        }
        case 1: {
          if (!r.isNull()) {
            value.pendingOwner = readText(r, 1, 256);
          }
          break;
        }
        case 2: {
          if (!r.isNull()) {
            value.hasPendingExpiry = true;
            value.pendingExpiry = r.uint64String();
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('owner').string(this.owner);
    const pendingOwner = this.pendingOwner;
    if (pendingOwner) {
      w.field('pending_owner').string(pendingOwner);
    } else {
      w.field('pending_owner').null();
    }
    if (this.hasPendingExpiry) {
      w.field('pending_expiry').uint64String(this.pendingExpiry);
    } else {
      w.field('pending_expiry').null();
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): OwnershipResponse | null {
    const r = JsonReader.of(input);
    const value = OwnershipResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}
