import { AppError } from '@questp/messages/language';

/** Places of this process that callers hold for a while: a number for each caller, and a number for all together. */
export class CallerSlots {
  private readonly taken = new Map<string, number>();
  private total = 0;

  /** @param retryAfter seconds after which a refused caller may try again */
  constructor(
    private readonly perCaller: number,
    private readonly most: number,
    private readonly retryAfter: number,
  ) {}

  get isFull(): boolean {
    return this.total >= this.most;
  }

  /**
   * Takes a place for a caller. Returns the function that gives it back; further calls of it do nothing.
   * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  take(caller: string): () => void {
    const { retryAfter } = this;
    const own = this.taken.get(caller) ?? 0;
    if (own >= this.perCaller) throw new AppError('RATE_LIMITED', { retryAfter });
    if (this.isFull) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter });
    this.taken.set(caller, own + 1);
    this.total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.total -= 1;
      const left = (this.taken.get(caller) ?? 0) - 1;
      if (left > 0) this.taken.set(caller, left);
      else this.taken.delete(caller);
    };
  }
}
