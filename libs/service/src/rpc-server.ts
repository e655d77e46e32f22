import { setImmediate } from 'node:timers/promises';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { inboxPrefix } from '@questp/broker';
import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { atMost } from './at-most.js';
import { idsOf } from './call-context.js';
import type { Logger } from './logger.js';
import { natsOptions } from './nats-options.js';
import type { RpcReply } from './reply-bytes.js';
import { handlersDrained, type Answer, type Handler } from './rpc-handler.js';
import { DRAIN_SECONDS } from './stopping.js';

/** How long a start or stop waits for a broker that is out of reach. */
const BROKER_MS = 2_000;

/** Of every user of the broker. */
const INBOXES = inboxPrefix('');

/**
 * The broker checks where a message is sent to, and not where its answer goes: that of a request could be a subject
 * which only this service may send to, and an event that JetStream delivers here would look like a request.
 */
const isRequest = ({ subject, reply }: Msg, asked: string): boolean =>
  subject === asked && reply?.startsWith(INBOXES) === true;

/** Answers the requests of one service: each reaches one replica of the queue group `name`. */
export class RpcServer implements CustomTransportStrategy {
  private connection: NatsConnection | undefined;
  private taken: Subscription[] = [];
  private handlers: ReadonlyMap<string, Handler> = new Map();

  constructor(
    private readonly servers: string,
    private readonly name: string,
    private readonly logger: Logger,
    /** The handlers by subject; called once, when it begins to listen. */
    private readonly findHandlers: () => ReadonlyMap<string, Handler>,
  ) {}

  /** Calls back when the broker knows the subscriptions, so that a request sent from then on is taken. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      this.handlers = this.findHandlers();
      this.connection = await connect(natsOptions(this.servers, this.name));
      await this.join();
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /** Leaves the queue group: requests reach other replicas, or fail at once for want of a listener. */
  async leave(): Promise<void> {
    const left = this.taken;
    this.taken = [];
    await atMost(BROKER_MS, Promise.all(left.map((subscription) => subscription.drain())));
    // Of a broker that is gone; it would have them again when it is back.
    for (const subscription of left) if (!subscription.isClosed()) subscription.unsubscribe();
  }

  /** Takes requests, again after `leave`. Resolves when the broker knows. */
  async join(): Promise<void> {
    const { connection } = this;
    if (connection === undefined) return;
    this.taken = [...this.handlers].map(([subject, handler]) =>
      connection.subscribe(subject, {
        queue: this.name,
        callback: (error, message) => {
          if (error !== null) this.logger.error({ err: error, subject }, 'requests not taken');
          else if (isRequest(message, subject)) void this.answer(message, handler);
          else this.logger.warn({ subject, reply: message.reply }, 'no request: dropped');
        },
      }),
    );
    await atMost(BROKER_MS, connection.flush());
  }

  /** Takes no more requests, lets running handlers finish and reply, then closes the connection. */
  async close(): Promise<void> {
    const { connection } = this;
    if (connection === undefined) return;
    await this.leave();
    await handlersDrained(DRAIN_SECONDS * 1000);
    // The reply of a finished handler is handed to the connection a tick later.
    await setImmediate();
    await atMost(BROKER_MS, connection.flush());
    await connection.close();
  }

  private async answer(message: Msg, handler: Handler): Promise<void> {
    const answer = await handler(parsed(message), { headers: message.headers });
    try {
      message.respond(this.bytesOf(answer, message.subject));
    } catch (error) {
      this.complain(answer, message.subject, { err: error }, 'reply not sent');
    }
  }

  /** A reply that cannot be sent answers INTERNAL: otherwise the caller would wait for its deadline. */
  private bytesOf(answer: Answer, subject: string): Uint8Array {
    const most = this.connection?.info?.max_payload ?? Infinity;
    try {
      const bytes = toBytes(answer.reply);
      if (bytes.length <= most) return bytes;
      this.complain(answer, subject, { bytes: bytes.length }, 'reply too large');
    } catch (error) {
      this.complain(answer, subject, { err: error }, 'reply is not JSON');
    }
    return toBytes({ error: { code: 'INTERNAL' } });
  }

  private complain({ context }: Answer, subject: string, what: object, problem: string): void {
    this.logger.error({ subject, ...what, ...idsOf(context) }, problem);
  }
}

const toBytes = (reply: RpcReply<unknown>): Uint8Array => Buffer.from(JSON.stringify(reply));

/** Undefined for text that is not JSON, which no handler takes. */
function parsed(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}
