import { Bytes, Key, RecordWriter, U128, make, storageSet } from '@questp/std/assembly';
import { readAmount, writeAmount } from './amount';
import { readRecord } from './stored';

const LAYOUT: u8 = 1;

/** What messages decide; with the time it gives the phase. The factory reads the byte of `Cancelled` (3). */
export enum Stage {
  Open = 0,
  Finalized = 1,
  Completed = 2,
  Cancelled = 3,
  Reclaimed = 4,
}

/**
 * Everything that changes, in one record, so that a message pays for one write. Its first two bytes, layout and stage,
 * are read by the factory and keep their place (docs/guides/contracts.md, Storage). Amounts in the asset's smallest unit.
 */
@unmanaged
export class StateRecord {
  stage: Stage;
  /** Of the allocation, from 1. */
  version: u32;
  entryCount: u32;
  chunkCount: u32;
  totalPoints: U128;
  /** Escrow clock (ns). */
  commitDeadline: u64;
  rejections: u32;
  fundedTotal: U128;
  refundedTotal: U128;
  feePaid: U128;
  /** Fee of the completion that the treasury has not received. */
  feeOwed: U128;
  paidCount: u32;
  paidTotal: U128;
  failedCount: u32;
  failedOutstanding: U128;
  skippedCount: u32;
  skippedTotal: U128;
  /** First slot `distribute` has not examined. */
  cursor: u32;
  /** Entries it has examined. */
  examined: u32;
  /** Entries paid by claim that the cursor has not passed yet. */
  claimedAhead: u32;
  /** Block time (ns) of completion or cancellation, 0 before. */
  closedAt: u64;
  /** Fees and refunds sent so far; numbers their records. */
  transferCount: u32;
  /** Height of the block in which funds were last sent, 0 before. */
  sentHeight: u64;
  /** Block time (ns) of the last accepted message; 0 in the state of an earlier release. */
  readAt: u64;
  /** Escrow clock (ns) to which the completion keeps the reserve of failed payouts at least, 0 before. */
  reservedUntil: u64;

  /** A new escrow that holds `funding`, at block time `now` (ns). */
  static create(funding: U128, commitDeadline: u64, now: u64): StateRecord {
    const state = make<StateRecord>();
    const zero = U128.zero();
    state.version = 1;
    state.totalPoints = zero;
    state.commitDeadline = commitDeadline;
    state.readAt = now;
    state.fundedTotal = funding;
    state.refundedTotal = zero;
    state.feePaid = zero;
    state.feeOwed = zero;
    state.paidTotal = zero;
    state.failedOutstanding = zero;
    state.skippedTotal = zero;
    return state;
  }

  static load(): StateRecord {
    const reader = readRecord(stateKey(), LAYOUT);
    const state = make<StateRecord>();
    state.stage = <Stage>reader.u8();
    state.version = reader.u32();
    state.entryCount = reader.u32();
    state.chunkCount = reader.u32();
    state.totalPoints = readAmount(reader);
    state.commitDeadline = reader.u64();
    state.rejections = reader.u32();
    state.fundedTotal = readAmount(reader);
    state.refundedTotal = readAmount(reader);
    state.feePaid = readAmount(reader);
    state.feeOwed = readAmount(reader);
    state.paidCount = reader.u32();
    state.paidTotal = readAmount(reader);
    state.failedCount = reader.u32();
    state.failedOutstanding = readAmount(reader);
    state.skippedCount = reader.u32();
    state.skippedTotal = readAmount(reader);
    state.cursor = reader.u32();
    state.examined = reader.u32();
    state.claimedAhead = reader.u32();
    state.closedAt = reader.u64();
    state.transferCount = reader.u32();
    state.sentHeight = reader.u64();
    state.readAt = reader.addedU64();
    state.reservedUntil = reader.addedU64();
    return state;
  }

  save(): void {
    const record = RecordWriter.create(256)
      .u8(LAYOUT)
      .u8(<u8>this.stage)
      .u32le(this.version)
      .u32le(this.entryCount)
      .u32le(this.chunkCount);
    writeAmount(record, this.totalPoints);
    record.u64le(this.commitDeadline).u32le(this.rejections);
    writeAmount(record, this.fundedTotal);
    writeAmount(record, this.refundedTotal);
    writeAmount(record, this.feePaid);
    writeAmount(record, this.feeOwed);
    record.u32le(this.paidCount);
    writeAmount(record, this.paidTotal);
    record.u32le(this.failedCount);
    writeAmount(record, this.failedOutstanding);
    record.u32le(this.skippedCount);
    writeAmount(record, this.skippedTotal);
    record
      .u32le(this.cursor)
      .u32le(this.examined)
      .u32le(this.claimedAhead)
      .u64le(this.closedAt)
      .u32le(this.transferCount)
      .u64le(this.sentHeight)
      .u64le(this.readAt);
    if (this.reservedUntil) record.u64le(this.reservedUntil);
    storageSet(stateKey(), record.toBytes());
  }
}

function stateKey(): Bytes {
  return Key.of('state').bytes();
}
