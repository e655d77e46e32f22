import { inboxPrefix } from '@questp/broker';
import {
  connect,
  errors,
  headers as natsHeaders,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';
import { writeCaller } from '@questp/messages/access';
import { AppError, isErrorEnvelope, isUnderstood, type Contract, type MessageClass } from '@questp/messages/language';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost } from './at-most.js';
import { isLoginTimeout } from './connect-patiently.js';
import { currentContext, idsOf, newCallContext, type CallContext } from './call-context.js';
import { marksHeader, newProcessId, requireTimeLeft, sentHeader, type Mark } from './deadline.js';
import { steadyNow } from './steady-clock.js';
import type { Logger } from './logger.js';
import { rpcCalled } from './metrics.js';
import { natsOptions } from './nats-options.js';
import { okBytes } from './reply-bytes.js';
import { NoAnswer, ReplyInbox } from './reply-inbox.js';
import { inSpan } from './tracing.js';

const BROADCAST_MS = 1_000;
/** Between the attempts to reach the broker at start. */
const CONNECT_MS = 250;

/** The way to other services: typed requests with a deadline, broadcasts, and the connection for JetStream. */
export class Bus {
  private connected: { connection: NatsConnection; replies: ReplyInbox } | undefined;
  private readonly reconnectListeners: (() => void)[] = [];
  private connectionIsLost = false;
  /** Identifies this process in its messages. */
  private readonly sender = newProcessId();

  constructor(
    private readonly servers: string,
    private readonly name: string,
    private readonly logger: Logger,
    private readonly clock: () => number = steadyNow,
  ) {}

  /** Waits for a broker that is out of reach, and says so. Throws a sentence when it refuses the user or the password. */
  async connect(): Promise<void> {
    const options = { ...natsOptions(this.servers, this.name), waitOnFirstConnect: false };
    let isLogged = false;
    while (this.connected === undefined) {
      try {
        const connection = await connect(options);
        this.connected = { connection, replies: new ReplyInbox(connection, inboxPrefix(this.name)) };
      } catch (error) {
        if (isRefused(error)) throw new Error('The broker refuses the user and password in NATS_URL', { cause: error });
        if (!isLogged) this.logger.warn({ err: error }, 'not ready: The broker in NATS_URL cannot be reached');
        isLogged = true;
        await sleep(CONNECT_MS);
      }
    }
    void this.watch(this.connected);
  }

  /** The connection itself; throws before connect(). */
  get connection(): NatsConnection {
    if (!this.connected) throw new Error('The bus is not connected yet');
    return this.connected.connection;
  }

  /** True from the moment the broker was found out of reach, a frozen one within 2 s, until it is back. */
  get isDisconnected(): boolean {
    return this.connectionIsLost;
  }

  /** False while the broker is out of reach. */
  async isReady(): Promise<boolean> {
    if (!this.connected || this.connection.isClosed()) return false;
    return Promise.race([
      this.connection.flush().then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, 1_000, false).unref()),
    ]).catch(() => false);
  }

  /** Throws a sentence while the broker is out of reach. */
  async requireReady(): Promise<void> {
    if (!(await this.isReady())) throw new Error('The broker in NATS_URL cannot be reached');
  }

  /** Runs the listener after every reconnect: broadcasts in between are lost. */
  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /**
   * Sends a request and waits for its reply, at most until the deadline of its own caller.
   * SERVICE_UNAVAILABLE: no service took it, nothing was done, safe to retry.
   * UPSTREAM_TIMEOUT: no answer within the deadline, or none before the connection broke, perhaps done.
   * PAYLOAD_TOO_LARGE: the broker takes no request of this size.
   * INTERNAL: a request that is not JSON, or a reply that is none.
   */
  async call<Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
    context?: CallContext,
  ): Promise<Reply> {
    return JSON.parse((await this.callForBytes(contract, request, context)).toString()) as Reply;
  }

  /**
   * The same with the reply as the JSON that the service wrote, for a caller that only passes it on.
   *
   * @param context what the call belongs to; what runs now unless given
   */
  async callForBytes(
    contract: Contract,
    request: object,
    context: CallContext = currentContext() ?? newCallContext(),
  ): Promise<Buffer> {
    requireTimeLeft(context);
    const { subject } = contract;
    return inSpan(
      () => ({ name: subject, kind: 'client', attributes: { 'rpc.system': 'nats', 'rpc.method': subject } }),
      (traceparent) => this.send(contract, request, context, traceparent),
      context,
    );
  }

  /**
   * Sends a request and waits for whatever answers it. Rejects with NoAnswer, at once while the connection is broken;
   * with whatever NATS throws for what cannot be sent.
   */
  async ask(subject: string, payload: string, headers: MsgHdrs, waitMs: number): Promise<Msg> {
    if (this.connected === undefined || this.connectionIsLost || this.connected.connection.isClosed()) {
      throw new NoAnswer('unsent', subject);
    }
    return this.connected.replies.request(subject, payload, headers, waitMs);
  }

  private async send(
    contract: Contract,
    request: object,
    context: CallContext,
    traceparent = context.traceparent,
  ): Promise<Buffer> {
    const { subject } = contract;
    const deadline = Math.min(steadyNow() + contract.deadlineMs, context.deadline ?? Infinity);
    const headers = natsHeaders();
    headers.set('x-request-id', context.requestId);
    headers.set('traceparent', traceparent);
    if (context.caller) headers.set('x-caller', writeCaller(context.caller));
    try {
      const bytes = await this.sendMeasured(subject, JSON.stringify(request), headers, deadline);
      rpcCalled.inc({ subject, outcome: 'ok' });
      return bytes;
    } catch (error) {
      const failure = this.toAppError(error, contract, context);
      rpcCalled.inc({ subject, outcome: failure.code });
      throw failure;
    }
  }

  /** Sends the request again to each receiver that does not know yet how far our clock is from its own. */
  private async sendMeasured(subject: string, payload: string, headers: MsgHdrs, deadline: number): Promise<Buffer> {
    const marks: Mark[] = [];
    for (;;) {
      const waitMs = deadline - steadyNow();
      headers.set('x-sent', sentHeader(this.sender, this.clock(), waitMs));
      headers.set('x-measured', marksHeader(marks));
      const reply = await this.ask(subject, payload, headers, waitMs);
      const bytes = okBytes(reply.data);
      if (bytes !== undefined) return bytes;
      const { again, error } = reply.json<{ again?: unknown; error?: unknown }>();
      if (typeof again !== 'string')
        throw isErrorEnvelope(error) ? AppError.fromEnvelope(error) : new AppError('INTERNAL');
      if (steadyNow() >= deadline) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
      marks.push(again);
    }
  }

  /**
   * Core NATS, not stored: for hints that a cache or a poll also covers. Resolves when the broker has taken it, so that
   * a reply sent from then on does not overtake it; at the latest after a second.
   */
  async broadcast(subject: string, message: object): Promise<void> {
    this.connection.publish(subject, JSON.stringify(message));
    await atMost(BROADCAST_MS, this.connection.flush());
  }

  /**
   * Calls `listener` with every broadcast on the subject. Dropped are those that do not fit the class, and events that
   * JetStream delivers to this subject because a service named it: they keep their own.
   */
  listen<Message extends object>(
    subject: string,
    of: MessageClass<Message>,
    listener: (message: Message) => void,
  ): void {
    this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error || message.subject !== subject) return;
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
    await this.connected?.connection.close();
  }

  /** Until the connection is closed. */
  private async watch({ connection, replies }: { connection: NatsConnection; replies: ReplyInbox }): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.connectionIsLost = true;
        replies.lose();
        this.logger.warn('connection to the broker lost');
      } else if (status.type === 'reconnect') {
        this.connectionIsLost = false;
        this.reconnectListeners.forEach((listener) => listener());
      } else if (status.type === 'error') {
        this.logger.error({ err: status.error }, 'the broker refused something');
      }
    }
    replies.lose();
  }

  private toAppError(error: unknown, { subject, changes }: Contract, context: CallContext): AppError {
    if (error instanceof AppError) return error;
    const reason = error instanceof NoAnswer ? error.reason : undefined;
    if (reason === 'late') return new AppError('UPSTREAM_TIMEOUT');
    // The broker may still have it, and pass it on when it is back.
    if (reason === 'lost' && changes) return new AppError('UPSTREAM_TIMEOUT');
    if (reason !== undefined) return new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    if (isTooLarge(error)) return new AppError('PAYLOAD_TOO_LARGE');
    this.logger.error({ err: error, subject, ...idsOf(context) }, 'request failed');
    return new AppError('INTERNAL');
  }
}

/** The broker takes no message of this size. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof errors.InvalidArgumentError && error.message.includes('max_payload');

const isRefused = (error: unknown): boolean => error instanceof errors.AuthorizationError && !isLoginTimeout(error);
