import { platformOf, type JournalEntry } from '@questp/players';

/** What the checks of one platform cost. */
export interface PlatformCalls {
  platform: string;
  /** Requests to its API, and those of them that the outage answered. */
  calls: number;
  failed: number;
  completions: number;
}

/** Routes that people open in a browser. */
const PAGES = ['authorize'];

/** @param completions by task type */
export function countCalls(
  journal: readonly JournalEntry[],
  completions: ReadonlyMap<string, number>,
): PlatformCalls[] {
  const platforms = [...new Set([...completions.keys()].map(platformOf))].sort();
  return platforms.map((platform) => {
    const calls = journal.filter(
      (one) => one.direction === 'in' && one.platform === platform && !PAGES.includes(one.route),
    );
    const done = [...completions].filter(([taskTypeId]) => platformOf(taskTypeId) === platform);
    return {
      platform,
      calls: calls.length,
      failed: calls.filter(({ fault }) => fault !== undefined).length,
      completions: done.reduce((sum, [, count]) => sum + count, 0),
    };
  });
}
