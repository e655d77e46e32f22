import { setTimeout } from 'node:timers/promises';

/** Waits for others, but neither long nor for their consent; undefined when they fail or take longer. */
export const atMost = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), setTimeout(ms, undefined, { ref: false })]);
