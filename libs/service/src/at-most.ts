import { setTimeout } from 'node:timers/promises';

/** Waits for the broker, but neither long nor for its consent. */
export const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), setTimeout(ms, undefined, { ref: false })]);
