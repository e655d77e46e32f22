import type { Logger } from './logger.js';
import { Counter, metrics } from './metrics.js';

const MAX_FAILED_MS = 10_000;

const failures = new Counter({
  name: 'questp_loop_failures_total',
  help: 'Rounds of background loops that failed; alert when it keeps growing',
  labelNames: ['loop'],
  registers: [metrics],
});

export interface BackgroundLoopOptions {
  /** In logs and in the metric of failures. */
  name: string;
  logger: Logger;
  /**
   * One round; true when there is more to do, so that the next one follows at once. A number: there will be in so many
   * ms, when the next one follows unless the pause ends before.
   */
  run: () => Promise<boolean | number>;
  /** Pause after a round that found nothing more to do. */
  idleMs: number;
  /** Pause after the first round that failed; each further failure doubles it, up to 10 s unless it begins above. */
  failedMs: number;
}

/**
 * Runs rounds of work one after the other until it is stopped. A failing round is tried again after a pause that grows
 * and varies, so that replicas do not come back at the same moment; the log says when failing begins and when it ends.
 */
export class BackgroundLoop {
  private running: Promise<void> | undefined;
  private isStopping = false;
  /** Failed rounds since the last one that worked. */
  private failed = 0;
  private woken = false;
  private endPause: (() => void) | undefined;

  constructor(private readonly options: BackgroundLoopOptions) {}

  /** True once `stop` was called: a long round ends early. */
  get stopping(): boolean {
    return this.isStopping;
  }

  /** True while rounds fail: what does not mend the cause should not end their pause. */
  get failing(): boolean {
    return this.failed > 0;
  }

  start(): void {
    this.running ??= this.loop();
  }

  /** Begins the next round now, or right after the one that runs. */
  wake(): void {
    this.woken = true;
    this.endPause?.();
  }

  /** Waits for the running round. A stopped loop is not started again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.endPause?.();
    await this.running;
  }

  private async loop(): Promise<void> {
    while (!this.isStopping) {
      this.woken = false;
      await this.pause(await this.round());
    }
  }

  /** Gives the pause after it in ms. */
  private async round(): Promise<number> {
    const { name, logger, run, idleMs } = this.options;
    try {
      const more = await run();
      if (this.failed > 0) logger.info({ loop: name, failed: this.failed }, 'background loop works again');
      this.failed = 0;
      if (typeof more === 'number') return Math.min(more, idleMs);
      return more ? 0 : idleMs;
    } catch (error) {
      this.failed += 1;
      failures.inc({ loop: name });
      if (this.failed === 1) logger.warn({ err: error, loop: name }, 'background loop fails');
      return this.failurePause();
    }
  }

  /** Between half of it and the whole. */
  private failurePause(): number {
    const { failedMs } = this.options;
    const full = Math.min(failedMs * 2 ** (this.failed - 1), Math.max(failedMs, MAX_FAILED_MS));
    return full * (0.5 + Math.random() / 2);
  }

  private async pause(ms: number): Promise<void> {
    if (ms === 0 || this.isStopping || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.endPause = undefined;
  }
}
