import { AppError } from '@questp/messages/language';
import { RATE_LIMITS, type RateLimitName, type RateLimitVariable } from '@questp/messages/tables';
import { Counter, metrics, type Logger } from '@questp/service';
import { LRUCache } from 'lru-cache';
import type { SharedCounter } from './shared-counter.js';

const WINDOW_MS = 60_000;
/** A lease takes 1/20 of the remaining limit, so that replicas without further requests hold back little. */
const LEASE_PART = 20;
const RETRY_COUNTER_MS = 2_000;

const refused = new Counter({
  name: 'questp_limit_refused_total',
  help: 'Requests answered RATE_LIMITED, by limit',
  labelNames: ['limit'],
  registers: [metrics],
});

export interface LimitStanding {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** Limits that share one key and one counter; the first one counts every request. */
export type LimitGroup = readonly [RateLimitName, ...RateLimitName[]];

/** The keys under which a request is counted. */
export interface Caller {
  /** See `addressKey`. */
  address: string;
  /** See `limitKey`; absent for an anonymous caller. */
  principal?: string;
}

/** The part of one limit of a key that this process has leased. */
interface Lease {
  name: RateLimitName;
  /** Counted at the broker, but not yet used by a request. */
  left: number;
  /** The sum over all replicas at the last answer. */
  total: number;
  exhausted: boolean;
  waiting: number;
}

interface Bucket {
  window: number;
  leases: Lease[];
  refill: Promise<void> | undefined;
}

/**
 * Fixed windows of one minute, shared by all replicas: together they never admit more than the limit. A key in use
 * costs one message per lease instead of per request, and one message for all limits of a group.
 */
export class RateLimits {
  private readonly buckets = new LRUCache<string, Bucket>({ max: 50_000 });
  private counterIsDownUntil = 0;

  constructor(
    private readonly counter: Pick<SharedCounter, 'add'>,
    private readonly limits: Readonly<Record<RateLimitVariable, number>>,
    private readonly logger: Logger,
    /** The window of a key begins at an offset that is the same in all replicas. */
    private readonly now: () => number,
  ) {}

  /**
   * Counts one request under each of the limits; synchronous while leases last. Returns the state of the last limit,
   * which is the narrowest.
   * @throws AppError RATE_LIMITED; SERVICE_UNAVAILABLE when a strict limit cannot be counted
   */
  take(names: LimitGroup, caller: Caller): LimitStanding | Promise<LimitStanding> {
    const key = keyOf(names[0], caller);
    const window = Math.floor(this.now() / WINDOW_MS);
    const id = `${names[0]} ${key}`;
    let bucket = this.buckets.get(id);
    if (bucket?.window !== window) {
      bucket = { window, leases: [], refill: undefined };
      this.buckets.set(id, bucket);
    }
    for (let n = bucket.leases.length; n < names.length; n += 1) {
      bucket.leases.push({ name: names[n] as RateLimitName, left: 0, total: 0, exhausted: false, waiting: 0 });
    }
    return this.use(bucket, names.length) ?? this.wait(bucket, names.length, key);
  }

  /**
   * Uses one count of each lease up to the first exhausted limit; uses none if a lease before that has to be refilled.
   */
  private use({ window, leases }: Bucket, count: number): LimitStanding | undefined {
    for (let n = 0; n < count; n += 1) {
      const { left, exhausted } = leases[n] as Lease;
      if (left > 0) continue;
      if (!exhausted) return undefined;
      break;
    }
    const reset = Math.max(1, Math.ceil(((window + 1) * WINDOW_MS - this.now()) / 1000));
    for (let n = 0; n < count; n += 1) {
      const lease = leases[n] as Lease;
      if (lease.left === 0) {
        refused.inc({ limit: lease.name });
        throw new AppError('RATE_LIMITED', { retryAfter: reset });
      }
      lease.left -= 1;
    }
    const { name, total, left } = leases[count - 1] as Lease;
    const perMinute = this.maxOf(name);
    return { limit: perMinute, remaining: Math.max(0, perMinute - total) + left, reset };
  }

  private async wait(bucket: Bucket, count: number, key: string): Promise<LimitStanding> {
    const leases = bucket.leases.slice(0, count);
    for (const lease of leases) lease.waiting += 1;
    try {
      for (;;) {
        bucket.refill ??= this.refill(bucket, key).finally(() => {
          bucket.refill = undefined;
        });
        await bucket.refill;
        const standing = this.use(bucket, count);
        if (standing) return standing;
      }
    } finally {
      for (const lease of leases) lease.waiting -= 1;
    }
  }

  /** Refills the leases of a bucket with one message to the shared counter. */
  private async refill({ window, leases }: Bucket, key: string): Promise<void> {
    const asked = leases.map((lease) => this.wantedOf(lease));
    const first = (leases[0] as Lease).name;
    try {
      const totals = await this.count(first, key, window, asked);
      for (const [n, wanted] of asked.entries()) {
        const lease = leases[n] as Lease;
        const perMinute = this.maxOf(lease.name);
        const total = totals[n] as number;
        const granted = Math.min(wanted, Math.max(0, perMinute - (total - wanted)));
        lease.left += granted;
        lease.total = Math.min(total, perMinute);
        if (granted < wanted) lease.exhausted = true;
      }
    } catch (error) {
      if (RATE_LIMITS[first].strict) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 2 });
      this.logger.warn({ err: error, limit: first }, 'counting requests in this process alone');
      for (const lease of leases) {
        const perMinute = this.maxOf(lease.name);
        lease.left += perMinute - lease.total;
        lease.total = perMinute;
        lease.exhausted = true;
      }
    }
  }

  private wantedOf({ name, left, total, exhausted, waiting }: Lease): number {
    if (exhausted || waiting <= left) return 0;
    const perMinute = this.maxOf(name);
    return Math.max(RATE_LIMITS[name].strict ? 1 : Math.floor((perMinute - total) / LEASE_PART), waiting - left);
  }

  private maxOf(name: RateLimitName): number {
    return this.limits[RATE_LIMITS[name].max];
  }

  private async count(name: RateLimitName, key: string, window: number, counts: number[]): Promise<number[]> {
    if (this.now() < this.counterIsDownUntil) throw new Error('The rate counter was out of reach a moment ago');
    try {
      return await this.counter.add(name, key, window, counts);
    } catch (error) {
      this.counterIsDownUntil = this.now() + RETRY_COUNTER_MS;
      throw error;
    }
  }
}

function keyOf(name: RateLimitName, caller: Caller): string {
  const [by] = RATE_LIMITS[name].by;
  const key = caller[by];
  if (key === undefined) throw new Error(`The limit ${name} needs the ${by} of the caller`);
  return key;
}
