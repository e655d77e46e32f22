import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Messages, Reader, type Message } from './protocol.js';

/** A statement as a client sent it. */
export interface Sent {
  /** Of the connection. */
  connection: number;
  text: string;
  /** Binary if the client sent it so. */
  values: (string | Buffer | null)[];
  /** Rows that it returned or wrote; undefined until it is done. */
  rows?: number;
}

export interface Recorder {
  /** The database's address through the recorder. */
  through(databaseUrl: string): string;
  /** All statements so far, in order. */
  sent: readonly Sent[];
  close(): Promise<void>;
}

/** A proxy of PostgreSQL that records the statements. */
export async function startRecorder(databaseUrl: string): Promise<Recorder> {
  const { hostname, port } = new URL(databaseUrl);
  const sent: Sent[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const database = connect({ host: hostname, port: Number(port), noDelay: true });
    connections += 1;
    const conversation = new Conversation(connections, sent);
    const pass = (from: Socket, to: Socket, messages: Messages, read: (message: Message) => void) => {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.on('data', (data) => {
        for (const message of messages.of(data)) read(message);
        to.write(data);
      });
    };
    pass(client, database, new Messages(true), (message) => conversation.asks(message));
    pass(database, client, new Messages(false), (message) => conversation.answers(message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  return {
    through: (url) => {
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(own);
      return proxied.href;
    },
    sent,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** State of a connection: prepared statements by name, and statements that are not answered yet. */
class Conversation {
  private readonly prepared = new Map<string, string>();
  private readonly bound = new Map<string, Pick<Sent, 'text' | 'values'>>();
  private readonly running: Sent[] = [];

  constructor(
    private readonly connection: number,
    private readonly sent: Sent[],
  ) {}

  asks({ kind, body }: Message): void {
    const reader = new Reader(body);
    if (kind === 'P') this.prepared.set(reader.text(), reader.text());
    else if (kind === 'B') this.bind(reader);
    else if (kind === 'E') this.run(this.bound.get(reader.text()) ?? { text: '', values: [] });
    else if (kind === 'Q') this.run({ text: reader.text(), values: [] });
  }

  answers({ kind, body }: Message): void {
    // CommandComplete ends with the number of rows, where there is one; an error leaves it open.
    if (kind === 'C') {
      const statement = this.running.shift();
      if (statement) statement.rows = Number(/(\d+)\0$/.exec(body.toString('latin1'))?.[1] ?? 0);
    } else if (kind === 'E') this.running.shift();
  }

  private bind(reader: Reader): void {
    const portal = reader.text();
    const text = this.prepared.get(reader.text()) ?? '';
    const formats = Array.from({ length: reader.int16() }, () => reader.int16());
    const values = Array.from({ length: reader.int16() }, (_, index) => {
      const value = reader.value();
      // A single format applies to all parameters.
      const isBinary = (formats.length === 1 ? formats[0] : formats[index]) === 1;
      return isBinary || value === null ? value : value.toString();
    });
    this.bound.set(portal, { text, values });
  }

  private run(what: Pick<Sent, 'text' | 'values'>): void {
    const statement = { connection: this.connection, ...what };
    this.running.push(statement);
    this.sent.push(statement);
  }
}
