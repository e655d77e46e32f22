import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/transport-node';
import { API_OF_SERVICES, isMissing, LIVE_STREAM, REPUBLISHED_SUBJECTS } from '@questp/broker';
import { BackgroundLoop, type Bus, type Logger } from '@questp/service';
import type { BrokerClock } from '../../admission/rate-limits/broker-clock.js';
import { LogEntry } from './log-entry.js';

/** First word of the subjects on which the broker republishes entries. */
const REPUBLISHED = REPUBLISHED_SUBJECTS.slice(0, -1);
/** Maximum entries and bytes per read. */
const BATCH = 200;
const BATCH_BYTES = 256 * 1024;
const READ_MS = 5_000;
/** Subject for reading entries without a consumer (ADR-31), */
const READ = `${API_OF_SERVICES}.DIRECT.GET.${LIVE_STREAM}`;
/** and the statuses for the end of a batch and for no entries. */
const END_CODES = new Set([204, 404]);
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
      const { entries, next } = await this.read(from, subjects);
      yield entries;
      if (next === undefined) return;
      from = next;
    }
  }

  /**
   * One batch of the log, and the position of the next. Requested directly: the reader of the NATS client leaves a
   * subscription behind each time.
   */
  private async read(from: number, subjects: string): Promise<{ entries: LogEntry[]; next: number | undefined }> {
    const wanted = JSON.stringify({ seq: from, next_by_subj: subjects, batch: BATCH, max_bytes: BATCH_BYTES });
    const waiting = { strategy: 'sentinel', maxWait: READ_MS, noMux: true } as const;
    const entries: LogEntry[] = [];
    let next: number | undefined;
    for await (const { headers, data } of await this.bus.connection.requestMany(READ, wanted, waiting)) {
      if (headers === undefined) throw new Error('The log was answered for without headers');
      if (END_CODES.has(headers.code)) return { entries, next };
      if (headers.code !== 0) throw new Error(`The log cannot be read: ${headers.code} ${headers.description}`);
      const seq = Number(headers.get('Nats-Sequence'));
      const entry = LogEntry.of(seq, headers.get('Nats-Subject'), data);
      if (entry !== undefined) entries.push(entry);
      next = headers.get('Nats-Num-Pending') === '0' ? undefined : seq + 1;
    }
    throw new Error(`The log was not read within ${READ_MS} ms`);
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
    const manager = await this.jetstream();
    const ask = () => manager.streams.info(LIVE_STREAM);
    const { created, state } = await this.clock.measure(ask).catch((error: unknown) => {
      throw isMissing(error) ? new Error('The broker has no log of live events: run prepare-broker') : error;
    });
    return { epoch: Date.parse(created).toString(36), position: state.last_seq, first: state.first_seq };
  }

  private async jetstream(): Promise<JetStreamManager> {
    this.manager ??= await jetstreamManager(this.bus.connection, {
      apiPrefix: API_OF_SERVICES,
      checkAPI: false,
    });
    return this.manager;
  }
}
