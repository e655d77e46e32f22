import { Inject, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, type BackgroundLoopOptions } from './background-loop.js';
import { LOGGER, type Logger } from './logger.js';

export interface WorkerOptions extends Pick<BackgroundLoopOptions, 'name' | 'idleMs'> {
  /** Pause after the first round that failed, see `BackgroundLoop`; `idleMs` by default. */
  failedMs?: number;
}

/** A provider with a loop of its own, from when its service has started until before the database is closed. */
export abstract class BackgroundWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Injected here, so that no worker has to pass it on. */
  @Inject(LOGGER) protected readonly logger!: Logger;

  private made: BackgroundLoop | undefined;

  constructor(private readonly worker: WorkerOptions) {}

  /** Made at its first use, because the logger is injected after the constructor. */
  protected get loop(): BackgroundLoop {
    const { name, idleMs, failedMs = idleMs } = this.worker;
    this.made ??= new BackgroundLoop({ name, idleMs, failedMs, logger: this.logger, run: () => this.execute() });
    return this.made;
  }

  /** One round of the loop, which says when the next one follows. */
  abstract execute(): ReturnType<BackgroundLoopOptions['run']>;

  /**
   * Processes each row and returns the results. A row that fails is logged and stops none of the others; the round fails
   * after the last one, so that the next one follows after the pause of a failure.
   *
   * @param name of a row in the log
   */
  protected async each<Row, Result>(
    rows: readonly Row[],
    process: (row: Row) => Promise<Result>,
    name: (row: Row) => object,
  ): Promise<Result[]> {
    const results: Result[] = [];
    const failures: unknown[] = [];
    for (const row of rows) {
      try {
        results.push(await process(row));
      } catch (error) {
        failures.push(error);
        this.logger.warn({ err: error, ...name(row) }, `${this.worker.name}: a row failed`);
      }
    }
    if (failures.length > 0) throw failures[0];
    return results;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
