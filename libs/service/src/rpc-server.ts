import { setImmediate } from 'node:timers/promises';
import { ServerNats } from '@nestjs/microservices';
import type { Msg, NatsConnection, Subscription, SubscriptionOptions } from '@nats-io/transport-node';
import { atMost } from './at-most.js';
import type { Logger } from './logger.js';
import { natsOptions } from './nats-options.js';
import { runInContext } from './call-context.js';
import { ANSWERED, handlersDrained, type RpcReply } from './rpc-handler.js';

/** How long a start or stop waits for a broker that is out of reach. */
const BROKER_MS = 2_000;

interface ReplyPacket {
  id: string;
  response?: RpcReply<unknown>;
}

/**
 * The broker checks where a message is sent to, and not where its answer goes: that of a request could be a subject
 * which only this service may send to, and an event that JetStream delivers here would look like a request.
 */
const isRequest = ({ subject, reply }: Msg, asked: string): boolean =>
  subject === asked && reply?.startsWith('_INBOX.') === true;

/** Answers the requests of one service: each reaches one replica of the queue group `name`. */
export class RpcServer extends ServerNats {
  /** Subscribes to one subject each. */
  private readonly asked: (() => Subscription)[] = [];
  private taken: Subscription[] = [];

  constructor(
    servers: string,
    name: string,
    private readonly log: Logger,
  ) {
    super({
      ...natsOptions(servers, name),
      queue: name,
      serializer: { serialize: (packet: ReplyPacket) => ({ data: this.encode(packet) }) },
    });
  }

  /** Calls back when the broker knows the subscriptions, so that a request sent from then on is taken. */
  override start(callback: (error?: unknown) => void): void {
    super.start(() => void atMost(BROKER_MS, this.unwrap<NatsConnection>().flush()).then(() => callback()));
  }

  override bindEvents(client: NatsConnection): void {
    const subscribe = (subject: string, { callback, ...options }: SubscriptionOptions): Subscription => {
      const take = () =>
        client.subscribe(subject, {
          ...options,
          callback: (error, message) => {
            if (error !== null || isRequest(message, subject)) void callback?.(error, message);
            else this.log.warn({ subject, reply: message.reply }, 'no request: dropped');
          },
        });
      this.asked.push(take);
      const subscription = take();
      this.taken.push(subscription);
      return subscription;
    };
    super.bindEvents({ subscribe });
  }

  /** Leaves the queue group: requests reach other replicas, or are answered that nobody is there. */
  async leave(): Promise<void> {
    const left = this.taken;
    this.taken = [];
    await atMost(BROKER_MS, Promise.all(left.map((subscription) => subscription.drain())));
    // Of a broker that is gone; it would have them again when it is back.
    for (const subscription of left) if (!subscription.isClosed()) subscription.unsubscribe();
  }

  /** Takes requests again, after `leave`. Resolves when the broker knows. */
  async join(): Promise<void> {
    this.taken = this.asked.map((take) => take());
    await atMost(BROKER_MS, this.unwrap<NatsConnection>().flush());
  }

  /** Takes no more requests, lets running handlers finish and reply, then closes the connection. */
  override async close(): Promise<void> {
    await this.leave();
    await handlersDrained(10_000);
    // Nest hands the reply of a finished handler to the connection a tick later.
    await setImmediate();
    await atMost(BROKER_MS, this.unwrap<NatsConnection>().flush());
    await super.close();
  }

  /** A reply that cannot be sent answers INTERNAL: otherwise the caller would wait for its deadline. */
  private encode(packet: ReplyPacket): string {
    const most = this.unwrap<NatsConnection>().info?.max_payload ?? Infinity;
    try {
      const text = JSON.stringify(packet);
      const bytes = Buffer.byteLength(text);
      if (bytes <= most) return text;
      this.complain(packet, { bytes }, 'reply too large');
    } catch (error) {
      this.complain(packet, { err: error }, 'reply is not JSON');
    }
    return JSON.stringify({ id: packet.id, isDisposed: true, response: { error: { code: 'INTERNAL' } } });
  }

  /** Nest sends replies outside of the context of the request. */
  private complain({ response }: ReplyPacket, what: object, problem: string): void {
    const answered = response?.[ANSWERED];
    const complain = () => this.log.error({ subject: answered?.subject, ...what }, problem);
    if (answered === undefined) complain();
    else runInContext(answered.context, complain);
  }
}
