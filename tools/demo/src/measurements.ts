export interface EndpointFigures {
  endpoint: string;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
}

/** Durations and errors of the demo's requests. */
export class Measurements {
  private readonly milliseconds = new Map<string, number[]>();
  private readonly refusals = new Map<string, number>();
  private readonly startedAt = performance.now();

  record(endpoint: string, milliseconds: number): void {
    const known = this.milliseconds.get(endpoint);
    if (known) known.push(milliseconds);
    else this.milliseconds.set(endpoint, [milliseconds]);
  }

  /** Counts an answer with this error code. */
  refused(code: string): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  /** Error codes and how many answers had them, the most frequent first. */
  codes(): [code: string, answers: number][] {
    return [...this.refusals].sort(([, a], [, b]) => b - a);
  }

  /** Endpoints, the most requested first. */
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

  /** Number of requests and seconds since the start. */
  throughput(): { requests: number; seconds: number } {
    const requests = [...this.milliseconds.values()].reduce((sum, all) => sum + all.length, 0);
    return { requests, seconds: (performance.now() - this.startedAt) / 1000 };
  }
}

/** Nearest-rank percentile of ascending values; NaN when there are none. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length), 1) - 1] ?? Number.NaN;
}
