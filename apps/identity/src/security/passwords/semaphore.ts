/** Lets at most `limit` pieces of work run at once; the others wait in their order. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  async execute<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.limit) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The place is handed over, so that nobody who comes meanwhile takes it.
      if (next) next();
      else this.running -= 1;
    }
  }
}
