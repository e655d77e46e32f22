import { lastLines, type ManagedProcess } from '@questp/testing';
import { SentenceError } from '../sentence-error.js';
import type { RunRecord } from './run-record.js';

/** Everything one start of the platform has started, in order. */
export class Supervisor {
  private readonly parts: { name: string; stop: () => Promise<void> }[] = [];
  private readonly running: ManagedProcess[] = [];
  private stopping = false;

  constructor(private readonly record: RunRecord) {}

  /** Takes a process over: it is recorded, watched and stopped. */
  own(started: ManagedProcess): void {
    const { name, pid, stopSignal } = started;
    this.record.add({ name, pid, stopSignal });
    this.running.push(started);
    this.onStop(name, () => started.stop());
  }

  onStop(name: string, stop: () => Promise<void>): void {
    this.parts.push({ name, stop });
  }

  /** Never resolves; throws a sentence when a process that should run ends. */
  async untilOneDies(): Promise<never> {
    const died = await Promise.race(
      this.running.map(async (one) => {
        const { code, signal } = await one.exited();
        return this.stopping ? new Promise<never>(() => undefined) : { one, how: signal ?? `exit code ${code}` };
      }),
    );
    throw new SentenceError(`${died.one.name} ended (${died.how}), so everything is stopped${lastLines(died.one)}`);
  }

  /** Stops everything in reverse order; what does not end within 10 s is killed. */
  async stopAll(): Promise<void> {
    this.stopping = true;
    for (const { name, stop } of this.parts.reverse()) {
      await stop().catch((error: unknown) => console.error(`${name} did not stop in order:`, error));
    }
  }
}
