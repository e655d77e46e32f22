import { createHash } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import { NoAnswer, type Bus } from '@questp/service';
import type { LimitName } from './limits.js';

/** For a busy broker; one that is out of reach is noticed sooner. */
const TIMEOUT_MS = 3_000;

/** Counts that all replicas of the gateway share: JetStream message counters, one subject per window. */
export class SharedCounter {
  constructor(private readonly bus: Bus) {}

  /** Throws a sentence unless counts can be made: a probe adds nothing to a subject of its own. */
  async requireUsable(): Promise<void> {
    await this.increment('rate.readiness', 0).catch((error: unknown) => {
      throw isNobodyThere(error) ? new Error('The broker has no counters for rate limits: run prepare-broker') : error;
    });
  }

  /** Adds `n` and returns the sum over all replicas. Throws when the counter cannot be reached. */
  async add(limit: LimitName, key: string, window: number, n: number): Promise<number> {
    const subject = `rate.${limit}.${createHash('sha256').update(key).digest('base64url')}.${window}`;
    return this.increment(subject, n);
  }

  private async increment(subject: string, n: number): Promise<number> {
    const increment = headers();
    increment.set('Nats-Incr', `+${n}`);
    const reply = await this.bus.ask(subject, '', increment, TIMEOUT_MS);
    const { val, error } = reply.json<{ val?: string; error?: { description: string } }>();
    if (val === undefined) throw new Error(`The rate counter refused: ${error?.description ?? 'no sum in its answer'}`);
    return Number(val);
  }
}

const isNobodyThere = (error: unknown): boolean => error instanceof NoAnswer && error.reason === 'nobody';
