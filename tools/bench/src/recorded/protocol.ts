/** A message of PostgreSQL's protocol 3.0: one byte for its kind, its length in 4 bytes, its body. */
export interface Message {
  kind: string;
  body: Buffer;
}

/** Splits one direction of a connection into messages. The first message of a client has no kind: an empty string. */
export class Messages {
  private rest = Buffer.alloc(0);

  /** @param headless whether the first message is that of a client, without a kind */
  constructor(private headless: boolean) {}

  *of(data: Buffer): Generator<Message> {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const start = this.headless ? 0 : 1;
      if (this.rest.length < start + 4) return;
      const end = start + this.rest.readUInt32BE(start);
      if (this.rest.length < end) return;
      const message = { kind: this.rest.toString('latin1', 0, start), body: this.rest.subarray(start + 4, end) };
      this.rest = this.rest.subarray(end);
      this.headless = false;
      yield message;
    }
  }
}

/** Reads the parts of a body one after the other. */
export class Reader {
  private at = 0;

  constructor(private readonly body: Buffer) {}

  /** Up to the next zero byte. */
  text(): string {
    const end = this.body.indexOf(0, this.at);
    const text = this.body.toString('utf8', this.at, end);
    this.at = end + 1;
    return text;
  }

  int16(): number {
    this.at += 2;
    return this.body.readInt16BE(this.at - 2);
  }

  /** A value after its length; -1 is null. */
  value(): Buffer | null {
    const length = this.body.readInt32BE(this.at);
    this.at += 4;
    if (length < 0) return null;
    this.at += length;
    return this.body.subarray(this.at - length, this.at);
  }
}
