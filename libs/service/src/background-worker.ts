import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, type BackgroundLoopOptions } from './background-loop.js';
import type { Logger } from './logger.js';

/** A provider with a loop of its own, from when its service has started until before the database is closed. */
export abstract class BackgroundWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly loop: BackgroundLoop;

  private readonly worker: { name: string; logger: Logger };

  constructor(options: Omit<BackgroundLoopOptions, 'run'>) {
    this.worker = options;
    this.loop = new BackgroundLoop({ ...options, run: () => this.execute() });
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
        this.worker.logger.warn({ err: error, ...name(row) }, `${this.worker.name}: a row failed`);
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
