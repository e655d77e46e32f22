import type { Readable } from 'node:stream';
import type { BrokenOffReason } from '@questp/messages/exports';
import { AppError } from '@questp/messages/language';
import type { Config } from '../shared/config.js';

const CHECK_MS = 1_000;
/**
 * The rate is measured over this many times the longest stall: sockets take data in steps of up to 3 MB even for a
 * steady reader.
 */
const STALLS_PER_WINDOW = 4;

/** Error for a reader that is too slow while others wait for its slot. */
export class ReaderTooSlow extends AppError {
  constructor(readonly reason: BrokenOffReason) {
    super('REQUEST_TIMEOUT');
  }
}

/**
 * Aborts a file whose reader takes no byte for some time, or too few bytes per second. Only time in which bytes wait
 * for the reader counts, not the time of the database. There is no limit of total time.
 * @returns a function that stops watching
 */
export function watchReader(
  file: Readable & { bytes: number },
  { EXPORT_STALL_SECONDS, EXPORT_BYTES_PER_SECOND }: Pick<Config, 'EXPORT_STALL_SECONDS' | 'EXPORT_BYTES_PER_SECOND'>,
): () => void {
  const windowSeconds = STALLS_PER_WINDOW * EXPORT_STALL_SECONDS;
  let [seen, stalledSeconds, taken, waitedSeconds] = [file.bytes, 0, 0, 0];
  const timer = setInterval(() => {
    const took = file.bytes - seen;
    seen = file.bytes;
    taken += took;
    if (file.readableLength === 0) stalledSeconds = 0;
    else {
      stalledSeconds = took === 0 ? stalledSeconds + 1 : 0;
      waitedSeconds += 1;
    }
    if (stalledSeconds >= EXPORT_STALL_SECONDS) file.destroy(new ReaderTooSlow('stalled'));
    if (waitedSeconds < windowSeconds) return;
    if (taken < windowSeconds * EXPORT_BYTES_PER_SECOND) file.destroy(new ReaderTooSlow('slow'));
    [taken, waitedSeconds] = [0, 0];
  }, CHECK_MS);
  return () => clearInterval(timer);
}
