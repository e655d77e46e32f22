import { Bytes, Key, RecordReader, addU64, make, rawQuery } from '@questp/std/assembly';

const LAYOUT: u8 = 1;
const ROLES: u32 = 4;
/** Start, end, kind and three totals of the latest global pause. */
const PAUSE_LENGTH: u32 = 8 + 8 + 1 + 3 * 8;

/**
 * The factory's roles and latest global pause, read with one raw query. The layout is the factory's
 * (docs/contracts.md, Storage).
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

  /** null when there is no factory, or none that writes this layout: an escrow has to outlive its factory. */
  static query(factory: Bytes): SharedRecord | null {
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
    shared.pausedBefore = addU64(addU64(reader.u64(), reader.u64()), reader.u64());
    return shared;
  }

  /** Nanoseconds of global pause until `time`, which must not lie before `pauseStart`. */
  pausedUntil(time: u64): u64 {
    return this.pausedBefore + (min(time, this.pauseEnd) - this.pauseStart);
  }

  isPausedAt(time: u64): bool {
    return time < this.pauseEnd;
  }
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
