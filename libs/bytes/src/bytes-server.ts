import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@questp/messages/language';
import {
  currentContext,
  DRAIN_SECONDS,
  newCallContext,
  num,
  runInContext,
  type CallContext,
  type Logger,
} from '@questp/service';
import { reachableAddress } from './reachable-address.js';
import { answerJson } from './refusal.js';
import { Tickets } from './tickets.js';

export const BYTES_CONFIG = {
  BYTES_PORT: num({
    desc: 'Internal port on INTERNAL_HOST for transfers with the gateway that are too large for the broker; 0: any free port',
    default: 0,
  }),
} as const;

/** Idle timeout in either direction, so that a stuck peer does not hold resources for long. */
const IDLE_MS = 60_000;

/** Makes the bytes to send. The signal aborts when the reader is gone. */
type Send = (signal: AbortSignal) => Promise<Readable>;
/** Receives bytes and returns the result. */
type Take = (bytes: Readable, signal: AbortSignal) => Promise<object>;

interface Redeemable {
  method: 'GET' | 'PUT';
  redeem: (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void>;
  /** Context of the request over NATS that issued the ticket. */
  context: CallContext;
  /** Called once when the transfer has ended or the ticket has expired. */
  giveBack: () => void;
}

/** Transfers bytes between this process and the gateway over HTTP; each transfer needs a ticket. */
export class BytesServer {
  private readonly tickets = new Tickets<Redeemable>(({ giveBack }) => giveBack());
  private readonly server: Server;
  private base = '';

  constructor(private readonly logger: Logger) {
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.timeout = IDLE_MS;
    // An upload may take as long as its bytes keep coming.
    this.server.requestTimeout = 0;
  }

  /** @param port 0: any free port */
  async listen(host: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    const { address, port: bound } = this.server.address() as AddressInfo;
    this.base = `http://${reachableAddress(address)}:${bound}/bytes/`;
  }

  /**
   * Issues a one-time URL for fetching bytes. A failure before the first byte is answered as an error; a later one
   * aborts the connection.
   * @param giveBack releases the slot of the reader
   * @param sent called when all bytes are sent, before the end of the answer; its failure aborts the connection too
   */
  offer(giveBack: () => void, send: Send, sent?: () => Promise<void>): string {
    return this.issue('GET', giveBack, async (_, response, signal) => {
      const bytes = await send(signal);
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      await pipeline(bytes, response, { end: false });
      await sent?.();
      response.end();
    });
  }

  /**
   * Issues a one-time URL for sending bytes.
   * @param giveBack releases the slot of the sender
   */
  accept(giveBack: () => void, take: Take): string {
    return this.issue('PUT', giveBack, async (request, response, signal) => {
      answerJson(response, 200, await take(request, signal));
    });
  }

  /** Refuses new requests, and aborts transfers that still run after DRAIN_SECONDS. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.server.closeAllConnections(), DRAIN_SECONDS * 1000).unref();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    clearTimeout(timer);
  }

  private issue(method: Redeemable['method'], giveBack: () => void, redeem: Redeemable['redeem']): string {
    return this.base + this.tickets.issue({ method, redeem, giveBack, context: currentContext() ?? newCallContext() });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = this.tickets.redeem(request.url?.replace(/^\/bytes\//, '') ?? '');
    if (found === undefined || found.method !== request.method) {
      found?.giveBack();
      return answerJson(response, 404, { error: { code: 'NOT_FOUND' } });
    }
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    void closed.then(() => gone.abort());
    // The request over NATS was answered; its deadline no longer counts.
    const context: CallContext = { ...found.context, deadline: undefined, span: undefined };
    await runInContext(context, async () => {
      try {
        await found.redeem(request, response, gone.signal);
      } catch (error) {
        this.refuse(error, response, gone.signal);
      }
    });
    await closed;
    found.giveBack();
  }

  private refuse(error: unknown, response: ServerResponse, { aborted }: AbortSignal): void {
    if (!(error instanceof AppError) && !aborted) this.logger.error({ err: error }, 'bytes broken off');
    // A response that has started is aborted.
    if (response.headersSent || response.destroyed) return void response.destroy();
    const envelope = error instanceof AppError ? error.toEnvelope() : { code: 'INTERNAL' };
    answerJson(response, 502, { error: envelope });
  }
}
