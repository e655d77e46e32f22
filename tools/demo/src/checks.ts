import type { CampaignAccount, LeaderboardRow } from './accounts.js';
import type { Exported } from './exports.js';

export interface Check {
  what: string;
  passed: boolean;
  /** The figures, or the problem. */
  detail: string;
}

/** A check that passes if there are no problems. */
export function check(what: string, problems: string[], detail: string): Check {
  const [first] = problems;
  return first === undefined
    ? { what, passed: true, detail }
    : { what, passed: false, detail: `${first}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}` };
}

/** Checks that points, ledger and leaderboard agree, for each earner and for the whole campaign. */
export function reconcile({ campaign, earners, leaderboard, totals }: CampaignAccount): Check[] {
  const rows = new Map(leaderboard.map((row) => [row.userId, row]));
  const differences = earners.flatMap(({ userId, ledger, standing, rank }) => {
    const row = rows.get(userId);
    const shown = BigInt(row?.points ?? 0);
    const same = ledger === standing && standing === shown && rank === (row?.rank ?? null);
    return same
      ? []
      : [`${userId}: ledger ${ledger}, standing ${standing} (rank ${rank}), leaderboard ${shown} (rank ${row?.rank})`];
  });
  const sums = {
    'own ledgers': earners.reduce((sum, { ledger }) => sum + ledger, 0n),
    'campaign ledger': BigInt(totals.pointsLedger),
    'campaign standings': BigInt(totals.pointsStandings),
    leaderboard: leaderboard.reduce((sum, { points }) => sum + BigInt(points), 0n),
  };
  const text = Object.entries(sums)
    .map(([name, sum]) => `${name} ${sum}`)
    .join(', ');
  const equal = new Set(Object.values(sums)).size === 1;
  return [
    check(`${campaign}: own ledger = own standing = leaderboard row`, differences, `${earners.length} earners`),
    check(`${campaign}: all sums agree`, equal ? [] : [text], text),
    check(`${campaign}: the leaderboard is in order`, misplaced(leaderboard), `${leaderboard.length} rows`),
  ];
}

/** Checks that every file has the rows of the corresponding API lists, in the same order. */
export function filesAgree(exported: readonly Exported[]): Check {
  const problems = exported.flatMap(({ file, rows, expected }) => {
    const at = rows.findIndex((row, index) => row !== expected[index]);
    if (at >= 0) return [`${file}: row ${at + 1} is ${rows[at]}, not ${expected[at]}`];
    return rows.length === expected.length ? [] : [`${file}: ${rows.length} rows, not ${expected.length}`];
  });
  const count = exported.reduce((sum, { rows }) => sum + rows.length, 0);
  return check('every export equals the lists of the API', problems, `${exported.length} files, ${count} rows`);
}

/** Rows whose rank differs from their position, or that have more points than the row before. */
function misplaced(rows: LeaderboardRow[]): string[] {
  return rows.flatMap(({ rank, points, userId }, index) => {
    const before = rows[index - 1];
    const ordered = before === undefined || BigInt(before.points) >= BigInt(points);
    return rank === index + 1 && ordered ? [] : [`${userId} is at place ${index + 1} with rank ${rank}`];
  });
}
