/** Starts `count` calls at once and gives their results in order. */
export function parallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** How many answers had each outcome: the status, with the code of a problem. */
export function tally(answers: readonly { status: number; json: unknown }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, json } of answers) {
    const code = status >= 400 && typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : '';
    const key = `${status} ${code}`.trim();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
