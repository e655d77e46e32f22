import { JsonWriter, addU64, contractInfo, smartQuery, subU64 } from '@questp/std/assembly';
import { PauseTotals } from '@questp/message-schema/assembly';
import { ConfigRecord } from '../records/config-record';
import { SharedRecord, fitInto } from '../roles/shared-record';
import { Clock, clockAt, settlePause } from './clock';
import { ClockRecord } from './clock-record';

/**
 * The clock at `blockTime` (ns). Updates `record`: an instance pause that has ended is settled, and the global total is
 * the one read now. Without the factory the clock uses the last total.
 *
 * @param readAt - Block time (ns) of the last reading that was stored.
 */
export function readClock(
  record: ClockRecord,
  shared: SharedRecord | null,
  config: ConfigRecord,
  readAt: u64,
  blockTime: u64,
): Clock {
  // Between two readings the total grows by at least 0 and at most the time between them. So whatever the factory
  // reports, the clock neither runs backwards nor faster than time.
  const last = record.globalSeen;
  const most = addU64(last, subU64(blockTime, readAt));
  const global = shared ? min(max(shared.totalAt(blockTime), last), most) : last;
  if (record.pauseStart && blockTime >= record.pauseUntil) {
    const atEnd = globalTotalAt(record.pauseUntil, shared, config, last);
    settlePause(record, record.pauseUntil, clamp(atEnd, record, blockTime, global));
  }
  if (record.globalSeen != global) {
    record.globalSeen = global;
    record.isChanged = true;
  }
  const pausedUntil = shared && shared.isPausedAt(blockTime) ? shared.pauseEnd : 0;
  return clockAt(record, config.createdAt, blockTime, global, pausedUntil);
}

/** Nanoseconds of global pause until `time`, a past instant; `fallback` where the factory cannot be asked. */
function globalTotalAt(time: u64, shared: SharedRecord | null, config: ConfigRecord, fallback: u64): u64 {
  if (!shared) return fallback;
  if (time >= shared.pauseStart) return shared.totalAt(time);
  // A query has no gas limit of its own, so code that the factory got later is not run.
  const factory = contractInfo(config.factory);
  if (!factory || factory.codeId != config.factoryCodeId) return fallback;
  const query = JsonWriter.create(64);
  query.beginObject().field('pause_totals').beginObject().field('at').uint64String(time).endObject().endObject();
  const answer = smartQuery(config.factory, query.toBytes());
  const totals = answer ? PauseTotals.parse(answer) : null;
  if (!totals || !fitInto(time, totals.pauser, totals.guardian, totals.owner)) return fallback;
  return totals.pauser + totals.guardian + totals.owner;
}

/**
 * The total at the end of the instance pause, as close to `total` as possible: at least the one at the pause's start, at
 * most `global`, the one at `blockTime`, and not further below it than the time since.
 */
function clamp(total: u64, record: ClockRecord, blockTime: u64, global: u64): u64 {
  const sinceEnd = blockTime - record.pauseUntil;
  const least = max(record.globalAtPauseStart, subU64(global, min(global, sinceEnd)));
  return min(max(total, least), global);
}
