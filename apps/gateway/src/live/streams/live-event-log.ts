import type { JetStreamManager } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/transport-node';
import { liveLogManager, readLiveLog, readLiveLogState, REPUBLISHED_SUBJECTS } from '@questp/broker';
import { BackgroundLoop, type Bus, type Logger } from '@questp/service';
import type { BrokerClock } from '../../admission/rate-limits/broker-clock.js';
import { LogEntry } from './log-entry.js';

/** First word of the subjects on which the broker republishes entries. */
const REPUBLISHED = REPUBLISHED_SUBJECTS.slice(0, -1);
/** Maximum time until a lost last entry is found: no later entry reveals the gap. */
const LOOK_MS = 5_000;
const FAILED_MS = 500;

/** Follows the log. */
export interface LogListener {
  /** Called with each later entry. */
  onEntry(entry: LogEntry): void;
  /** Called when the log was replaced by another one. */
  onLost(): void;
}

interface State {
  /** Identifies this log: a recreated one counts from 1 again. */
  epoch: string;
  /** Sequence number of the last entry that listeners received. */
  position: number;
  /** Sequence number of the oldest entry in the log. */
  first: number;
}

/**
 * Follows the log of live events for all connections of this process. The broker republishes each entry as it stores
 * it. A missed entry (after a reconnect, or when the broker drops messages for a slow consumer) shows as a gap in the
 * sequence numbers and is read from the log. Listeners get each entry once and in order.
 */
export class LiveEventLog {
  private readonly loop: BackgroundLoop;
  private manager: JetStreamManager | undefined;
  private state: State | undefined;
  private readonly listeners: LogListener[] = [];

  constructor(
    private readonly bus: Bus,
    logger: Logger,
    private readonly clock: BrokerClock,
  ) {
    const pauses = { idleMs: LOOK_MS, failedMs: FAILED_MS };
    this.loop = new BackgroundLoop({ name: 'live', logger, ...pauses, run: () => this.catchUp() });
  }

  listen(listener: LogListener): void {
    this.listeners.push(listener);
  }

  open(): void {
    this.bus.connection.subscribe(REPUBLISHED_SUBJECTS, {
      callback: (error, message) => {
        if (!error) this.hear(message);
      },
    });
    this.bus.onReconnect(() => this.loop.wake());
    this.loop.start();
  }

  async close(): Promise<void> {
    await this.loop.stop();
  }

  /** Throws a sentence unless the log can be followed. */
  async requireUsable(): Promise<void> {
    await this.look();
  }

  /** Id of the last entry that listeners received; undefined until the log was found. */
  get lastId(): string | undefined {
    return this.state && this.idOf(this.state.position);
  }

  idOf(seq: number): string {
    return `${this.state?.epoch}-${seq}`;
  }

  /**
   * The sequence number in an event id, if it is one of this log and no later entry was deleted; otherwise undefined.
   */
  async seqOf(id: string): Promise<number | undefined> {
    const [, epoch, digits] = /^([0-9a-z]{1,12})-(\d{1,15})$/.exec(id) ?? [];
    const seq = Number(digits);
    if (this.state === undefined || epoch !== this.state.epoch || !Number.isSafeInteger(seq)) return undefined;
    // Another gateway may have received later entries.
    const last = seq > this.state.position ? (await this.look()).position : this.state.position;
    return seq > last || seq < this.state.first - 1 ? undefined : seq;
  }

  /** Reads the entries after `seq` with a matching subject, in batches of the broker. */
  async *after(seq: number, subjects: string): AsyncGenerator<LogEntry[]> {
    for (let from = seq + 1; ;) {
      const { entries, next } = await readLiveLog(this.bus.connection, from, subjects);
      yield entries.flatMap(({ seq: at, subject, data }) => LogEntry.of(at, subject, data) ?? []);
      if (next === undefined) return;
      from = next;
    }
  }

  private hear(message: Msg): void {
    // The broker adds its sequence header after those of the event.
    const seq = Number(message.headers?.last('Nats-Sequence'));
    // A service could make JetStream publish answers and deliver events here: those have no sequence header, or their
    // own subject.
    if (!Number.isSafeInteger(seq) || !message.subject.startsWith(REPUBLISHED)) return;
    if (this.state === undefined || seq <= this.state.position) return;
    if (seq > this.state.position + 1) return this.loop.wake();
    const entry = LogEntry.of(seq, message.subject, message.data);
    this.state.position = seq;
    if (entry !== undefined) this.pass(entry);
  }

  private pass(entry: LogEntry): void {
    for (const listener of this.listeners) listener.onEntry(entry);
  }

  /** Finds the log, or reads the missed entries. */
  private async catchUp(): Promise<boolean> {
    const found = await this.look();
    const { state } = this;
    if (state?.epoch !== found.epoch) {
      this.state = found;
      if (state !== undefined) for (const listener of this.listeners) listener.onLost();
      return false;
    }
    state.first = found.first;
    if (found.position <= state.position) return false;
    for await (const part of this.after(state.position, 'log.>')) {
      for (const entry of part) {
        if (entry.seq <= state.position) continue;
        state.position = entry.seq;
        this.pass(entry);
      }
    }
    return false;
  }

  private async look(): Promise<State> {
    this.manager ??= await liveLogManager(this.bus.connection);
    const { manager } = this;
    const { epoch, first, last } = await this.clock.measure(() => readLiveLogState(manager));
    return { epoch, first, position: last };
  }
}
