import type { Answer } from '@questp/players';

/** Runs `count` calls concurrently and returns their results in order. */
export function parallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** How many answers had each outcome: the status, with the code of a problem. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { error, response } of answers) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    const key = `${response.status} ${code}`.trim();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
