/** Pause of a row that failed; doubled for each further failure. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Rows of which a background loop takes one a round. One that fails is passed over for a while, so that it stops no
 * other: the round fails, and the next one takes the row behind it. While no other is due, it is tried again.
 */
export class RowTurns {
  /** Rows that failed, by id. */
  private readonly failed = new Map<string, { times: number; until: number }>();

  /**
   * Runs a round.
   *
   * @param round takes a row that is not among those passed over, reports its id, and processes it
   */
  async run<Result>(
    round: (passedOver: readonly string[], onTaken: (id: string) => void) => Promise<Result>,
  ): Promise<Result> {
    let taken: string | undefined;
    const onTaken = (id: string) => (taken = id);
    try {
      const passedOver = this.passedOver();
      let result = await round(passedOver, onTaken);
      if (taken === undefined && passedOver.length > 0) result = await round([], onTaken);
      if (taken !== undefined) this.failed.delete(taken);
      return result;
    } catch (error) {
      if (taken !== undefined) this.postpone(taken);
      throw error;
    }
  }

  private passedOver(): string[] {
    const now = performance.now();
    // Another replica may have processed it, or deleted it.
    for (const [id, { until }] of this.failed) if (until + MAX_PAUSE_MS < now) this.failed.delete(id);
    return [...this.failed].flatMap(([id, { until }]) => (until > now ? [id] : []));
  }

  private postpone(id: string): void {
    const times = (this.failed.get(id)?.times ?? 0) + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), MAX_PAUSE_MS);
    this.failed.set(id, { times, until: performance.now() + pause });
  }
}
