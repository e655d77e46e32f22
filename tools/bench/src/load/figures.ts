/** Results of a round. */
export interface Round {
  seconds: number;
  /** Milliseconds of each request that was answered 2xx. */
  milliseconds: number[];
  /** Answers by status that were not 2xx. */
  failures: Record<number, number>;
}

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
  requests: number;
  failures: Record<number, number>;
}

/** Combines the figures of several rounds. */
export function figuresOf(rounds: Round[]): Figures {
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const sorted = Float64Array.from(rounds.flatMap(({ milliseconds }) => milliseconds)).sort();
  const failures: Record<number, number> = {};
  for (const [status, count] of rounds.flatMap((round) => Object.entries(round.failures))) {
    failures[Number(status)] = (failures[Number(status)] ?? 0) + count;
  }
  return {
    perSecond: sorted.length / seconds,
    p50: percentile(sorted, 50),
    p99: percentile(sorted, 99),
    max: percentile(sorted, 100),
    requests: sorted.length,
    failures,
  };
}

/** Nearest-rank percentile of ascending values; NaN when there are none. */
function percentile(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length), 1) - 1] ?? Number.NaN;
}
