import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { EndOfTurn } from './end-of-turn.js';

/**
 * Why a request has no answer: no service listens there; none came in time; the connection broke after it was sent; it was
 * not sent, as the connection is broken.
 */
export type NoAnswerReason = 'nobody' | 'late' | 'lost' | 'unsent';

export class NoAnswer extends Error {
  constructor(
    readonly reason: NoAnswerReason,
    subject: string,
  ) {
    super(`No answer from ${subject}: ${reason}`);
  }
}

interface Waiting {
  subject: string;
  timer: NodeJS.Timeout;
  resolve: (answer: Msg) => void;
  reject: (error: unknown) => void;
}

/** NATS: a message with no data and this code means that the subject has no listener. */
const NO_RESPONDERS = 503;

/**
 * The answers to all requests of a connection, by one subscription: to make and remove one for every request costs the
 * broker more than to deliver it.
 */
export class ReplyInbox {
  private readonly prefix: string;
  private readonly waiting = new Map<string, Waiting>();
  private asked = 0;
  private readonly endOfTurn = new EndOfTurn();

  constructor(
    private readonly connection: NatsConnection,
    inboxPrefix: string,
  ) {
    this.prefix = `${createInbox(inboxPrefix)}.`;
    connection.subscribe(`${this.prefix}*`, {
      callback: (error, message) => {
        if (error === null) this.take(message);
      },
    });
  }

  /** Does not count requests that are lost before they are sent. Rejects with NoAnswer; with whatever NATS throws when the request cannot be sent. */
  request(subject: string, payload: string, headers: MsgHdrs, waitMs: number): Promise<Msg> {
    this.asked += 1;
    const token = this.asked.toString(36);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(token)?.reject(new NoAnswer('late', subject)), waitMs);
      this.waiting.set(token, { subject, timer, resolve, reject });
      this.endOfTurn.do(() => {
        if (!this.waiting.has(token)) return;
        try {
          this.connection.publish(subject, payload, { reply: this.prefix + token, headers });
        } catch (error) {
          this.end(token)?.reject(error);
        }
      });
    });
  }

  /** Rejects all that wait: their replies would arrive by a connection that broke. */
  lose(): void {
    for (const [token, { subject }] of this.waiting) this.end(token)?.reject(new NoAnswer('lost', subject));
  }

  private take(message: Msg): void {
    const waiting = this.end(message.subject.slice(this.prefix.length));
    if (waiting === undefined) return;
    const hasNoResponder = message.data.length === 0 && message.headers?.code === NO_RESPONDERS;
    if (hasNoResponder) waiting.reject(new NoAnswer('nobody', waiting.subject));
    else waiting.resolve(message);
  }

  /** Undefined: it ended already. */
  private end(token: string): Waiting | undefined {
    const waiting = this.waiting.get(token);
    clearTimeout(waiting?.timer);
    this.waiting.delete(token);
    return waiting;
  }
}
