import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { reset } from '../../http/reset.js';
import type { LiveEventLog } from './live-event-log.js';
import type { LogEntry } from './log-entry.js';

/**
 * Maximum number of unread bytes. A slower reader is disconnected and resumes at its last event id when it reconnects.
 */
const MAX_WAITING_BYTES = 256 * 1024;
const DRAIN_MS = 30_000;
const PING = Buffer.from(': ping\n\n');

/** One connection that events are written to. */
export class EventStream {
  /** Sequence number of the last entry that was written or skipped. */
  private at = 0;
  private isReplaying = false;
  /** True if an entry arrived while older ones were read. */
  private hasMissed = false;
  /** When its access was last checked, by `performance.now`. */
  checkedAt = performance.now();

  constructor(
    private readonly raw: ServerResponse,
    private readonly log: LiveEventLog,
    private readonly onSlow: () => void,
  ) {}

  get isClosed(): boolean {
    return this.raw.destroyed || this.raw.writableEnded;
  }

  /** Starts at the current position of the log. `reset`: the events that the reader missed are no longer available. */
  begin(event: 'ready' | 'reset'): void {
    this.write(`id: ${this.log.lastId}\nevent: ${event}\ndata: {}\n\n`);
  }

  /** Replays the entries after `seq` on the subjects, then continues with the calls of `offer`. */
  async replay(seq: number, subjects: string): Promise<void> {
    this.at = seq;
    this.isReplaying = true;
    this.write(`id: ${this.log.idOf(seq)}\nevent: ready\ndata: {}\n\n`);
    do {
      this.hasMissed = false;
      for await (const part of this.log.after(this.at, subjects)) {
        for (const entry of part) this.deliver(entry);
        await this.drained();
        if (this.isClosed) return;
      }
    } while (this.hasMissed);
    this.isReplaying = false;
  }

  /** Writes an entry when it arrives. */
  offer(entry: LogEntry): void {
    if (this.isReplaying) this.hasMissed = true;
    else this.deliver(entry);
  }

  /** Keeps the connection alive. */
  ping(): void {
    this.write(PING);
  }

  /**
   * Sends the current position of the log as an event id, so that a reader without events for a day can still resume.
   */
  mark(): void {
    if (!this.isReplaying) this.begin('ready');
  }

  /** Ends the stream after the pending writes. */
  end(): void {
    this.raw.end();
  }

  /** Ends the stream at once and drops unread data. */
  cut(): void {
    reset(this.raw.socket);
  }

  private deliver(entry: LogEntry): void {
    if (entry.seq <= this.at) return;
    this.at = entry.seq;
    this.write(entry.frame(this.log.idOf(entry.seq)));
  }

  private write(frame: Buffer | string): void {
    if (this.isClosed) return;
    this.raw.write(frame);
    if (this.raw.writableLength <= MAX_WAITING_BYTES) return;
    this.onSlow();
    this.cut();
  }

  /** Waits until the reader has taken the replayed events; disconnects it after DRAIN_MS. */
  private async drained(): Promise<void> {
    if (!this.raw.writableNeedDrain || this.isClosed) return;
    const signal = AbortSignal.timeout(DRAIN_MS);
    await Promise.race([once(this.raw, 'drain', { signal }), once(this.raw, 'close', { signal })]).catch(() => {
      this.onSlow();
      this.cut();
    });
  }
}
