import { Bytes, JsonWriter, addU64, smartQuery } from '@questp/std/assembly';
import { PauseTotals } from '@questp/message-schema/assembly';
import { ConfigRecord } from '../records/config-record';
import { SharedRecord, fitInto } from '../roles/shared-record';
import { Clock, clockAt, settlePause } from './clock';
import { ClockRecord } from './clock-record';

/**
 * The clock at `blockTime` (ns). Settles in `record` an instance pause that ran out and notes the global total; the
 * caller stores the record with the next change. Without the factory the clock goes on with the last total seen.
 */
export function readClock(
  record: ClockRecord,
  shared: SharedRecord | null,
  config: ConfigRecord,
  blockTime: u64,
): Clock {
  // Never back: what the factory once reported is part of deadlines that have been told.
  const global = shared ? max(shared.totalAt(blockTime), record.globalSeen) : record.globalSeen;
  if (record.pauseStart && blockTime >= record.pauseUntil) {
    const atEnd = globalTotalAt(record.pauseUntil, shared, config.factory, record.globalSeen);
    settlePause(record, record.pauseUntil, clamp(atEnd, record, global));
  }
  if (record.globalSeen != global) {
    record.globalSeen = global;
    record.isChanged = true;
  }
  const pausedUntil = shared && shared.isPausedAt(blockTime) ? shared.pauseEnd : 0;
  return clockAt(record, config.createdAt, blockTime, global, pausedUntil);
}

/** Nanoseconds of global pause until `time`, a past instant. */
function globalTotalAt(time: u64, shared: SharedRecord | null, factory: Bytes, fallback: u64): u64 {
  if (!shared) return fallback;
  if (time >= shared.pauseStart) return shared.totalAt(time);
  const query = JsonWriter.create(64);
  query.beginObject().field('pause_totals').beginObject().field('at').uint64String(time).endObject().endObject();
  const answer = smartQuery(factory, query.toBytes());
  const totals = answer ? PauseTotals.parse(answer) : null;
  if (!totals || !fitInto(time, totals.pauser, totals.guardian, totals.owner)) return fallback;
  return totals.pauser + totals.guardian + totals.owner;
}

/** A total between those at the pause's start and now that grew no faster than time: no answer can stop the arithmetic. */
function clamp(total: u64, record: ClockRecord, latest: u64): u64 {
  const most = min(latest, addU64(record.globalAtPauseStart, record.pauseUntil - record.pauseStart));
  return min(max(total, record.globalAtPauseStart), most);
}
