import { BackgroundWorker, type WorkerOptions } from './background-worker.js';
import { currentContext, newCallContext, runInOwnContext } from './call-context.js';

interface QueueWorkerOptions extends WorkerOptions {
  /** Maximum number of items that a replica processes at once. */
  slots: number;
}

/** The last step of an item. It occupies no slot. */
export type LastStep = () => Promise<unknown>;

/**
 * Processes items of a queue in the database, each as soon as a slot is free: a slow item occupies its slot and delays
 * no other. An item that fails is logged and claimed again when its lease ends.
 */
export abstract class QueueWorker<Item> extends BackgroundWorker {
  private readonly running = new Set<Promise<void>>();
  private occupied = 0;

  constructor(private readonly options: QueueWorkerOptions) {
    super(options);
  }

  /** Leases the items that are due, at most `limit`. */
  protected abstract claim(limit: number): Promise<Item[]>;

  protected abstract process(item: Item): Promise<LastStep | void>;

  /** The members of an item that its log line shows. */
  protected abstract describe(item: Item): object;

  /** Claims the items that are due and starts them. */
  async execute(): Promise<boolean | number> {
    void (await this.begin());
    return false;
  }

  /** Claims the items that are due and processes them; returns their number. */
  async round(): Promise<number> {
    const begun = await this.begin();
    await Promise.all(begun);
    return begun.length;
  }

  /** Looks for due items now. */
  wake(): void {
    this.loop.wake();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await Promise.all(this.running);
  }

  private async begin(): Promise<Promise<void>[]> {
    const free = this.options.slots - this.occupied;
    if (free <= 0) return [];
    return (await this.claim(free)).map((item) => this.start(item));
  }

  private start(item: Item): Promise<void> {
    const context = newCallContext(undefined, undefined, { name: this.options.name, kind: 'internal' });
    this.occupied += 1;
    const run = runInOwnContext(context, () => this.run(item)).finally(() => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  private async run(item: Item): Promise<void> {
    try {
      const lastStep = await this.process(item).finally(() => this.freeSlot());
      await lastStep?.();
    } catch (error) {
      currentContext()?.span?.fail(error);
      this.logger.warn({ err: error, ...this.describe(item) }, `${this.options.name} failed`);
    }
  }

  private freeSlot(): void {
    this.occupied -= 1;
    if (this.occupied === this.options.slots - 1) this.wake();
  }
}
