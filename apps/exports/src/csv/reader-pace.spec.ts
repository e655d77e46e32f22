import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { watchReader } from './reader-pace.js';

const KIB = 1024;
const LIMITS = { EXPORT_STALL_SECONDS: 30, EXPORT_BYTES_PER_SECOND: 64 * KIB };
const HOUR = 3_600;

describe('the pace of a reader', () => {
  let file: PassThrough & { bytes: number };
  let reason: string | undefined;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    file = Object.assign(new PassThrough(), { bytes: 0 });
    reason = undefined;
    file.on('error', (error) => (reason = (error as { reason?: string }).reason));
    watchReader(file, LIMITS);
    file.write('waits for the reader');
  });
  afterEach(() => {
    file.destroy();
    jest.useRealTimers();
  });

  /** Seconds until the export of a reader that takes this many bytes per interval is aborted. */
  const secondsOf = async (bytes: number, everySeconds: number, most: number) => {
    for (let second = 1; second <= most; second += 1) {
      if (second % everySeconds === 0) file.bytes += bytes;
      await jest.advanceTimersByTimeAsync(1_000);
      if (file.destroyed) return { seconds: second, reason };
    }
    return 'goes on';
  };

  it('ends a file that is not read for 30 seconds', async () => {
    expect(await secondsOf(0, 1, HOUR)).toEqual({ seconds: 30, reason: 'stalled' });
  });

  it('ends one of which a byte is read now and then', async () => {
    expect(await secondsOf(1, 29, HOUR)).toEqual({ seconds: 120, reason: 'slow' });
    expect(await secondsOf(0, 1, 1)).toEqual({ seconds: 1, reason: 'slow' });
  });

  it.each([
    ['at the least rate', 64 * KIB, 1],
    ['in the steps in which sockets take it', 3_000 * KIB, 29],
  ])('lets a reader go on for hours that reads steadily, %s', async (_, bytes, everySeconds) => {
    expect(await secondsOf(bytes, everySeconds, 3 * HOUR)).toBe('goes on');
  });

  it('counts no time in which nothing waits for the reader', async () => {
    file.read();
    expect(await secondsOf(0, 1, HOUR)).toBe('goes on');
  });
});
