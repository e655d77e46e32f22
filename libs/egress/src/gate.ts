interface Waiting {
  enter: () => void;
}

/** Admits a limited number of holders at a time; the others wait in order. */
export class Gate {
  private inside = 0;
  private readonly queue = new Set<Waiting>();

  constructor(private readonly places: number) {}

  get isEmpty(): boolean {
    return this.inside === 0 && this.queue.size === 0;
  }

  /** Resolves when admitted; rejects with the signal's reason when it is aborted before. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.inside < this.places) {
      this.inside += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        this.queue.delete(waiting);
        reject(signal.reason as Error);
      };
      const waiting = {
        enter: () => {
          signal.removeEventListener('abort', leaveQueue);
          resolve();
        },
      };
      this.queue.add(waiting);
      signal.addEventListener('abort', leaveQueue, { once: true });
    });
  }

  /** Admits the one that has waited longest. */
  leave(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.inside -= 1;
      return;
    }
    this.queue.delete(next);
    next.enter();
  }
}
