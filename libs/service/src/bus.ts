import { ClientNats, NatsRecordBuilder } from '@nestjs/microservices';
import { EmptyResponseException } from '@nestjs/microservices/errors/empty-response.exception';
import { errors, headers as natsHeaders, type NatsConnection } from '@nats-io/transport-node';
import {
  AppError,
  isErrorEnvelope,
  isUnderstood,
  writeCaller,
  type Contract,
  type MessageClass,
} from '@questp/messages';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstValueFrom, map, merge, Subject, TimeoutError, timeout, type ObservableInput } from 'rxjs';
import { atMost } from './at-most.js';
import { currentContext, newCallContext, type CallContext } from './call-context.js';
import { requireTimeLeft, sentHeader, steadyNow } from './deadline.js';
import type { Logger } from './logger.js';
import { rpcCalled } from './metrics.js';
import { natsOptions } from './nats-options.js';
import type { RpcReply } from './rpc-handler.js';
import { inSpan } from './tracing.js';

const BROADCAST_MS = 1_000;
/** Between the attempts to reach the broker at start. */
const CONNECT_MS = 250;

/** The connection broke while a reply was awaited. */
class Disconnected extends Error {}

/** The way to other services: typed requests with a deadline, broadcasts, and the connection for JetStream. */
export class Bus {
  private readonly client: ClientNats;
  private connected: NatsConnection | undefined;
  private readonly reconnectListeners: (() => void)[] = [];
  private connectionIsLost = false;
  private readonly disconnects = new Subject<void>();
  /** Tells this process from others in what it sends. */
  private readonly sender = randomBytes(8).toString('hex');

  constructor(
    servers: string,
    name: string,
    private readonly logger: Logger,
  ) {
    this.client = new ClientNats({ ...natsOptions(servers, name), waitOnFirstConnect: false });
  }

  /** Waits for a broker that is out of reach, and says so. Throws a sentence when it refuses the user or the password. */
  async connect(): Promise<void> {
    let isTold = false;
    while (this.connected === undefined) {
      try {
        this.connected = (await this.client.connect()) as NatsConnection;
      } catch (error) {
        if (isRefused(error)) throw new Error('The broker refuses the user and password in NATS_URL', { cause: error });
        if (!isTold) this.logger.warn({ err: error }, 'not ready: The broker in NATS_URL cannot be reached');
        isTold = true;
        await sleep(CONNECT_MS);
      }
    }
    this.client.on('disconnect', () => {
      this.connectionIsLost = true;
      this.disconnects.next();
    });
    this.client.on('reconnect', () => {
      this.connectionIsLost = false;
      this.reconnectListeners.forEach((listener) => listener());
    });
  }

  /** The connection itself; throws before connect(). */
  get connection(): NatsConnection {
    if (!this.connected) throw new Error('The bus is not connected yet');
    return this.connected;
  }

  /** True from the moment the broker was found out of reach, a frozen one within 2 s, until it is back. */
  get isDisconnected(): boolean {
    return this.connectionIsLost;
  }

  /** False while the broker is out of reach. */
  async isReady(): Promise<boolean> {
    if (!this.connected || this.connected.isClosed()) return false;
    return Promise.race([
      this.connected.flush().then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, 1_000, false).unref()),
    ]).catch(() => false);
  }

  /** Throws a sentence while the broker is out of reach. */
  async requireReady(): Promise<void> {
    if (!(await this.isReady())) throw new Error('The broker in NATS_URL cannot be reached');
  }

  /** Runs after every reconnect: what was broadcast meanwhile is lost. */
  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /**
   * Sends a request and waits for its reply, at most as long as whoever asked for it does.
   * SERVICE_UNAVAILABLE: nobody took it, nothing was done, safe to retry.
   * UPSTREAM_TIMEOUT: no answer within the deadline, or none before the connection broke, perhaps done.
   * INTERNAL: a request that cannot be sent (too large, not JSON) or a reply that is none.
   */
  async call<Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    requireTimeLeft();
    const { subject } = contract;
    return inSpan(
      () => ({ name: subject, kind: 'client', attributes: { 'rpc.system': 'nats', 'rpc.method': subject } }),
      (traceparent) => this.send(contract, request, currentContext() ?? newCallContext(), traceparent),
    );
  }

  /** The answer; throws as soon as the connection it would come by is lost. */
  async unlessLost<T>(answer: ObservableInput<T>): Promise<T> {
    const lost = this.disconnects.pipe(
      map((): never => {
        throw new Disconnected();
      }),
    );
    return firstValueFrom(merge(answer, lost));
  }

  private async send<Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
    context: CallContext,
    traceparent = context.traceparent,
  ): Promise<Reply> {
    const waitMs = Math.min(contract.deadlineMs, (context.deadline ?? Infinity) - steadyNow());
    const headers = natsHeaders();
    headers.set('x-request-id', context.requestId);
    headers.set('traceparent', traceparent);
    if (context.caller) headers.set('x-caller', writeCaller(context.caller));
    headers.set('x-sent', sentHeader(this.sender, waitMs));
    const record = new NatsRecordBuilder(request).setHeaders(headers).build();
    let reply: RpcReply<Reply>;
    try {
      reply = await this.unlessLost(this.client.send<RpcReply<Reply>>(contract.subject, record).pipe(timeout(waitMs)));
    } catch (error) {
      const failure = this.toAppError(error, contract);
      rpcCalled.inc({ subject: contract.subject, outcome: failure.code });
      throw failure;
    }
    if ('error' in reply) {
      rpcCalled.inc({ subject: contract.subject, outcome: reply.error.code });
      throw isErrorEnvelope(reply.error) ? AppError.fromEnvelope(reply.error) : new AppError('INTERNAL');
    }
    rpcCalled.inc({ subject: contract.subject, outcome: 'ok' });
    return reply.ok;
  }

  /**
   * Core NATS, not stored: for hints that a cache or a poll also covers. Resolves when the broker has taken it, so that
   * a reply sent from then on does not overtake it; at the latest after a second.
   */
  async broadcast(subject: string, message: object): Promise<void> {
    this.connection.publish(subject, JSON.stringify(message));
    await atMost(BROADCAST_MS, this.connection.flush());
  }

  /** Calls `listener` with every broadcast on the subject; those that do not fit the class are dropped. */
  listen<Message extends object>(
    subject: string,
    of: MessageClass<Message>,
    listener: (message: Message) => void,
  ): void {
    this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        try {
          const heard = message.json<Message>();
          if (!isUnderstood(of, heard)) throw new Error(`${of.name} is expected`);
          listener(heard);
        } catch (failure) {
          this.logger.error({ err: failure, subject }, 'broadcast dropped');
        }
      },
    });
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private toAppError(error: unknown, { subject, changes }: Contract): AppError {
    if (error instanceof TimeoutError) return new AppError('UPSTREAM_TIMEOUT');
    // The broker may still have it, and pass it on when it is back.
    if (error instanceof Disconnected && changes) return new AppError('UPSTREAM_TIMEOUT');
    if (error instanceof Disconnected) return new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    if (error instanceof EmptyResponseException) return new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    // Nest's client rejects with a sentence while the connection is down.
    const disconnected = typeof error === 'string' || this.connected === undefined || this.connected.isClosed();
    this.logger[disconnected ? 'warn' : 'error']({ err: error, subject }, 'request failed');
    return disconnected ? new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 }) : new AppError('INTERNAL');
  }
}

const isRefused = (error: unknown): boolean => error instanceof errors.AuthorizationError;
