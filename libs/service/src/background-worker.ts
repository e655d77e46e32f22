import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, type BackgroundLoopOptions } from './background-loop.js';

/** A provider with a loop of its own, from when its service has started until before the database is closed. */
export abstract class BackgroundWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly loop: BackgroundLoop;

  constructor(options: Omit<BackgroundLoopOptions, 'run'>) {
    this.loop = new BackgroundLoop({ ...options, run: () => this.execute() });
  }

  /** One round of the loop, which says when the next one follows. */
  abstract execute(): ReturnType<BackgroundLoopOptions['run']>;

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
