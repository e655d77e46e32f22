import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  path: string;
  text: string;
  body: unknown;
}

/** Receives webhooks. */
export class Receiver {
  readonly received: Received[] = [];
  /** Statuses of the next answers; 200 when there is none left. */
  readonly statuses: number[] = [];
  /** The answer to a GET. */
  answer: (query: URLSearchParams) => { status: number; body: string } = () => ({ status: 404, body: '' });
  url = '';

  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://receiver');
      if (request.method === 'GET') {
        const { status, body: answer } = this.answer(searchParams);
        return response.writeHead(status).end(answer);
      }
      const parsed: unknown = JSON.parse(body);
      this.received.push({ headers: request.headers, path: pathname, text: body, body: parsed });
      return response.writeHead(this.statuses.shift() ?? 200).end();
    });
  });

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Waits until this many were received in all. */
  async until(count: number): Promise<Received[]> {
    for (let waited = 0; this.received.length < count && waited < 5_000; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.received;
  }

  clear(): void {
    this.received.length = 0;
    this.statuses.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
