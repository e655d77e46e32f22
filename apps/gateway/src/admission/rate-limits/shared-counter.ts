import { createHash } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import type { RateLimitName } from '@questp/messages/tables';
import { NoAnswer, type Bus } from '@questp/service';

/** Long enough for a busy broker; an unreachable one is noticed earlier. */
const TIMEOUT_MS = 3_000;

/** Bits of each count in the sum of a counter. A limit has 30 at most, and counting stops when it is reached. */
const BITS = 40n;

/** Counts that all gateway replicas share: JetStream message counters, one subject per window. */
export class SharedCounter {
  constructor(private readonly bus: Bus) {}

  /** Throws a sentence unless counting works. The probe adds zero to its own subject. */
  async requireUsable(): Promise<void> {
    await this.increment('rate.readiness', 0n).catch((error: unknown) => {
      throw hasNoResponder(error) ? new Error('The broker has no counters for rate limits: run prepare-broker') : error;
    });
  }

  /**
   * Adds the counts of a limit group in one message, and returns the sums over all replicas. Each count has its own
   * bits of one large number. Throws when the counter cannot be reached.
   */
  async add(limit: RateLimitName, key: string, window: number, counts: readonly number[]): Promise<number[]> {
    const added = counts.reduceRight((packed, count) => (packed << BITS) + BigInt(count), 0n);
    // Not `rate.<limit>`: gateways of the previous version count there, one limit per subject.
    const subject = `rate.sums.${limit}.${createHash('sha256').update(key).digest('base64url')}.${window}`;
    const sums = await this.increment(subject, added);
    return counts.map((_, n) => Number(BigInt.asUintN(Number(BITS), sums >> (BITS * BigInt(n)))));
  }

  private async increment(subject: string, n: bigint): Promise<bigint> {
    const increment = headers();
    increment.set('Nats-Incr', `+${n}`);
    const reply = await this.bus.ask(subject, '', increment, TIMEOUT_MS);
    const { val, error } = reply.json<{ val?: string; error?: { description: string } }>();
    if (val === undefined) throw new Error(`The rate counter refused: ${error?.description ?? 'no sum in its answer'}`);
    return BigInt(val);
  }
}

const hasNoResponder = (error: unknown): boolean => error instanceof NoAnswer && error.reason === 'nobody';
