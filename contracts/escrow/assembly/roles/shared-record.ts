import { Bytes, Key, RecordReader, SECOND, addU64, make, rawQuery, subU64 } from '@questp/std/assembly';

const LAYOUT: u8 = 1;
const ROLES: u32 = 4;
/** Longest single pause of a factory (specification 2.2): ns. */
const MAX_PAUSE: u64 = 7 * 86_400 * SECOND;
/** Start, end, kind and three totals of the latest global pause. */
const PAUSE_LENGTH: u32 = 8 + 8 + 1 + 3 * 8;

/**
 * The factory's roles and latest global pause, read with one raw query. The layout is the factory's
 * (docs/guides/contracts.md, Storage).
 */
@unmanaged
export class SharedRecord {
  operator: Bytes;
  pauser: Bytes;
  guardian: Bytes;
  treasury: Bytes;
  /** Block time (ns); both 0 when the factory was never paused. */
  pauseStart: u64;
  pauseEnd: u64;
  /** Nanoseconds the factory was paused before `pauseStart`. */
  pausedBefore: u64;

  /**
   * Null where the record is missing, has another layout, or reports pauses that are impossible by `now` (ns). The
   * escrow then works without a factory.
   */
  static query(factory: Bytes, now: u64): SharedRecord | null {
    const stored = rawQuery(factory, Key.of('shared').bytes());
    if (!stored || !isComplete(stored)) return null;
    const reader = RecordReader.of(stored);
    reader.u8();
    const shared = make<SharedRecord>();
    shared.operator = reader.text8();
    shared.pauser = reader.text8();
    shared.guardian = reader.text8();
    shared.treasury = reader.text8();
    shared.pauseStart = reader.u64();
    shared.pauseEnd = reader.u64();
    reader.u8();
    const pauser = reader.u64();
    const guardian = reader.u64();
    const owner = reader.u64();
    if (!hasBegun(shared, now) || !fitInto(shared.pauseStart, pauser, guardian, owner)) return null;
    shared.pausedBefore = pauser + guardian + owner;
    return shared;
  }

  /** Nanoseconds of global pause by `time`, which must not lie before `pauseStart`. */
  totalAt(time: u64): u64 {
    return addU64(this.pausedBefore, subU64(min(time, this.pauseEnd), this.pauseStart));
  }

  isPausedAt(time: u64): bool {
    return time < this.pauseEnd;
  }
}

/** True if the sum of three totals (ns) is at most `time`: a factory cannot have been paused for longer. */
export function fitInto(time: u64, pauser: u64, guardian: u64, owner: u64): bool {
  return pauser <= time && guardian <= time - pauser && owner <= time - pauser - guardian;
}

function hasBegun(shared: SharedRecord, now: u64): bool {
  const start = shared.pauseStart;
  return start <= now && start <= shared.pauseEnd && shared.pauseEnd - start <= MAX_PAUSE;
}

function isComplete(stored: Bytes): bool {
  if (stored.length == 0 || stored.at(0) != LAYOUT) return false;
  let position: u32 = 1;
  for (let i: u32 = 0; i < ROLES; i++) {
    if (position >= stored.length) return false;
    position += 1 + stored.at(position);
  }
  return position + PAUSE_LENGTH == stored.length;
}
