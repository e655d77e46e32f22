import { createHash } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import type { Bus } from '@questp/service';
import type { LimitName } from './limits.js';

/** Less than it takes to notice a frozen broker: a request that waits here is answered 503 soon after. */
const TIMEOUT_MS = 1_000;

/** Counts that all replicas of the gateway share: JetStream message counters, one subject per window. */
export class SharedCounter {
  constructor(private readonly bus: Bus) {}

  /** Adds `n` and returns the sum over all replicas. Throws when the counter cannot be reached. */
  async add(limit: LimitName, key: string, window: number, n: number): Promise<number> {
    if (this.bus.isDisconnected) throw new Error('The broker is out of reach');
    const subject = `rate.${limit}.${createHash('sha256').update(key).digest('base64url')}.${window}`;
    const increment = headers();
    increment.set('Nats-Incr', `+${n}`);
    const reply = await this.bus.connection.request(subject, '', { headers: increment, timeout: TIMEOUT_MS });
    const { val, error } = reply.json<{ val?: string; error?: { description: string } }>();
    if (val === undefined) throw new Error(`The rate counter refused: ${error?.description ?? 'no sum in its answer'}`);
    return Number(val);
  }
}
