import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@questp/players';

/** What the requests of a load came to. */
export interface Outcomes {
  answers: Answer[];
  /** Why the others got no HTTP answer. */
  unanswered: unknown[];
}

/** Requests that run at a time. */
export const LANES = 8;

/** Between two requests of a lane. */
const BREATH_MS = 25;

/**
 * Keeps requests running for as long as `during` takes, and a little before and after.
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
      // What is killed and started amid it needs a processor as well.
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
