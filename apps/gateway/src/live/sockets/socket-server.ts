import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import { CONSOLE_NAMESPACE, STUDIO_NAMESPACE } from '@questp/messages/gateway';
import { AppError } from '@questp/messages/language';
import { addressKey, newCallContext, CallerSlots, type Logger } from '@questp/service';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import { Server as Engine, type Socket as EngineSocket } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { answerError } from '../../http/client-errors.js';
import { requireHost } from '../../http/host.js';
import { toProblem } from '../../http/problem.js';
import { reset } from '../../http/reset.js';
import { ONLY_WEBSOCKET, SOCKET_PATH } from '../../http/socket-path.js';
import type { RateLimits } from '../../admission/rate-limits/rate-limits.js';
import { dropped, RETRY_AFTER } from '../streams/places.js';

const NAMESPACES = { detail: `The namespaces are ${STUDIO_NAMESPACE} and ${CONSOLE_NAMESPACE}.` };
/** Maximum bytes of a client's message, which is a token or the id of a project. */
const MAX_BYTES = 4 * 1024;
/** Maximum characters queued for a reader, besides data in the kernel; see `event-stream.ts`. */
const MAX_WAITING_CHARACTERS = 256 * 1024;
/** A reader may exceed MAX_WAITING_CHARACTERS for this time, which a mobile network needs for such a burst, */
const GRACE_MS = 5_000;
/** up to this number of characters. */
const MAX_BURST_CHARACTERS = 8 * 1024 * 1024;
/** Milliseconds within which a connection has to join a namespace. */
const CONNECT_MS = 5_000;
/** Milliseconds for a client to answer the closing handshake. */
const LINGER_MS = 1_000;

interface Options {
  limits: RateLimits;
  /** Origins of pages that may connect, besides that of the API itself. */
  origins: readonly string[];
  trustedProxies: readonly string[];
  /** Maximum connections, in a namespace or not. */
  most: number;
  /** Maximum connections of one address outside a namespace. */
  mostPending: number;
  logger: Logger;
}

/**
 * socket.io beside Fastify on one HTTP server, which Nest asks for. WebSocket only: polling would have to reach the
 * same replica each time.
 */
export class SocketServer extends IoAdapter {
  private readonly engine = new Engine({
    transports: ['websocket'],
    allowUpgrades: false,
    maxHttpBufferSize: MAX_BYTES,
  });
  readonly io = new Server({ serveClient: false });
  private readonly raw = new Set<IncomingMessage['socket']>();
  /** Slots of the connections outside a namespace, by address. */
  private readonly pendingPlaces: CallerSlots;
  /** Releases the slot of a pending connection and stops its timer. */
  private readonly pending = new WeakMap<Duplex, () => void>();
  private readonly isTrusted: ReturnType<typeof proxyAddr.compile>;
  private isClosing = false;

  constructor(
    http: HttpServer,
    private readonly options: Options,
  ) {
    super();
    this.isTrusted = proxyAddr.compile([...options.trustedProxies]);
    this.pendingPlaces = new CallerSlots(options.mostPending, options.most, RETRY_AFTER);
    this.io.bind(this.engine);
    this.engine.on('connection', boundWaiting);
    // A namespace without an access rule does not exist.
    this.io.of('/').use((_, next) => {
      const problem = toProblem(new AppError('NOT_FOUND', NAMESPACES), '/', newCallContext().requestId);
      next(Object.assign(new Error(problem.code), { data: problem }));
    });
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => undefined);
      this.raw.add(request.socket);
      socket.once('close', () => this.raw.delete(request.socket));
      this.admit(request).then(
        () => this.engine.handleUpgrade(request, socket, head),
        (error: unknown) => {
          const refused = error instanceof AppError ? error : new AppError('INTERNAL');
          answerError(options.logger, refused, request.url?.split('?')[0] ?? '/', socket);
        },
      );
    });
  }

  override createIOServer(): Server {
    return this.io;
  }

  /** Bypasses the RxJS streams that Nest creates per message and socket, a quarter of the cost of a message. */
  override bindMessageHandlers(socket: Socket, handlers: MessageMappingProperties[]): void {
    for (const { message, callback } of handlers) {
      socket.on(message, async (...sent: unknown[]) => {
        const payload = this.mapPayload(sent.length > 1 ? sent : sent[0]);
        const answer: unknown = await callback(payload.data, payload.ack);
        payload.ack?.(answer);
      });
    }
  }

  /** Clients that do not answer the closing handshake are disconnected when the HTTP server closes. */
  override async close(): Promise<void> {
    // Nest calls it once per namespace.
    if (this.isClosing) return;
    this.isClosing = true;
    await this.io.close();
  }

  cutAll(): void {
    for (const socket of this.raw) reset(socket);
  }

  /** The connection joined a namespace: it takes a slot of its principal and releases that of its address. */
  joined(request: IncomingMessage): void {
    this.pending.get(request.socket)?.();
  }

  /** Closes a connection, and destroys it if its client neither reads nor answers. */
  end(connection: EngineSocket): void {
    const { socket } = connection.request;
    connection.close();
    if (socket.destroyed) return;
    const timer = setTimeout(() => reset(socket), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  }

  /**
   * Takes a slot for the connection before anything asynchronous.
   * @throws AppError BAD_REQUEST, RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  private async admit(request: IncomingMessage): Promise<void> {
    const [path, query] = request.url?.split('?') ?? [];
    const asked = new URLSearchParams(query);
    requireHost(request);
    if (path !== SOCKET_PATH) throw new AppError('BAD_REQUEST', { detail: `Only ${SOCKET_PATH} is upgraded.` });
    if (asked.get('EIO') !== '4') throw new AppError('BAD_REQUEST', OTHER_PROTOCOL);
    if (asked.get('transport') !== 'websocket' || asked.has('sid')) throw new AppError('BAD_REQUEST', ONLY_WEBSOCKET);
    if (this.isClosing || this.raw.size > this.options.most) {
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER });
    }
    const address = this.addressKeyOf(request);
    this.keepPending(request.socket, this.pendingPlaces.take(address));
    await this.options.limits.take(['address'], { address });
    if (this.isClosing) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER });
  }

  private keepPending(socket: Duplex, giveBack: () => void): void {
    const timer = setTimeout(() => socket.destroy(), CONNECT_MS);
    const end = () => {
      clearTimeout(timer);
      giveBack();
    };
    this.pending.set(socket, end);
    socket.once('close', end);
  }

  /**
   * Checks the Origin header when a connection joins a namespace. A client can read a refusal there; browsers hide the
   * body of a failed handshake.
   * @throws AppError FORBIDDEN
   */
  requireOrigin({ headers: { origin, host } }: IncomingMessage): void {
    if (origin === undefined || this.options.origins.includes(origin) || isSame(origin, host)) return;
    throw new AppError('FORBIDDEN', { detail: 'Pages of this origin may not connect: it is none of CORS_ORIGINS.' });
  }

  /** Key under which rate limits count the connection. */
  addressKeyOf(request: IncomingMessage): string {
    return addressKey(proxyAddr(request, this.isTrusted));
  }
}

const OTHER_PROTOCOL = { detail: 'Sockets speak revision 4 of Engine.IO, as socket.io-client does from version 3 on.' };

/** True if the Origin has the same host as the request. Clients other than browsers can send any Origin. */
function isSame(origin: string, host = ''): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: ofOrigin } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === ofOrigin;
}

/**
 * Closes a connection whose unread data exceeds the limits. A burst, as after a reconnect to the broker, gets GRACE_MS
 * to drain.
 */
function boundWaiting(connection: EngineSocket): void {
  let waiting = 0;
  let grace: NodeJS.Timeout | undefined;
  const cut = () => {
    if (connection.request.socket.destroyed) return;
    dropped.inc({ why: 'slow' });
    reset(connection.request.socket);
  };
  const taken = () => {
    waiting = 0;
    clearTimeout(grace);
    grace = undefined;
  };
  connection.on('flush', taken);
  connection.on('close', taken);
  connection.on('packetCreate', ({ data }: { data?: string }) => {
    waiting += data?.length ?? 0;
    if (waiting > MAX_BURST_CHARACTERS) cut();
    else if (waiting > MAX_WAITING_CHARACTERS) grace ??= setTimeout(cut, GRACE_MS);
  });
}
