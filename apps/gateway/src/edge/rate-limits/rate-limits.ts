import { AppError } from '@questp/messages';
import { Counter, metrics, type Logger } from '@questp/service';
import { LRUCache } from 'lru-cache';
import type { Limit, LimitName } from './limits.js';
import type { SharedCounter } from './shared-counter.js';

const WINDOW_MS = 60_000;
/** A lease is this part of what is left, so that little is lost in replicas that get no more requests. */
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

interface Bucket {
  window: number;
  /** Counted, not yet used by a request. */
  left: number;
  /** The sum over all replicas when it was last asked. */
  total: number;
  exhausted: boolean;
  waiting: number;
  refill: Promise<void> | undefined;
}

/**
 * Fixed windows of one minute, shared by all replicas: together they never admit more than the limit. A key in use
 * costs one count per lease, not per request.
 */
export class RateLimits {
  private readonly buckets = new LRUCache<string, Bucket>({ max: 50_000 });
  private counterIsDownUntil = 0;

  constructor(
    private readonly counter: Pick<SharedCounter, 'add'>,
    private readonly limits: Readonly<Record<LimitName, Limit>>,
    private readonly logger: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Counts one request; synchronous while the lease lasts.
   * @throws AppError RATE_LIMITED; SERVICE_UNAVAILABLE when a strict limit cannot be counted
   */
  take(name: LimitName, key: string): LimitStanding | Promise<LimitStanding> {
    const window = Math.floor(this.now() / WINDOW_MS);
    const id = `${name} ${key}`;
    let bucket = this.buckets.get(id);
    if (bucket?.window !== window) {
      bucket = { window, left: 0, total: 0, exhausted: false, waiting: 0, refill: undefined };
      this.buckets.set(id, bucket);
    }
    return this.use(bucket, name) ?? this.wait(bucket, name, key);
  }

  private use(bucket: Bucket, name: LimitName): LimitStanding | undefined {
    const { perMinute } = this.limits[name];
    const reset = Math.max(1, Math.ceil(((bucket.window + 1) * WINDOW_MS - this.now()) / 1000));
    if (bucket.left > 0) {
      bucket.left -= 1;
      return { limit: perMinute, remaining: Math.max(0, perMinute - bucket.total) + bucket.left, reset };
    }
    if (!bucket.exhausted) return undefined;
    refused.inc({ limit: name });
    throw new AppError('RATE_LIMITED', { retryAfter: reset });
  }

  private async wait(bucket: Bucket, name: LimitName, key: string): Promise<LimitStanding> {
    bucket.waiting += 1;
    try {
      for (;;) {
        bucket.refill ??= this.refill(bucket, name, key).finally(() => {
          bucket.refill = undefined;
        });
        await bucket.refill;
        const standing = this.use(bucket, name);
        if (standing) return standing;
      }
    } finally {
      bucket.waiting -= 1;
    }
  }

  private async refill(bucket: Bucket, name: LimitName, key: string): Promise<void> {
    const { perMinute, strict } = this.limits[name];
    const lease = strict ? 1 : Math.floor((perMinute - bucket.total) / LEASE_PART);
    const asked = Math.max(1, lease, bucket.waiting);
    try {
      const total = await this.count(name, key, bucket.window, asked);
      const granted = Math.min(asked, Math.max(0, perMinute - (total - asked)));
      bucket.left += granted;
      bucket.total = Math.min(total, perMinute);
      bucket.exhausted = granted < asked;
    } catch (error) {
      if (strict) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 2 });
      this.logger.warn({ err: error, limit: name }, 'counting requests in this process alone');
      bucket.left += perMinute - bucket.total;
      bucket.total = perMinute;
      bucket.exhausted = true;
    }
  }

  private async count(name: LimitName, key: string, window: number, n: number): Promise<number> {
    if (this.now() < this.counterIsDownUntil) throw new Error('The rate counter was out of reach a moment ago');
    try {
      return await this.counter.add(name, key, window, n);
    } catch (error) {
      this.counterIsDownUntil = this.now() + RETRY_COUNTER_MS;
      throw error;
    }
  }
}
