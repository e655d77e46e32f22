export interface Limit {
  /** Limits of the same name are counted together; each route has its own by default. */
  name?: string;
  requests: number;
  seconds: number;
}

export interface LimitState {
  limit: number;
  remaining: number;
  /** Unix time in seconds. */
  reset: number;
  isExceeded: boolean;
}

/** Counts in fixed windows, which begin with the first request. */
export class RateLimits {
  private readonly windows = new Map<string, { used: number; endsAt: number }>();

  /** @param by 0 to see the state alone */
  count(key: string, { requests, seconds }: Limit, by: 0 | 1 = 1): LimitState {
    const now = Date.now();
    const known = this.windows.get(key);
    const window = known && known.endsAt > now ? known : { used: 0, endsAt: now + seconds * 1_000 };
    window.used += by;
    this.windows.set(key, window);
    return {
      limit: requests,
      remaining: Math.max(0, requests - window.used),
      reset: Math.ceil(window.endsAt / 1_000),
      isExceeded: window.used > requests,
    };
  }

  clear(): void {
    this.windows.clear();
  }
}
