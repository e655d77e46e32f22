// Made from the files in schema/ by the write target; do not edit.
import { Bytes, JsonReader, JsonWriter, U128, make, nextMember, requireMembers } from '@questp/std/assembly';
import { AssetMsg } from './common';
import { isComplete, readText } from '../decoding';

/** Campaign ticket signed by the API, version 2 (spec section 2.1). */
@unmanaged
export class Ticket {
  /** Version of the ticket, must be 2. */
  v: u32;
  /** Chain the ticket is for. */
  chainId: Bytes;
  /** Factory the ticket is for. */
  factory: Bytes;
  /** Campaign id, [a-z0-9-], 1 to 64 characters. */
  campaignId: Bytes;
  /** Funding attempt, from 1; attempt n + 1 is accepted after attempt n was cancelled. */
  fundingAttempt: u32;
  /** Owner of the campaign, who must be the funder. */
  owner: Bytes;
  /** Asset of the pool. */
  asset: AssetMsg;
  /** Least funding, in the smallest unit of the asset. */
  minFunding: U128;
  /** Start of the campaign, before ends_at, at most 365 days away. */
  startsAt: u64;
  /** End of the campaign, in the future, at most 365 days after starts_at. */
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
  /** Code id of the escrow, equal to the configuration of the factory. */
  escrowCodeId: u64;
  /** Admin of the escrow, equal to the configuration of the factory; null: immutable. */
  escrowAdmin: Bytes | null;
  /** When the ticket can no longer be used. */
  expiresAt: u64;

  static decode(r: JsonReader): Ticket {
    // v,chain_id,factory,campaign_id,funding_attempt,owner,asset,min_funding,starts_at,ends_at,fee_bps,min_payout,max_share_bps,challenge_secs,commit_window_secs,claim_window_secs,escrow_code_id,escrow_admin,expires_at
    const names = Bytes.of(
      memory.data<u8>([
        118, 44, 99, 104, 97, 105, 110, 95, 105, 100, 44, 102, 97, 99, 116, 111, 114, 121, 44, 99, 97, 109, 112, 97,
        105, 103, 110, 95, 105, 100, 44, 102, 117, 110, 100, 105, 110, 103, 95, 97, 116, 116, 101, 109, 112, 116, 44,
        111, 119, 110, 101, 114, 44, 97, 115, 115, 101, 116, 44, 109, 105, 110, 95, 102, 117, 110, 100, 105, 110, 103,
        44, 115, 116, 97, 114, 116, 115, 95, 97, 116, 44, 101, 110, 100, 115, 95, 97, 116, 44, 102, 101, 101, 95, 98,
        112, 115, 44, 109, 105, 110, 95, 112, 97, 121, 111, 117, 116, 44, 109, 97, 120, 95, 115, 104, 97, 114, 101, 95,
        98, 112, 115, 44, 99, 104, 97, 108, 108, 101, 110, 103, 101, 95, 115, 101, 99, 115, 44, 99, 111, 109, 109, 105,
        116, 95, 119, 105, 110, 100, 111, 119, 95, 115, 101, 99, 115, 44, 99, 108, 97, 105, 109, 95, 119, 105, 110, 100,
        111, 119, 95, 115, 101, 99, 115, 44, 101, 115, 99, 114, 111, 119, 95, 99, 111, 100, 101, 95, 105, 100, 44, 101,
        115, 99, 114, 111, 119, 95, 97, 100, 109, 105, 110, 44, 101, 120, 112, 105, 114, 101, 115, 95, 97, 116,
      ]),
      212,
    );
    const value = make<Ticket>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.v = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 1: {
          value.chainId = r.string();
          break;
        }
        case 2: {
          value.factory = readText(r, 1, 256);
          break;
        }
        case 3: {
          value.campaignId = r.string();
          break;
        }
        case 4: {
          value.fundingAttempt = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 5: {
          value.owner = readText(r, 1, 256);
          break;
        }
        case 6: {
          value.asset = AssetMsg.decode(r);
          break;
        }
        case 7: {
          value.minFunding = r.uint128();
          break;
        }
        case 8: {
          value.startsAt = r.uint64String();
          break;
        }
        case 9: {
          value.endsAt = r.uint64String();
          break;
        }
        case 10: {
          value.feeBps = <u32>r.u64(u16.MAX_VALUE);
          break;
        }
        case 11: {
          value.minPayout = r.uint128();
          break;
        }
        case 12: {
          value.maxShareBps = <u32>r.u64(u16.MAX_VALUE);
          break;
        }
        case 13: {
          value.challengeSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 14: {
          value.commitWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 15: {
          value.claimWindowSecs = <u32>r.u64(u32.MAX_VALUE);
          break;
        }
        case 16: {
          value.escrowCodeId = r.u64();
          break;
        }
        case 17: {
          if (!r.isNull()) {
            value.escrowAdmin = readText(r, 1, 256);
          }
          break;
        }
        case 18: {
          value.expiresAt = r.uint64String();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7ffff);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('v').u64(this.v);
    w.field('chain_id').string(this.chainId);
    w.field('factory').string(this.factory);
    w.field('campaign_id').string(this.campaignId);
    w.field('funding_attempt').u64(this.fundingAttempt);
    w.field('owner').string(this.owner);
    w.field('asset');
    this.asset.encode(w);
    w.field('min_funding').uint128(this.minFunding);
    w.field('starts_at').uint64String(this.startsAt);
    w.field('ends_at').uint64String(this.endsAt);
    w.field('fee_bps').u64(this.feeBps);
    w.field('min_payout').uint128(this.minPayout);
    w.field('max_share_bps').u64(this.maxShareBps);
    w.field('challenge_secs').u64(this.challengeSecs);
    w.field('commit_window_secs').u64(this.commitWindowSecs);
    w.field('claim_window_secs').u64(this.claimWindowSecs);
    w.field('escrow_code_id').u64(this.escrowCodeId);
    const escrowAdmin = this.escrowAdmin;
    if (escrowAdmin) {
      w.field('escrow_admin').string(escrowAdmin);
    } else {
      w.field('escrow_admin').null();
    }
    w.field('expires_at').uint64String(this.expiresAt);
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): Ticket | null {
    const r = JsonReader.of(input);
    const value = Ticket.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}
