import Table from 'cli-table3';
import type { CampaignAccount } from './accounts.js';
import type { Check } from './checks.js';
import type { Measurements } from './measurements.js';
import { peakMemoryMb } from './memory.js';
import type { Platform } from './platform.js';
import { QUEST_KEYS, QUESTS } from './program.js';
import { STATUSES, type QuestTotals } from './submissions.js';

type Cell = string | number;

/** Prints a table. */
export function print(title: string, head: string[], rows: Cell[][]): void {
  const colAligns = head.map((_, index) => (typeof rows[0]?.[index] === 'number' ? 'right' : 'left'));
  const table = new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
  table.push(...rows);
  console.log(`\n${title}\n${table.toString()}`);
}

const milliseconds = (value: number) => Number(value.toFixed(1));

export function printTotals(totals: QuestTotals): void {
  print(
    'Submissions per quest',
    ['campaign', 'quest', 'task type', ...STATUSES, 'points'],
    QUEST_KEYS.map((key) => {
      const { campaign, title, taskTypeId } = QUESTS[key];
      return [campaign, title, taskTypeId, ...STATUSES.map((status) => totals[key][status]), totals[key].points];
    }),
  );
}

export function printLeaderboard({ campaign, leaderboard, totals }: CampaignAccount): void {
  print(
    `Leaderboard of ${campaign} (first 10 of ${totals.participants})`,
    ['rank', 'earner', 'points', 'completions'],
    leaderboard.slice(0, 10).map(({ rank, userId, displayName, points, completions }) => {
      return [rank, displayName ?? userId, Number(points), completions];
    }),
  );
}

export function printRequests(measurements: Measurements, played: { requests: number; seconds: number }): void {
  print(
    'Requests',
    ['endpoint', 'requests', 'p50 ms', 'p99 ms', 'slowest ms'],
    measurements.endpoints().map(({ endpoint, requests, p50, p99, slowest }) => {
      return [endpoint, requests, milliseconds(p50), milliseconds(p99), milliseconds(slowest)];
    }),
  );
  const rate = (played.requests / played.seconds).toFixed(0);
  console.log(
    `While the earners played: ${played.requests} requests in ${played.seconds.toFixed(1)} s, ${rate} per second`,
  );
  print('Errors by code', ['code', 'answers'], measurements.codes());
}

export function printMemory({ processes }: Platform): void {
  const rows = processes.map(({ name, pid }) => [name, pid, peakMemoryMb(pid)?.toFixed(0) ?? 'not known']);
  if (rows.length > 0) print('Peak memory of each service (aim: under 150 MB)', ['service', 'pid', 'MB'], rows);
}

export function printChecks(checks: Check[]): void {
  console.log('\nChecks');
  for (const { what, passed, detail } of checks) console.log(`  ${passed ? 'PASS' : 'FAIL'}  ${what}: ${detail}`);
}
