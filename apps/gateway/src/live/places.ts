import { AppError } from '@questp/messages';
import { Counter, metrics } from '@questp/service';

/** Seconds after which a refused reader may come again. */
export const RETRY_AFTER = 10;

export const dropped = new Counter({
  name: 'questp_live_dropped_total',
  help: 'Live streams and sockets that were cut off: their reader was slow, or its access was lost',
  labelNames: ['why'],
  registers: [metrics],
});

/** Places of live connections at this process, streams and sockets together. */
export class Places {
  private readonly taken = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly perPrincipal: number,
    private readonly most: number,
  ) {}

  get isFull(): boolean {
    return this.total >= this.most;
  }

  /**
   * Takes a place for a principal, and returns what gives it back, however often it is called.
   * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  take(principal: string): () => void {
    if (this.isFull) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER });
    const own = this.taken.get(principal) ?? 0;
    if (own >= this.perPrincipal) throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER });
    this.taken.set(principal, own + 1);
    this.total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.total -= 1;
      const left = (this.taken.get(principal) as number) - 1;
      if (left === 0) this.taken.delete(principal);
      else this.taken.set(principal, left);
    };
  }
}
