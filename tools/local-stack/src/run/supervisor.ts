import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines, type ManagedProcess } from '@questp/testing';
import { SentenceError } from '../sentence-error.js';
import type { RunRecord } from '../processes/run-record.js';

/** Restarts of a part within the window before the platform stops. */
const RESTARTS = 4;
const WINDOW_MS = 120_000;
/** Milliseconds before the first restart within the window; doubled for each further one. */
const BACK_OFF_MS = 500;

/** All parts that a start of the platform has started, in order. */
export class Supervisor {
  private readonly parts: { name: string; stop: () => Promise<void> }[] = [];
  private readonly watches: Promise<void>[] = [];
  private readonly stopping = new AbortController();
  private giveUp: (reason: SentenceError) => void = () => undefined;
  /** Never resolves; rejects with a sentence when a part ended too often. */
  readonly givenUp = new Promise<never>((_, reject) => (this.giveUp = reject));
  /** Called when a part runs again, as another process. */
  onRestart: (name: string, pid: number) => void = () => undefined;

  constructor(
    private readonly record: RunRecord,
    private readonly print: (line: string) => void = console.log,
  ) {
    // It may reject before it is awaited.
    this.givenUp.catch(() => undefined);
  }

  /**
   * Starts a part and starts it again, with back-off, whenever it ends; gives its first process.
   * @param start `own`s the process as soon as there is one, and throws unless it gets ready
   */
  async keep<Started extends { process: ManagedProcess }>(start: () => Promise<Started>): Promise<Started> {
    const started = await start();
    this.watches.push(this.watch(started.process, start));
    return started;
  }

  /** Takes a process over: it is recorded and stopped, in the place of an earlier one of its name. */
  own(started: ManagedProcess): void {
    const { name, pid, stopSignal } = started;
    this.record.add({ name, pid, stopSignal });
    this.onStop(name, () => started.stop());
    if (this.stopping.signal.aborted) started.signal(stopSignal);
  }

  onStop(name: string, stop: () => Promise<void>): void {
    const earlier = this.parts.find((part) => part.name === name);
    if (earlier) earlier.stop = stop;
    else this.parts.push({ name, stop });
  }

  /** Stops everything in reverse order; what does not end within 10 s is killed. Nothing is started again. */
  async stopAll(): Promise<void> {
    this.stopping.abort();
    for (const { name, stop } of this.parts.toReversed()) {
      await stop().catch((error: unknown) => console.error(`${name} did not stop in order:`, error));
    }
    await Promise.all(this.watches);
  }

  private async watch(first: ManagedProcess, start: () => Promise<{ process: ManagedProcess }>): Promise<void> {
    const { name } = first;
    const { signal } = this.stopping;
    let ends: number[] = [];
    let how = await endOf(first);
    while (!signal.aborted) {
      const now = performance.now();
      ends = [...ends.filter((at) => at > now - WINDOW_MS), now];
      if (ends.length > RESTARTS) {
        const often = `${ends.length} times within ${WINDOW_MS / 60_000} minutes`;
        this.giveUp(new SentenceError(`${name} ended ${often}, so everything is stopped. The last time it ${how}`));
        return;
      }
      const wait = BACK_OFF_MS * 2 ** (ends.length - 1);
      this.print(`${name} ${how.split(';')[0]}; it is started again in ${wait / 1000} s`);
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      how = await start().then(
        async ({ process }) => {
          this.print(`${name} is ready again`);
          this.onRestart(name, process.pid);
          return await endOf(process);
        },
        (error: unknown) => `failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

async function endOf(process: ManagedProcess): Promise<string> {
  const { code, signal } = await process.exited();
  return `ended (${signal ?? `exit code ${code}`})${lastLines(process)}`;
}
