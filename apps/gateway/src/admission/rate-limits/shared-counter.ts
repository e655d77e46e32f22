import { createHash } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import type { RateLimitName } from '@questp/messages/tables';
import { NoAnswer, type Bus } from '@questp/service';

/** For a busy broker; one that is out of reach is noticed sooner. */
const TIMEOUT_MS = 3_000;

/** Of each count in a counter's sum. A limit has 30 at most, and no more is asked for once it is reached. */
const BITS = 40n;

/** Counts that all replicas of the gateway share: JetStream message counters, one subject per window. */
export class SharedCounter {
  constructor(private readonly bus: Bus) {}

  /** Throws a sentence unless counts can be made: a probe adds nothing to a subject of its own. */
  async requireUsable(): Promise<void> {
    await this.increment('rate.readiness', 0n).catch((error: unknown) => {
      throw isNobodyThere(error) ? new Error('The broker has no counters for rate limits: run prepare-broker') : error;
    });
  }

  /**
   * Adds what is counted together, in one message, and returns the sums over all replicas. Each has its own bits of one
   * large number. Throws when the counter cannot be reached.
   */
  async add(limit: RateLimitName, key: string, window: number, counts: readonly number[]): Promise<number[]> {
    const added = counts.reduceRight((packed, count) => (packed << BITS) + BigInt(count), 0n);
    // Not `rate.<limit>`: a gateway of the version before adds and reads single counts there.
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

const isNobodyThere = (error: unknown): boolean => error instanceof NoAnswer && error.reason === 'nobody';
