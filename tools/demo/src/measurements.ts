export interface EndpointFigures {
  endpoint: string;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
}

/** What every request of the demo came to. */
export class Measurements {
  private readonly milliseconds = new Map<string, number[]>();
  private readonly refusals = new Map<string, { answered: number; expected: number }>();
  /** Answers 429 that were waited out. */
  rateLimited = 0;
  private readonly startedAt = performance.now();

  record(endpoint: string, milliseconds: number): void {
    const known = this.milliseconds.get(endpoint);
    if (known) known.push(milliseconds);
    else this.milliseconds.set(endpoint, [milliseconds]);
  }

  /** An answer with this error code; `expected` when the demo provoked it. */
  refused(code: string, expected: boolean): void {
    const counts = this.refusals.get(code) ?? { answered: 0, expected: 0 };
    counts.answered += 1;
    counts.expected += expected ? 1 : 0;
    this.refusals.set(code, counts);
  }

  /** Error codes with how often they came, and how often that was on purpose. */
  codes(): { code: string; answered: number; expected: number }[] {
    return [...this.refusals].map(([code, counts]) => ({ code, ...counts })).sort((a, b) => b.answered - a.answered);
  }

  /** The endpoints, the busiest first. */
  endpoints(): EndpointFigures[] {
    return [...this.milliseconds]
      .map(([endpoint, all]) => {
        const sorted = all.toSorted((a, b) => a - b);
        return {
          endpoint,
          requests: sorted.length,
          p50: percentile(sorted, 50),
          p99: percentile(sorted, 99),
          slowest: percentile(sorted, 100),
        };
      })
      .sort((a, b) => b.requests - a.requests);
  }

  /** All requests since the start, and how many that is per second. */
  throughput(): { requests: number; seconds: number } {
    const requests = [...this.milliseconds.values()].reduce((sum, all) => sum + all.length, 0);
    return { requests, seconds: (performance.now() - this.startedAt) / 1000 };
  }
}

/** Nearest-rank percentile of ascending values; NaN when there are none. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length), 1) - 1] ?? Number.NaN;
}
