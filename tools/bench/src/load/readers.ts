import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SentenceError } from '@questp/local-stack';

/** The stream or room to follow, with one connection per token. */
export interface Order {
  how: 'streams' | 'sockets';
  /** Of the server, with the namespace for sockets. */
  url: string;
  /** Path of the stream, or id of the project whose room is joined. */
  about: string;
  tokens: string[];
}

interface Report {
  /** Events received by all connections. */
  heard?: number;
  failed?: string;
}

const HEAR_MS = 60_000;

/** Connections that read, in a process of their own. */
export class Readers {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves when all are open. */
  static async open(order: Order): Promise<Readers> {
    const readers = new Readers(fork(join(import.meta.dirname, 'readers-main.js')));
    readers.child.send(order);
    try {
      await readers.received();
    } catch (error) {
      await readers.close();
      throw error;
    }
    return readers;
  }

  /** Resolves when each connection has received one more event. */
  async received(): Promise<void> {
    const [{ failed }] = (await once(this.child, 'message', { signal: AbortSignal.timeout(HEAR_MS) })) as [Report];
    if (failed !== undefined) {
      throw new SentenceError(
        `Connections could not be opened: ${failed}. Each takes an open file on both ends (ulimit -n).`,
      );
    }
  }

  async close(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.disconnect();
    await gone;
  }
}
