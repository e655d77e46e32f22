import type { Answer, Problem } from './call.js';

/** What one request of a load came to; a request that got no HTTP answer has the error instead. */
export type Outcome = Answer<Problem> | { status: 0; json: undefined; error: unknown };

/**
 * Keeps `concurrency` requests running for as long as `during` takes, and a little before and after.
 *
 * @param request makes the n-th request
 */
export async function underLoad(
  request: (n: number) => Promise<Answer<Problem>>,
  during: () => Promise<void>,
  concurrency = 8,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  let over = false;
  const lane = async () => {
    while (!over) {
      const n = next;
      next += 1;
      outcomes.push(await request(n).catch((error: unknown) => ({ status: 0 as const, json: undefined, error })));
    }
  };
  const lanes = Array.from({ length: concurrency }, lane);
  await pause(200);
  try {
    await during();
    await pause(200);
  } finally {
    over = true;
  }
  await Promise.all(lanes);
  return outcomes;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
