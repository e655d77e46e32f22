// Made from the files in schema/ by the write target; do not edit.
import {
  Bytes,
  JsonReader,
  JsonWriter,
  List,
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

/** Configuration of the factory (spec section 2.2). */
@unmanaged
export class FactoryInstantiateMsg {
  /** Owner of the factory. */
  owner: Bytes;
  /** Commits and finalizes allocations of every escrow. */
  operator: Bytes;
  /** Compressed secp256k1 public key that signs tickets, 33 bytes. */
  ticketSigner: Bytes;
  /** May pause within a rate limit and a budget. */
  pauser: Bytes;
  /** Rejects allocations, resolves disputes, cancels, pauses and unpauses. */
  guardian: Bytes;
  /** Receives the fees. */
  treasury: Bytes;
  /** Code id of new escrows, from 1. */
  escrowCodeId: u64;
  /** Admin of new escrows; null: they are immutable. */
  escrowAdmin: Bytes | null;
  /** Highest fee a ticket may ask for, basis points; at most 1000. */
  maxFeeBps: u32;
  /** Bounds for new campaigns. */
  limits: Limits;
  /** SHA-256 checksums of approved CW20 codes, 64 lower case hex characters each, at most 20, no duplicates; empty: no CW20 campaigns. */
  cw20CodeChecksums: List<Bytes>;

  static decode(r: JsonReader): FactoryInstantiateMsg {
    // owner,operator,ticket_signer,pauser,guardian,treasury,escrow_code_id,escrow_admin,max_fee_bps,limits,cw20_code_checksums
    const names = Bytes.of(
      memory.data<u8>([
        111, 119, 110, 101, 114, 44, 111, 112, 101, 114, 97, 116, 111, 114, 44, 116, 105, 99, 107, 101, 116, 95, 115,
        105, 103, 110, 101, 114, 44, 112, 97, 117, 115, 101, 114, 44, 103, 117, 97, 114, 100, 105, 97, 110, 44, 116,
        114, 101, 97, 115, 117, 114, 121, 44, 101, 115, 99, 114, 111, 119, 95, 99, 111, 100, 101, 95, 105, 100, 44, 101,
        115, 99, 114, 111, 119, 95, 97, 100, 109, 105, 110, 44, 109, 97, 120, 95, 102, 101, 101, 95, 98, 112, 115, 44,
        108, 105, 109, 105, 116, 115, 44, 99, 119, 50, 48, 95, 99, 111, 100, 101, 95, 99, 104, 101, 99, 107, 115, 117,
        109, 115,
      ]),
      120,
    );
    const value = make<FactoryInstantiateMsg>();
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
          value.operator = readText(r, 1, 256);
          break;
        }
        case 2: {
          value.ticketSigner = r.base64();
          break;
        }
        case 3: {
          value.pauser = readText(r, 1, 256);
          break;
        }
        case 4: {
          value.guardian = readText(r, 1, 256);
          break;
        }
        case 5: {
          value.treasury = readText(r, 1, 256);
          break;
        }
        case 6: {
          value.escrowCodeId = r.u64();
          break;
        }
        case 7: {
          if (!r.isNull()) {
            value.escrowAdmin = readText(r, 1, 256);
          }
          break;
        }
        case 8: {
          value.maxFeeBps = <u32>r.u64(u16.MAX_VALUE);
          break;
        }
        case 9: {
          value.limits = Limits.decode(r);
          break;
        }
        case 10: {
          const items = List.create<Bytes>(8);
          r.beginArray();
          while (r.nextElement()) items.push(r.string());
          value.cw20CodeChecksums = items;
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x77f);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('owner').string(this.owner);
    w.field('operator').string(this.operator);
    w.field('ticket_signer').base64(this.ticketSigner);
    w.field('pauser').string(this.pauser);
    w.field('guardian').string(this.guardian);
    w.field('treasury').string(this.treasury);
    w.field('escrow_code_id').u64(this.escrowCodeId);
    const escrowAdmin = this.escrowAdmin;
    if (escrowAdmin) {
      w.field('escrow_admin').string(escrowAdmin);
    }
    w.field('max_fee_bps').u64(this.maxFeeBps);
    w.field('limits');
    this.limits.encode(w);
    w.field('cw20_code_checksums').beginArray();
    for (let i: u32 = 0; i < this.cw20CodeChecksums.length; i++) w.string(this.cw20CodeChecksums.at(i));
    w.endArray();
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): FactoryInstantiateMsg | null {
    const r = JsonReader.of(input);
    const value = FactoryInstantiateMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Verifies the ticket, records the campaign and creates its escrow with the attached coin. Owner named in the ticket; exactly one coin. */
@unmanaged
export class CreateCampaign {
  /** JSON bytes of the ticket (ticket.json, spec section 2.1). */
  ticket: Bytes;
  /** 64-byte compact secp256k1 signature, r then s, low S, over the SHA-256 of the ticket bytes. */
  signature: Bytes;

  static decode(r: JsonReader): CreateCampaign {
    // ticket,signature
    const names = Bytes.of(
      memory.data<u8>([116, 105, 99, 107, 101, 116, 44, 115, 105, 103, 110, 97, 116, 117, 114, 101]),
      16,
    );
    const value = make<CreateCampaign>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.ticket = r.base64();
          break;
        }
        case 1: {
          value.signature = r.base64();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x3);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('ticket').base64(this.ticket);
    w.field('signature').base64(this.signature);
    w.endObject();
  }
}

/** Which member of EscrowAdminUpdate is there. */
export const enum EscrowAdminUpdateKind {
  /** New admin of escrows created from now on. */
  Set,
  /** Escrows created from now on have no admin. */
  Clear,
}

/** Change of the admin of new escrows: absent leaves it, set names one, clear makes new escrows immutable. */
@unmanaged
export class EscrowAdminUpdate {
  kind: EscrowAdminUpdateKind;
  /** New admin of escrows created from now on. */
  set: Bytes | null;

  static decode(r: JsonReader): EscrowAdminUpdate {
    // set,clear
    const names = Bytes.of(memory.data<u8>([115, 101, 116, 44, 99, 108, 101, 97, 114]), 9);
    const value = make<EscrowAdminUpdate>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case EscrowAdminUpdateKind.Set: {
        value.set = readText(r, 1, 256);
        break;
      }
      case EscrowAdminUpdateKind.Clear: {
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
      case EscrowAdminUpdateKind.Set: {
        w.field('set').string(present(this.set));
        break;
      }
      case EscrowAdminUpdateKind.Clear: {
        w.field('clear').beginObject().endObject();
        break;
      }
    }
    w.endObject();
  }
}

/** Changes the configuration; absent fields stay. Owner. No funds. */
@unmanaged
export class UpdateConfig {
  /** Commits and finalizes allocations of every escrow. */
  operator: Bytes | null;
  /** Compressed secp256k1 public key that signs tickets, 33 bytes. */
  ticketSigner: Bytes | null;
  /** May pause within a rate limit and a budget. */
  pauser: Bytes | null;
  /** Rejects allocations, resolves disputes, cancels, pauses and unpauses. */
  guardian: Bytes | null;
  /** Receives the fees. */
  treasury: Bytes | null;
  hasEscrowCodeId: bool;
  /** Code id of new escrows, from 1. */
  escrowCodeId: u64;
  /** Admin of new escrows. */
  escrowAdmin: EscrowAdminUpdate | null;
  hasMaxFeeBps: bool;
  /** Highest fee a ticket may ask for, basis points; at most 1000. */
  maxFeeBps: u32;
  /** Bounds for new campaigns. */
  limits: Limits | null;
  /** SHA-256 checksums of approved CW20 codes, 64 lower case hex characters each, at most 20, no duplicates; empty: no CW20 campaigns. */
  cw20CodeChecksums: List<Bytes> | null;

  static decode(r: JsonReader): UpdateConfig {
    // operator,ticket_signer,pauser,guardian,treasury,escrow_code_id,escrow_admin,max_fee_bps,limits,cw20_code_checksums
    const names = Bytes.of(
      memory.data<u8>([
        111, 112, 101, 114, 97, 116, 111, 114, 44, 116, 105, 99, 107, 101, 116, 95, 115, 105, 103, 110, 101, 114, 44,
        112, 97, 117, 115, 101, 114, 44, 103, 117, 97, 114, 100, 105, 97, 110, 44, 116, 114, 101, 97, 115, 117, 114,
        121, 44, 101, 115, 99, 114, 111, 119, 95, 99, 111, 100, 101, 95, 105, 100, 44, 101, 115, 99, 114, 111, 119, 95,
        97, 100, 109, 105, 110, 44, 109, 97, 120, 95, 102, 101, 101, 95, 98, 112, 115, 44, 108, 105, 109, 105, 116, 115,
        44, 99, 119, 50, 48, 95, 99, 111, 100, 101, 95, 99, 104, 101, 99, 107, 115, 117, 109, 115,
      ]),
      114,
    );
    const value = make<UpdateConfig>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          if (!r.isNull()) {
            value.operator = readText(r, 1, 256);
          }
          break;
        }
        case 1: {
          if (!r.isNull()) {
            value.ticketSigner = r.base64();
          }
          break;
        }
        case 2: {
          if (!r.isNull()) {
            value.pauser = readText(r, 1, 256);
          }
          break;
        }
        case 3: {
          if (!r.isNull()) {
            value.guardian = readText(r, 1, 256);
          }
          break;
        }
        case 4: {
          if (!r.isNull()) {
            value.treasury = readText(r, 1, 256);
          }
          break;
        }
        case 5: {
          if (!r.isNull()) {
            value.hasEscrowCodeId = true;
            value.escrowCodeId = r.u64();
          }
          break;
        }
        case 6: {
          if (!r.isNull()) {
            value.escrowAdmin = EscrowAdminUpdate.decode(r);
          }
          break;
        }
        case 7: {
          if (!r.isNull()) {
            value.hasMaxFeeBps = true;
            value.maxFeeBps = <u32>r.u64(u16.MAX_VALUE);
          }
          break;
        }
        case 8: {
          if (!r.isNull()) {
            value.limits = Limits.decode(r);
          }
          break;
        }
        case 9: {
          if (!r.isNull()) {
            const items = List.create<Bytes>(8);
            r.beginArray();
            while (r.nextElement()) items.push(r.string());
            value.cw20CodeChecksums = items;
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
    const operator = this.operator;
    if (operator) {
      w.field('operator').string(operator);
    }
    const ticketSigner = this.ticketSigner;
    if (ticketSigner) {
      w.field('ticket_signer').base64(ticketSigner);
    }
    const pauser = this.pauser;
    if (pauser) {
      w.field('pauser').string(pauser);
    }
    const guardian = this.guardian;
    if (guardian) {
      w.field('guardian').string(guardian);
    }
    const treasury = this.treasury;
    if (treasury) {
      w.field('treasury').string(treasury);
    }
    if (this.hasEscrowCodeId) {
      w.field('escrow_code_id').u64(this.escrowCodeId);
    }
    const escrowAdmin = this.escrowAdmin;
    if (escrowAdmin) {
      w.field('escrow_admin');
      escrowAdmin.encode(w);
    }
    if (this.hasMaxFeeBps) {
      w.field('max_fee_bps').u64(this.maxFeeBps);
    }
    const limits = this.limits;
    if (limits) {
      w.field('limits');
      limits.encode(w);
    }
    const cw20CodeChecksums = this.cw20CodeChecksums;
    if (cw20CodeChecksums) {
      w.field('cw20_code_checksums').beginArray();
      for (let i: u32 = 0; i < cw20CodeChecksums.length; i++) w.string(cw20CodeChecksums.at(i));
      w.endArray();
    }
    w.endObject();
  }
}

/** Sends the whole balance of each asset, sent to the factory by mistake. Owner. No funds. */
@unmanaged
export class RescueFunds {
  /** 1 to 10 different assets. */
  assets: List<AssetMsg>;
  /** Receiver. */
  recipient: Bytes;

  static decode(r: JsonReader): RescueFunds {
    // assets,recipient
    const names = Bytes.of(
      memory.data<u8>([97, 115, 115, 101, 116, 115, 44, 114, 101, 99, 105, 112, 105, 101, 110, 116]),
      16,
    );
    const value = make<RescueFunds>();
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
        case 1: {
          value.recipient = readText(r, 1, 256);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x3);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('assets').beginArray();
    for (let i: u32 = 0; i < this.assets.length; i++) this.assets.at(i).encode(w);
    w.endArray();
    w.field('recipient').string(this.recipient);
    w.endObject();
  }
}

/** Re-reads the owner of a campaign's escrow into the registry. Anyone. No funds. */
@unmanaged
export class SyncCampaignOwner {
  /** Campaign id. */
  campaignId: Bytes;

  static decode(r: JsonReader): SyncCampaignOwner {
    // campaign_id
    const names = Bytes.of(memory.data<u8>([99, 97, 109, 112, 97, 105, 103, 110, 95, 105, 100]), 11);
    const value = make<SyncCampaignOwner>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.campaignId = r.string();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('campaign_id').string(this.campaignId);
    w.endObject();
  }
}

/** Which member of FactoryExecuteMsg is there. */
export const enum FactoryExecuteKind {
  /** Verifies the ticket, records the campaign and creates its escrow with the attached coin. Owner named in the ticket; exactly one coin. */
  CreateCampaign,
  /** CW20 receive hook; msg holds the JSON of Cw20HookMsg. Sent by the token contract. No funds. */
  Receive,
  /** Changes the configuration; absent fields stay. Owner. No funds. */
  UpdateConfig,
  /** Pauses until a point in time, never shortening a running pause. Pauser (rate limit and budget), guardian, on the factory also the owner. No funds. */
  Pause,
  /** Ends the pause. Guardian or owner; anyone when no pause runs (no effect). No funds. */
  Unpause,
  /** Sends the whole balance of each asset, sent to the factory by mistake. Owner. No funds. */
  RescueFunds,
  /** Offers ownership to another address. Owner, on an escrow before starts_at. No funds. */
  TransferOwnership,
  /** Takes over an offered ownership. Pending owner, on an escrow before starts_at. No funds. */
  AcceptOwnership,
  /** Withdraws an offered ownership. Owner. No funds. */
  CancelOwnershipTransfer,
  /** Re-reads the owner of a campaign's escrow into the registry. Anyone. No funds. */
  SyncCampaignOwner,
}

/** Messages of the factory (spec section 4.1). */
@unmanaged
export class FactoryExecuteMsg {
  kind: FactoryExecuteKind;
  /** Verifies the ticket, records the campaign and creates its escrow with the attached coin. Owner named in the ticket; exactly one coin. */
  createCampaign: CreateCampaign | null;
  /** CW20 receive hook; msg holds the JSON of Cw20HookMsg. Sent by the token contract. No funds. */
  receive: Receive | null;
  /** Changes the configuration; absent fields stay. Owner. No funds. */
  updateConfig: UpdateConfig | null;
  /** Pauses until a point in time, never shortening a running pause. Pauser (rate limit and budget), guardian, on the factory also the owner. No funds. */
  pause: Pause | null;
  /** Sends the whole balance of each asset, sent to the factory by mistake. Owner. No funds. */
  rescueFunds: RescueFunds | null;
  /** Offers ownership to another address. Owner, on an escrow before starts_at. No funds. */
  transferOwnership: TransferOwnership | null;
  /** Re-reads the owner of a campaign's escrow into the registry. Anyone. No funds. */
  syncCampaignOwner: SyncCampaignOwner | null;

  static decode(r: JsonReader): FactoryExecuteMsg {
    // create_campaign,receive,update_config,pause,unpause,rescue_funds,transfer_ownership,accept_ownership,cancel_ownership_transfer,sync_campaign_owner
    const names = Bytes.of(
      memory.data<u8>([
        99, 114, 101, 97, 116, 101, 95, 99, 97, 109, 112, 97, 105, 103, 110, 44, 114, 101, 99, 101, 105, 118, 101, 44,
        117, 112, 100, 97, 116, 101, 95, 99, 111, 110, 102, 105, 103, 44, 112, 97, 117, 115, 101, 44, 117, 110, 112, 97,
        117, 115, 101, 44, 114, 101, 115, 99, 117, 101, 95, 102, 117, 110, 100, 115, 44, 116, 114, 97, 110, 115, 102,
        101, 114, 95, 111, 119, 110, 101, 114, 115, 104, 105, 112, 44, 97, 99, 99, 101, 112, 116, 95, 111, 119, 110,
        101, 114, 115, 104, 105, 112, 44, 99, 97, 110, 99, 101, 108, 95, 111, 119, 110, 101, 114, 115, 104, 105, 112,
        95, 116, 114, 97, 110, 115, 102, 101, 114, 44, 115, 121, 110, 99, 95, 99, 97, 109, 112, 97, 105, 103, 110, 95,
        111, 119, 110, 101, 114,
      ]),
      146,
    );
    const value = make<FactoryExecuteMsg>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case FactoryExecuteKind.CreateCampaign: {
        value.createCampaign = CreateCampaign.decode(r);
        break;
      }
      case FactoryExecuteKind.Receive: {
        value.receive = Receive.decode(r);
        break;
      }
      case FactoryExecuteKind.UpdateConfig: {
        value.updateConfig = UpdateConfig.decode(r);
        break;
      }
      case FactoryExecuteKind.Pause: {
        value.pause = Pause.decode(r);
        break;
      }
      case FactoryExecuteKind.Unpause: {
        readEmptyObject(r);
        break;
      }
      case FactoryExecuteKind.RescueFunds: {
        value.rescueFunds = RescueFunds.decode(r);
        break;
      }
      case FactoryExecuteKind.TransferOwnership: {
        value.transferOwnership = TransferOwnership.decode(r);
        break;
      }
      case FactoryExecuteKind.AcceptOwnership: {
        readEmptyObject(r);
        break;
      }
      case FactoryExecuteKind.CancelOwnershipTransfer: {
        readEmptyObject(r);
        break;
      }
      case FactoryExecuteKind.SyncCampaignOwner: {
        value.syncCampaignOwner = SyncCampaignOwner.decode(r);
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
      case FactoryExecuteKind.CreateCampaign: {
        w.field('create_campaign');
        present(this.createCampaign).encode(w);
        break;
      }
      case FactoryExecuteKind.Receive: {
        w.field('receive');
        present(this.receive).encode(w);
        break;
      }
      case FactoryExecuteKind.UpdateConfig: {
        w.field('update_config');
        present(this.updateConfig).encode(w);
        break;
      }
      case FactoryExecuteKind.Pause: {
        w.field('pause');
        present(this.pause).encode(w);
        break;
      }
      case FactoryExecuteKind.Unpause: {
        w.field('unpause').beginObject().endObject();
        break;
      }
      case FactoryExecuteKind.RescueFunds: {
        w.field('rescue_funds');
        present(this.rescueFunds).encode(w);
        break;
      }
      case FactoryExecuteKind.TransferOwnership: {
        w.field('transfer_ownership');
        present(this.transferOwnership).encode(w);
        break;
      }
      case FactoryExecuteKind.AcceptOwnership: {
        w.field('accept_ownership').beginObject().endObject();
        break;
      }
      case FactoryExecuteKind.CancelOwnershipTransfer: {
        w.field('cancel_ownership_transfer').beginObject().endObject();
        break;
      }
      case FactoryExecuteKind.SyncCampaignOwner: {
        w.field('sync_campaign_owner');
        present(this.syncCampaignOwner).encode(w);
        break;
      }
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): FactoryExecuteMsg | null {
    const r = JsonReader.of(input);
    const value = FactoryExecuteMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Which member of FactoryCw20HookMsg is there. */
export const enum FactoryCw20HookKind {
  /** Creates a campaign with the tokens sent; the sender of the tokens must be the owner named in the ticket. */
  CreateCampaign,
}

/** Message in the CW20 receive hook of the factory. */
@unmanaged
export class FactoryCw20HookMsg {
  kind: FactoryCw20HookKind;
  /** Creates a campaign with the tokens sent; the sender of the tokens must be the owner named in the ticket. */
  createCampaign: CreateCampaign | null;

  static decode(r: JsonReader): FactoryCw20HookMsg {
    // create_campaign
    const names = Bytes.of(memory.data<u8>([99, 114, 101, 97, 116, 101, 95, 99, 97, 109, 112, 97, 105, 103, 110]), 15);
    const value = make<FactoryCw20HookMsg>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case FactoryCw20HookKind.CreateCampaign: {
        value.createCampaign = CreateCampaign.decode(r);
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
      case FactoryCw20HookKind.CreateCampaign: {
        w.field('create_campaign');
        present(this.createCampaign).encode(w);
        break;
      }
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): FactoryCw20HookMsg | null {
    const r = JsonReader.of(input);
    const value = FactoryCw20HookMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Global pause accumulated by a point in time. */
@unmanaged
export class PauseTotalsQuery {
  /** Point in time; for a future one the running pause counts until its end. */
  at: u64;

  static decode(r: JsonReader): PauseTotalsQuery {
    // at
    const names = Bytes.of(memory.data<u8>([97, 116]), 2);
    const value = make<PauseTotalsQuery>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.at = r.uint64String();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('at').uint64String(this.at);
    w.endObject();
  }
}

/** Latest funding attempt of a campaign. */
@unmanaged
export class CampaignQuery {
  /** Campaign id. */
  campaignId: Bytes;

  static decode(r: JsonReader): CampaignQuery {
    // campaign_id
    const names = Bytes.of(memory.data<u8>([99, 97, 109, 112, 97, 105, 103, 110, 95, 105, 100]), 11);
    const value = make<CampaignQuery>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.campaignId = r.string();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('campaign_id').string(this.campaignId);
    w.endObject();
  }
}

/** Every funding attempt of a campaign, ascending. */
@unmanaged
export class CampaignAttemptsQuery {
  /** Campaign id. */
  campaignId: Bytes;
  hasStartAfter: bool;
  /** Attempt after which the page starts. */
  startAfter: u32;
  hasLimit: bool;
  /** Most attempts in the answer; default 30, clamped to 1..100. */
  limit: u32;

  static decode(r: JsonReader): CampaignAttemptsQuery {
    // campaign_id,start_after,limit
    const names = Bytes.of(
      memory.data<u8>([
        99, 97, 109, 112, 97, 105, 103, 110, 95, 105, 100, 44, 115, 116, 97, 114, 116, 95, 97, 102, 116, 101, 114, 44,
        108, 105, 109, 105, 116,
      ]),
      29,
    );
    const value = make<CampaignAttemptsQuery>();
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
          if (!r.isNull()) {
            value.hasStartAfter = true;
            value.startAfter = <u32>r.u64(u32.MAX_VALUE);
          }
          break;
        }
        case 2: {
          if (!r.isNull()) {
            value.hasLimit = true;
            value.limit = <u32>r.u64(u32.MAX_VALUE);
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
    w.field('campaign_id').string(this.campaignId);
    if (this.hasStartAfter) {
      w.field('start_after').u64(this.startAfter);
    }
    if (this.hasLimit) {
      w.field('limit').u64(this.limit);
    }
    w.endObject();
  }
}

/** Latest funding attempts of all campaigns, ascending by campaign id. */
@unmanaged
export class CampaignsQuery {
  /** Campaign id after which the page starts. */
  startAfter: Bytes | null;
  hasLimit: bool;
  /** Most campaigns in the answer; default 30, clamped to 1..100. */
  limit: u32;

  static decode(r: JsonReader): CampaignsQuery {
    // start_after,limit
    const names = Bytes.of(
      memory.data<u8>([115, 116, 97, 114, 116, 95, 97, 102, 116, 101, 114, 44, 108, 105, 109, 105, 116]),
      17,
    );
    const value = make<CampaignsQuery>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          if (!r.isNull()) {
            value.startAfter = r.string();
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
    w.endObject();
  }
}

/** Latest funding attempts of the campaigns of an owner, ascending by campaign id. */
@unmanaged
export class CampaignsByOwnerQuery {
  /** Owner of the campaigns. */
  owner: Bytes;
  /** Campaign id after which the page starts. */
  startAfter: Bytes | null;
  hasLimit: bool;
  /** Most campaigns in the answer; default 30, clamped to 1..100. */
  limit: u32;

  static decode(r: JsonReader): CampaignsByOwnerQuery {
    // owner,start_after,limit
    const names = Bytes.of(
      memory.data<u8>([
        111, 119, 110, 101, 114, 44, 115, 116, 97, 114, 116, 95, 97, 102, 116, 101, 114, 44, 108, 105, 109, 105, 116,
      ]),
      23,
    );
    const value = make<CampaignsByOwnerQuery>();
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
            value.startAfter = r.string();
          }
          break;
        }
        case 2: {
          if (!r.isNull()) {
            value.hasLimit = true;
            value.limit = <u32>r.u64(u32.MAX_VALUE);
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
    w.field('owner').string(this.owner);
    const startAfter = this.startAfter;
    if (startAfter) {
      w.field('start_after').string(startAfter);
    }
    if (this.hasLimit) {
      w.field('limit').u64(this.limit);
    }
    w.endObject();
  }
}

/** Which member of FactoryQueryMsg is there. */
export const enum FactoryQueryKind {
  /** Configuration and latest global pause. */
  Config,
  /** Whether a global pause runs. */
  PauseState,
  /** Global pause accumulated by a point in time. */
  PauseTotals,
  /** Latest funding attempt of a campaign. */
  Campaign,
  /** Every funding attempt of a campaign, ascending. */
  CampaignAttempts,
  /** Latest funding attempts of all campaigns, ascending by campaign id. */
  Campaigns,
  /** Latest funding attempts of the campaigns of an owner, ascending by campaign id. */
  CampaignsByOwner,
  /** Owner and offered ownership. */
  Ownership,
}

/** Queries of the factory (spec section 4.2). */
@unmanaged
export class FactoryQueryMsg {
  kind: FactoryQueryKind;
  /** Global pause accumulated by a point in time. */
  pauseTotals: PauseTotalsQuery | null;
  /** Latest funding attempt of a campaign. */
  campaign: CampaignQuery | null;
  /** Every funding attempt of a campaign, ascending. */
  campaignAttempts: CampaignAttemptsQuery | null;
  /** Latest funding attempts of all campaigns, ascending by campaign id. */
  campaigns: CampaignsQuery | null;
  /** Latest funding attempts of the campaigns of an owner, ascending by campaign id. */
  campaignsByOwner: CampaignsByOwnerQuery | null;

  static decode(r: JsonReader): FactoryQueryMsg {
    // config,pause_state,pause_totals,campaign,campaign_attempts,campaigns,campaigns_by_owner,ownership
    const names = Bytes.of(
      memory.data<u8>([
        99, 111, 110, 102, 105, 103, 44, 112, 97, 117, 115, 101, 95, 115, 116, 97, 116, 101, 44, 112, 97, 117, 115, 101,
        95, 116, 111, 116, 97, 108, 115, 44, 99, 97, 109, 112, 97, 105, 103, 110, 44, 99, 97, 109, 112, 97, 105, 103,
        110, 95, 97, 116, 116, 101, 109, 112, 116, 115, 44, 99, 97, 109, 112, 97, 105, 103, 110, 115, 44, 99, 97, 109,
        112, 97, 105, 103, 110, 115, 95, 98, 121, 95, 111, 119, 110, 101, 114, 44, 111, 119, 110, 101, 114, 115, 104,
        105, 112,
      ]),
      97,
    );
    const value = make<FactoryQueryMsg>();
    r.beginObject();
    const kind = nextMember(r, names, 0);
    switch (kind) {
      case FactoryQueryKind.Config: {
        readEmptyObject(r);
        break;
      }
      case FactoryQueryKind.PauseState: {
        readEmptyObject(r);
        break;
      }
      case FactoryQueryKind.PauseTotals: {
        value.pauseTotals = PauseTotalsQuery.decode(r);
        break;
      }
      case FactoryQueryKind.Campaign: {
        value.campaign = CampaignQuery.decode(r);
        break;
      }
      case FactoryQueryKind.CampaignAttempts: {
        value.campaignAttempts = CampaignAttemptsQuery.decode(r);
        break;
      }
      case FactoryQueryKind.Campaigns: {
        value.campaigns = CampaignsQuery.decode(r);
        break;
      }
      case FactoryQueryKind.CampaignsByOwner: {
        value.campaignsByOwner = CampaignsByOwnerQuery.decode(r);
        break;
      }
      case FactoryQueryKind.Ownership: {
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
      case FactoryQueryKind.Config: {
        w.field('config').beginObject().endObject();
        break;
      }
      case FactoryQueryKind.PauseState: {
        w.field('pause_state').beginObject().endObject();
        break;
      }
      case FactoryQueryKind.PauseTotals: {
        w.field('pause_totals');
        present(this.pauseTotals).encode(w);
        break;
      }
      case FactoryQueryKind.Campaign: {
        w.field('campaign');
        present(this.campaign).encode(w);
        break;
      }
      case FactoryQueryKind.CampaignAttempts: {
        w.field('campaign_attempts');
        present(this.campaignAttempts).encode(w);
        break;
      }
      case FactoryQueryKind.Campaigns: {
        w.field('campaigns');
        present(this.campaigns).encode(w);
        break;
      }
      case FactoryQueryKind.CampaignsByOwner: {
        w.field('campaigns_by_owner');
        present(this.campaignsByOwner).encode(w);
        break;
      }
      case FactoryQueryKind.Ownership: {
        w.field('ownership').beginObject().endObject();
        break;
      }
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): FactoryQueryMsg | null {
    const r = JsonReader.of(input);
    const value = FactoryQueryMsg.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Registry entry of one funding attempt of a campaign (spec section 2.3). */
@unmanaged
export class CampaignEntry {
  /** Campaign id, [a-z0-9-], 1 to 64 characters. */
  campaignId: Bytes;
  /** Funding attempt, from 1. */
  fundingAttempt: u32;
  /** Escrow contract that holds the pool. */
  escrow: Bytes;
  /** Owner of the campaign as last synchronised from the escrow. */
  owner: Bytes;
  /** Asset of the pool. */
  asset: AssetMsg;
  /** When the escrow was created. */
  createdAt: u64;
  /** Code id the escrow was created with. */
  codeId: u64;

  static decode(r: JsonReader): CampaignEntry {
    // campaign_id,funding_attempt,escrow,owner,asset,created_at,code_id
    const names = Bytes.of(
      memory.data<u8>([
        99, 97, 109, 112, 97, 105, 103, 110, 95, 105, 100, 44, 102, 117, 110, 100, 105, 110, 103, 95, 97, 116, 116, 101,
        109, 112, 116, 44, 101, 115, 99, 114, 111, 119, 44, 111, 119, 110, 101, 114, 44, 97, 115, 115, 101, 116, 44, 99,
        114, 101, 97, 116, 101, 100, 95, 97, 116, 44, 99, 111, 100, 101, 95, 105, 100,
      ]),
      65,
    );
    const value = make<CampaignEntry>();
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
          value.escrow = readText(r, 1, 256);
          break;
        }
        case 3: {
          value.owner = readText(r, 1, 256);
          break;
        }
        case 4: {
          value.asset = AssetMsg.decode(r);
          break;
        }
        case 5: {
          value.createdAt = r.uint64String();
          break;
        }
        case 6: {
          value.codeId = r.u64();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7f);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('campaign_id').string(this.campaignId);
    w.field('funding_attempt').u64(this.fundingAttempt);
    w.field('escrow').string(this.escrow);
    w.field('owner').string(this.owner);
    w.field('asset');
    this.asset.encode(w);
    w.field('created_at').uint64String(this.createdAt);
    w.field('code_id').u64(this.codeId);
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): CampaignEntry | null {
    const r = JsonReader.of(input);
    const value = CampaignEntry.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Funding attempts, ascending. */
@unmanaged
export class CampaignAttemptsResponse {
  /** Funding attempts. */
  attempts: List<CampaignEntry>;

  static decode(r: JsonReader): CampaignAttemptsResponse {
    // attempts
    const names = Bytes.of(memory.data<u8>([97, 116, 116, 101, 109, 112, 116, 115]), 8);
    const value = make<CampaignAttemptsResponse>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          const items = List.create<CampaignEntry>(8);
          r.beginArray();
          while (r.nextElement()) items.push(CampaignEntry.decode(r));
          value.attempts = items;
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('attempts').beginArray();
    for (let i: u32 = 0; i < this.attempts.length; i++) this.attempts.at(i).encode(w);
    w.endArray();
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): CampaignAttemptsResponse | null {
    const r = JsonReader.of(input);
    const value = CampaignAttemptsResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Latest funding attempts, ascending by campaign id. */
@unmanaged
export class CampaignsResponse {
  /** Latest funding attempts. */
  campaigns: List<CampaignEntry>;

  static decode(r: JsonReader): CampaignsResponse {
    // campaigns
    const names = Bytes.of(memory.data<u8>([99, 97, 109, 112, 97, 105, 103, 110, 115]), 9);
    const value = make<CampaignsResponse>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          const items = List.create<CampaignEntry>(8);
          r.beginArray();
          while (r.nextElement()) items.push(CampaignEntry.decode(r));
          value.campaigns = items;
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('campaigns').beginArray();
    for (let i: u32 = 0; i < this.campaigns.length; i++) this.campaigns.at(i).encode(w);
    w.endArray();
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): CampaignsResponse | null {
    const r = JsonReader.of(input);
    const value = CampaignsResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Which role paused: pauser, guardian or owner. */
export const enum PauseKind {
  Pauser,
  Guardian,
  Owner,
}

export function pauseKindName(value: PauseKind): string {
  switch (value) {
    case PauseKind.Pauser:
      return 'pauser';
    case PauseKind.Guardian:
      return 'guardian';
    default:
      return 'owner';
  }
}

export function decodePauseKind(r: JsonReader): PauseKind {
  // pauser,guardian,owner
  const names = Bytes.of(
    memory.data<u8>([
      112, 97, 117, 115, 101, 114, 44, 103, 117, 97, 114, 100, 105, 97, 110, 44, 111, 119, 110, 101, 114,
    ]),
    21,
  );
  return readName(r, names);
}

/** Nanoseconds of global pause by the role that paused. */
@unmanaged
export class PauseTotals {
  /** Paused by the pauser, nanoseconds. */
  pauser: u64;
  /** Paused by the guardian, nanoseconds. */
  guardian: u64;
  /** Paused by the owner, nanoseconds. */
  owner: u64;

  static decode(r: JsonReader): PauseTotals {
    // pauser,guardian,owner
    const names = Bytes.of(
      memory.data<u8>([
        112, 97, 117, 115, 101, 114, 44, 103, 117, 97, 114, 100, 105, 97, 110, 44, 111, 119, 110, 101, 114,
      ]),
      21,
    );
    const value = make<PauseTotals>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.pauser = r.uint64String();
          break;
        }
        case 1: {
          value.guardian = r.uint64String();
          break;
        }
        case 2: {
          value.owner = r.uint64String();
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x7);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('pauser').uint64String(this.pauser);
    w.field('guardian').uint64String(this.guardian);
    w.field('owner').uint64String(this.owner);
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): PauseTotals | null {
    const r = JsonReader.of(input);
    const value = PauseTotals.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** The latest global pause. */
@unmanaged
export class GlobalPause {
  /** When it began. */
  start: u64;
  /** When it ends or ended. */
  until: u64;
  /** Who paused. */
  kind: PauseKind;
  /** Totals of all pauses before this one. */
  totalsBefore: PauseTotals;

  static decode(r: JsonReader): GlobalPause {
    // start,until,kind,totals_before
    const names = Bytes.of(
      memory.data<u8>([
        115, 116, 97, 114, 116, 44, 117, 110, 116, 105, 108, 44, 107, 105, 110, 100, 44, 116, 111, 116, 97, 108, 115,
        95, 98, 101, 102, 111, 114, 101,
      ]),
      30,
    );
    const value = make<GlobalPause>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.start = r.uint64String();
          break;
        }
        case 1: {
          value.until = r.uint64String();
          break;
        }
        case 2: {
          value.kind = decodePauseKind(r);
          break;
        }
        case 3: {
          value.totalsBefore = PauseTotals.decode(r);
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0xf);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('start').uint64String(this.start);
    w.field('until').uint64String(this.until);
    w.field('kind').ascii(pauseKindName(this.kind));
    w.field('totals_before');
    this.totalsBefore.encode(w);
    w.endObject();
  }
}

/** Configuration and latest global pause. */
@unmanaged
export class FactoryConfigResponse {
  /** Owner of the factory. */
  owner: Bytes;
  /** Commits and finalizes allocations of every escrow. */
  operator: Bytes;
  /** Compressed secp256k1 public key that signs tickets, 33 bytes. */
  ticketSigner: Bytes;
  /** May pause within a rate limit and a budget. */
  pauser: Bytes;
  /** Rejects allocations, resolves disputes, cancels, pauses and unpauses. */
  guardian: Bytes;
  /** Receives the fees. */
  treasury: Bytes;
  /** Code id of new escrows, from 1. */
  escrowCodeId: u64;
  /** Admin of new escrows; null: they are immutable. */
  escrowAdmin: Bytes | null;
  /** Highest fee a ticket may ask for, basis points; at most 1000. */
  maxFeeBps: u32;
  /** Bounds for new campaigns. */
  limits: Limits;
  /** SHA-256 checksums of approved CW20 codes, 64 lower case hex characters each, at most 20, no duplicates; empty: no CW20 campaigns. */
  cw20CodeChecksums: List<Bytes>;
  hasPausedUntil: bool;
  /** End of the running pause; null when none runs. */
  pausedUntil: u64;
  /** Latest global pause; null when never paused. */
  globalPause: GlobalPause | null;

  static decode(r: JsonReader): FactoryConfigResponse {
    // owner,operator,ticket_signer,pauser,guardian,treasury,escrow_code_id,escrow_admin,max_fee_bps,limits,cw20_code_checksums,paused_until,global_pause
    const names = Bytes.of(
      memory.data<u8>([
        111, 119, 110, 101, 114, 44, 111, 112, 101, 114, 97, 116, 111, 114, 44, 116, 105, 99, 107, 101, 116, 95, 115,
        105, 103, 110, 101, 114, 44, 112, 97, 117, 115, 101, 114, 44, 103, 117, 97, 114, 100, 105, 97, 110, 44, 116,
        114, 101, 97, 115, 117, 114, 121, 44, 101, 115, 99, 114, 111, 119, 95, 99, 111, 100, 101, 95, 105, 100, 44, 101,
        115, 99, 114, 111, 119, 95, 97, 100, 109, 105, 110, 44, 109, 97, 120, 95, 102, 101, 101, 95, 98, 112, 115, 44,
        108, 105, 109, 105, 116, 115, 44, 99, 119, 50, 48, 95, 99, 111, 100, 101, 95, 99, 104, 101, 99, 107, 115, 117,
        109, 115, 44, 112, 97, 117, 115, 101, 100, 95, 117, 110, 116, 105, 108, 44, 103, 108, 111, 98, 97, 108, 95, 112,
        97, 117, 115, 101,
      ]),
      146,
    );
    const value = make<FactoryConfigResponse>();
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
          value.operator = readText(r, 1, 256);
          break;
        }
        case 2: {
          value.ticketSigner = r.base64();
          break;
        }
        case 3: {
          value.pauser = readText(r, 1, 256);
          break;
        }
        case 4: {
          value.guardian = readText(r, 1, 256);
          break;
        }
        case 5: {
          value.treasury = readText(r, 1, 256);
          break;
        }
        case 6: {
          value.escrowCodeId = r.u64();
          break;
        }
        case 7: {
          if (!r.isNull()) {
            value.escrowAdmin = readText(r, 1, 256);
          }
          break;
        }
        case 8: {
          value.maxFeeBps = <u32>r.u64(u16.MAX_VALUE);
          break;
        }
        case 9: {
          value.limits = Limits.decode(r);
          break;
        }
        case 10: {
          const items = List.create<Bytes>(8);
          r.beginArray();
          while (r.nextElement()) items.push(r.string());
          value.cw20CodeChecksums = items;
          break;
        }
        case 11: {
          if (!r.isNull()) {
            value.hasPausedUntil = true;
            value.pausedUntil = r.uint64String();
          }
          break;
        }
        case 12: {
          if (!r.isNull()) {
            value.globalPause = GlobalPause.decode(r);
          }
          break;
        }
      }
    }
    requireMembers(r, names, seen, 0x1fff);
    return value;
  }

  encode(w: JsonWriter): void {
    w.beginObject();
    w.field('owner').string(this.owner);
    w.field('operator').string(this.operator);
    w.field('ticket_signer').base64(this.ticketSigner);
    w.field('pauser').string(this.pauser);
    w.field('guardian').string(this.guardian);
    w.field('treasury').string(this.treasury);
    w.field('escrow_code_id').u64(this.escrowCodeId);
    const escrowAdmin = this.escrowAdmin;
    if (escrowAdmin) {
      w.field('escrow_admin').string(escrowAdmin);
    } else {
      w.field('escrow_admin').null();
    }
    w.field('max_fee_bps').u64(this.maxFeeBps);
    w.field('limits');
    this.limits.encode(w);
    w.field('cw20_code_checksums').beginArray();
    for (let i: u32 = 0; i < this.cw20CodeChecksums.length; i++) w.string(this.cw20CodeChecksums.at(i));
    w.endArray();
    if (this.hasPausedUntil) {
      w.field('paused_until').uint64String(this.pausedUntil);
    } else {
      w.field('paused_until').null();
    }
    const globalPause = this.globalPause;
    if (globalPause) {
      w.field('global_pause');
      globalPause.encode(w);
    } else {
      w.field('global_pause').null();
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): FactoryConfigResponse | null {
    const r = JsonReader.of(input);
    const value = FactoryConfigResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}

/** Whether a global pause runs. */
@unmanaged
export class PauseStateResponse {
  /** A pause runs. */
  paused: bool;
  hasPausedUntil: bool;
  /** Its end; null when none runs. */
  pausedUntil: u64;
  hasKind: bool;
  /** Who paused; null when none runs. */
  kind: PauseKind;

  static decode(r: JsonReader): PauseStateResponse {
    // paused,paused_until,kind
    const names = Bytes.of(
      memory.data<u8>([
        112, 97, 117, 115, 101, 100, 44, 112, 97, 117, 115, 101, 100, 95, 117, 110, 116, 105, 108, 44, 107, 105, 110,
        100,
      ]),
      24,
    );
    const value = make<PauseStateResponse>();
    let seen: u64 = 0;
    r.beginObject();
    for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
      seen |= (<u64>1) << i;
      switch (i) {
        case 0: {
          value.paused = r.bool();
          break;
        }
        case 1: {
          if (!r.isNull()) {
            value.hasPausedUntil = true;
            value.pausedUntil = r.uint64String();
          }
          break;
        }
        case 2: {
          if (!r.isNull()) {
            value.hasKind = true;
            value.kind = decodePauseKind(r);
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
    w.field('paused').bool(this.paused);
    if (this.hasPausedUntil) {
      w.field('paused_until').uint64String(this.pausedUntil);
    } else {
      w.field('paused_until').null();
    }
    if (this.hasKind) {
      w.field('kind').ascii(pauseKindName(this.kind));
    } else {
      w.field('kind').null();
    }
    w.endObject();
  }

  /** The value of a whole JSON text; null when it is not one, with the reason in `lastFailure`. */
  static parse(input: Bytes): PauseStateResponse | null {
    const r = JsonReader.of(input);
    const value = PauseStateResponse.decode(r);
    return isComplete(r) ? value : null;
  }

  toJson(): Bytes {
    const w = JsonWriter.create();
    this.encode(w);
    return w.toBytes();
  }
}
