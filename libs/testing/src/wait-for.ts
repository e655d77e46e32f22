import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** Milliseconds; 60 s by default, long enough for a busy machine. */
  timeoutMs?: number;
  /** Milliseconds between two tries; 50 by default. */
  intervalMs?: number;
  /** Description for the error message. */
  what?: string;
}

type Falsy = false | 0 | '' | null | undefined;

/**
 * Calls `predicate` until it returns a truthy value, and returns that. Throws after the timeout, with the last error of
 * the predicate as the cause.
 */
export async function waitFor<T>(
  predicate: () => T | Promise<T>,
  { timeoutMs = 60_000, intervalMs = 50, what = 'a condition' }: WaitOptions = {},
): Promise<Exclude<T, Falsy>> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await predicate();
      if (value) return value as Exclude<T, Falsy>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}`, { cause });
    await sleep(intervalMs);
  }
}
