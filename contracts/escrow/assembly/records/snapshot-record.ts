import { Bytes, Key, RecordWriter, U128, make, storageRemove, storageSet } from '@questp/std/assembly';
import { readRecord } from './stored';

const LAYOUT: u8 = 1;

/** The values fixed by finalize, and the dispute about them. It exists while the stage is finalized or completed. */
@unmanaged
export class SnapshotRecord {
  /** Block time (ns) of finalize. */
  at: u64;
  /** Escrow clock (ns). */
  challengeEndsAt: u64;
  /** Escrow clock (ns): the end of the challenge, of the dispute, or the guardian's decision to keep. */
  payoutsStartAt: u64;
  grossBalance: U128;
  maxFee: U128;
  distributable: U128;
  cap: U128;
  treasury: Bytes;
  /** Block time (ns), 0 when there is no dispute. */
  disputedAt: u64;
  /** Escrow clock (ns). */
  disputeExpiresAt: u64;
  /** Block time (ns), 0 while the dispute is not resolved. */
  resolvedAt: u64;

  static load(): SnapshotRecord {
    const reader = readRecord(snapshotKey(), LAYOUT);
    const snapshot = make<SnapshotRecord>();
    snapshot.at = reader.u64();
    snapshot.challengeEndsAt = reader.u64();
    snapshot.payoutsStartAt = reader.u64();
    snapshot.grossBalance = reader.u128();
    snapshot.maxFee = reader.u128();
    snapshot.distributable = reader.u128();
    snapshot.cap = reader.u128();
    snapshot.treasury = reader.text8();
    snapshot.disputedAt = reader.u64();
    snapshot.disputeExpiresAt = reader.u64();
    snapshot.resolvedAt = reader.u64();
    return snapshot;
  }

  save(): void {
    const record = RecordWriter.create(224)
      .u8(LAYOUT)
      .u64le(this.at)
      .u64le(this.challengeEndsAt)
      .u64le(this.payoutsStartAt)
      .u128le(this.grossBalance)
      .u128le(this.maxFee)
      .u128le(this.distributable)
      .u128le(this.cap)
      .text8(this.treasury)
      .u64le(this.disputedAt)
      .u64le(this.disputeExpiresAt)
      .u64le(this.resolvedAt);
    storageSet(snapshotKey(), record.toBytes());
  }

  static remove(): void {
    storageRemove(snapshotKey());
  }
}

function snapshotKey(): Bytes {
  return Key.of('snapshot').bytes();
}
