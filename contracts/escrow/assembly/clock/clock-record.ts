import { Bytes, Key, RecordWriter, make, storageSet } from '@questp/std/assembly';
import { readRecord } from '../records/stored';

const LAYOUT: u8 = 1;

/**
 * State of the escrow clock. A global total is the time (ns) the factory was paused until some instant; measured with
 * it, an overlap of global and instance pauses counts once.
 */
@unmanaged
export class ClockRecord {
  globalAtCreation: u64;
  /** Global total at the last reading; constant while the factory cannot be read. */
  globalSeen: u64;
  /** Nanoseconds of instance pauses that are over, less the global pauses within them. */
  settled: u64;
  /** Block time (ns); 0 when no instance pause is open. A pause that has ended is open until it is settled. */
  pauseStart: u64;
  pauseUntil: u64;
  globalAtPauseStart: u64;
  byPauser: bool;
  /** Nanoseconds of the pauser's budget that are used, all of a running pause included. */
  pauserUsed: u64;
  /** Block time (ns) of the pauser's latest pause, 0 before the first. */
  pauserPausedAt: u64;
  /** True if it differs from the stored record. */
  isChanged: bool;

  static load(): ClockRecord {
    const reader = readRecord(clockKey(), LAYOUT);
    const record = make<ClockRecord>();
    record.globalAtCreation = reader.u64();
    record.globalSeen = reader.u64();
    record.settled = reader.u64();
    record.pauseStart = reader.u64();
    record.pauseUntil = reader.u64();
    record.globalAtPauseStart = reader.u64();
    record.byPauser = reader.bool();
    record.pauserUsed = reader.u64();
    record.pauserPausedAt = reader.u64();
    return record;
  }

  save(): void {
    const record = RecordWriter.create(80)
      .u8(LAYOUT)
      .u64le(this.globalAtCreation)
      .u64le(this.globalSeen)
      .u64le(this.settled)
      .u64le(this.pauseStart)
      .u64le(this.pauseUntil)
      .u64le(this.globalAtPauseStart)
      .bool(this.byPauser)
      .u64le(this.pauserUsed)
      .u64le(this.pauserPausedAt);
    storageSet(clockKey(), record.toBytes());
  }
}

function clockKey(): Bytes {
  return Key.of('clock').bytes();
}
