import { createHash } from 'node:crypto';
import { jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { Bus } from '@questp/service';
import type { LimitName } from './limits.js';

const STREAM = 'rate-limits';
/** Less than it takes to notice a frozen broker: a request that waits here is answered 503 soon after. */
const TIMEOUT_MS = 1_000;

/** nats-server 2.12: every message is an increment, its acknowledgement tells the sum (NATS ADR-49). */
const CONFIG = {
  name: STREAM,
  subjects: ['rate.>'],
  storage: 'memory',
  allow_msg_counter: true,
  max_msgs_per_subject: 1,
  max_age: 150 * 1e9,
  max_bytes: 64 * 1024 * 1024,
} satisfies Partial<StreamConfig>;

/** Counts that all replicas of the gateway share: JetStream message counters in memory, one subject per window. */
export class SharedCounter {
  private created: Promise<unknown> | undefined;

  constructor(private readonly bus: Bus) {}

  /** Creates the stream; it is lost with the broker's memory and created anew by the next count. */
  async open(): Promise<void> {
    this.created ??= jetstreamManager(this.bus.connection)
      .then((manager) => manager.streams.add(CONFIG))
      .finally(() => {
        this.created = undefined;
      });
    await this.created;
  }

  /** Adds `n` and returns the sum over all replicas. Throws when the counter cannot be reached. */
  async add(limit: LimitName, key: string, window: number, n: number): Promise<number> {
    if (this.bus.isDisconnected) throw new Error('The broker is out of reach');
    const subject = `rate.${limit}.${createHash('sha256').update(key).digest('base64url')}.${window}`;
    try {
      return await this.increment(subject, n);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('no responders'))) throw error;
      await this.open();
      return this.increment(subject, n);
    }
  }

  private async increment(subject: string, n: number): Promise<number> {
    const increment = headers();
    increment.set('Nats-Incr', `+${n}`);
    const reply = await this.bus.connection.request(subject, '', { headers: increment, timeout: TIMEOUT_MS });
    const { val, error } = reply.json<{ val?: string; error?: { description: string } }>();
    if (val === undefined) throw new Error(`The rate counter refused: ${error?.description ?? 'no sum in its answer'}`);
    return Number(val);
  }
}
