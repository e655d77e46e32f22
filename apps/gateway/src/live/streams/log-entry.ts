/** Parts of the subject `<log or live>.<user>.<project>.<two words of a type>`. */
const SUBJECT = /^\w+\.([^.]+)\.([^.]+)\.((\w+)\.\w+)$/;

/** One entry of the log of live events. */
export class LogEntry {
  private written: Buffer | undefined;
  private parsed: unknown;

  private constructor(
    readonly seq: number,
    readonly userId: string,
    readonly projectId: string,
    readonly type: string,
    /** First word of the event type. */
    readonly about: string,
    /** The event's envelope as JSON, which has no line breaks. */
    readonly envelope: Uint8Array,
  ) {}

  /** Undefined for a subject outside the log. */
  static of(seq: number, subject: string, envelope: Uint8Array): LogEntry | undefined {
    const [, userId, projectId, type, about] = SUBJECT.exec(subject) ?? [];
    if (userId === undefined || projectId === undefined || type === undefined || about === undefined) return undefined;
    return new LogEntry(seq, userId, projectId, type, about, envelope);
  }

  /** The envelope, parsed once for all socket.io readers. */
  get event(): unknown {
    this.parsed ??= JSON.parse(Buffer.from(this.envelope).toString());
    return this.parsed;
  }

  /** The entry as a Server-Sent Event, built once for all readers. `id` is the event id of this entry. */
  frame(id: string): Buffer {
    this.written ??= Buffer.concat([Buffer.from(`id: ${id}\nevent: ${this.type}\ndata: `), this.envelope, FRAME_END]);
    return this.written;
  }
}

const FRAME_END = Buffer.from('\n\n');
