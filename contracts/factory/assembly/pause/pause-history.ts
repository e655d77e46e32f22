import { Bytes, BytesBuilder, Key, Order, Range, RecordReader, make, panic, storageSet } from '@questp/std/assembly';
import { GlobalPause, PauseTotals } from '@questp/message-schema/assembly';
import { readPause, totalsAt, writePause } from '../global-pause';

const LAYOUT: u8 = 1;

/** Keeps a pause that is over and about to be replaced as the latest one. */
export function appendToHistory(pause: GlobalPause): void {
  const record = BytesBuilder.create(42).u8(LAYOUT);
  writePause(record, pause);
  storageSet(historyKey(pause.start), record.toBytes());
}

/** Nanoseconds paused by kind until `at`. `latest` is the shared record's pause; an earlier `at` costs one range step. */
export function pauseTotals(latest: GlobalPause, at: u64): PauseTotals {
  if (at >= latest.start) return totalsAt(latest, at);
  // The range ends before `at`: a pause that begins then has not added anything yet.
  const range = Range.of(historyKey(0), historyKey(at), Order.Descending);
  if (!range.next()) return make<PauseTotals>();
  const reader = RecordReader.of(range.value);
  if (reader.u8() != LAYOUT) panic('the pause history has an unknown layout');
  return totalsAt(readPause(reader), at);
}

function historyKey(start: u64): Bytes {
  return Key.of('pause_history').u64(start).bytes();
}
