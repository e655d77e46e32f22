import { BytesBuilder, RecordReader, addU64, make, subU64 } from '@questp/std/assembly';
import { GlobalPause, PauseKind, PauseTotals } from '@questp/message-schema/assembly';

/** A factory never paused: start and end 0. */
export function neverPaused(): GlobalPause {
  const pause = make<GlobalPause>();
  pause.totalsBefore = make<PauseTotals>();
  return pause;
}

/** True before the end of the pause (`now` in ns). */
export function isRunning(pause: GlobalPause, now: u64): bool {
  return now >= pause.start && now < pause.until;
}

/** Nanoseconds paused by kind accumulated by the time `at`, which must not lie before the start of `pause`. */
export function totalsAt(pause: GlobalPause, at: u64): PauseTotals {
  const before = pause.totalsBefore;
  const totals = make<PauseTotals>();
  totals.pauser = before.pauser;
  totals.guardian = before.guardian;
  totals.owner = before.owner;
  const elapsed = subU64(min(at, pause.until), pause.start);
  if (pause.kind == PauseKind.Pauser) totals.pauser = addU64(totals.pauser, elapsed);
  else if (pause.kind == PauseKind.Guardian) totals.guardian = addU64(totals.guardian, elapsed);
  else totals.owner = addU64(totals.owner, elapsed);
  return totals;
}

/** 41 bytes: start, end (u64), kind (u8), totals before it by kind (3 x u64), little endian. */
export function writePause(record: BytesBuilder, pause: GlobalPause): void {
  const before = pause.totalsBefore;
  record
    .u64le(pause.start)
    .u64le(pause.until)
    .u8(<u8>pause.kind)
    .u64le(before.pauser)
    .u64le(before.guardian)
    .u64le(before.owner);
}

export function readPause(reader: RecordReader): GlobalPause {
  const pause = neverPaused();
  pause.start = reader.u64();
  pause.until = reader.u64();
  pause.kind = <PauseKind>reader.u8();
  pause.totalsBefore.pauser = reader.u64();
  pause.totalsBefore.guardian = reader.u64();
  pause.totalsBefore.owner = reader.u64();
  return pause;
}
