import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@questp/players';

/** Outcomes of the requests of a load. */
export interface Outcomes {
  answers: Answer[];
  /** Why the others got no HTTP answer. */
  unanswered: unknown[];
}

/** Requests that run at a time. */
export const LANES = 8;

/** Pause between two requests of a lane. */
const BREATH_MS = 25;

/**
 * Sends requests while `during` runs, and shortly before and after.
 *
 * @param request makes the n-th request
 */
export async function underLoad(
  request: (n: number) => Promise<Answer>,
  during: () => Promise<void>,
): Promise<Outcomes> {
  const outcomes: Outcomes = { answers: [], unanswered: [] };
  let next = 0;
  let over = false;
  const lane = async () => {
    while (!over) {
      const n = next;
      next += 1;
      try {
        outcomes.answers.push(await request(n));
      } catch (error) {
        outcomes.unanswered.push(error);
      }
      // Leaves processor time to the processes that are killed and started meanwhile.
      await sleep(BREATH_MS);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  await sleep(200);
  try {
    await during();
    await sleep(200);
  } finally {
    over = true;
  }
  await Promise.all(lanes);
  return outcomes;
}
