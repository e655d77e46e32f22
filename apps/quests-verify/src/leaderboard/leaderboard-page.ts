import type { getLeaderboard, LeaderboardRow, Page, RequestOf } from '@questp/messages';
import { decodeCursor, toPage, type Queries } from '@questp/postgres';
import { publicScope, rankedRows } from './leaderboard.repository.js';

/** A page of the leaderboard; ranks go on from the cursor's, so a deep page costs what the first one does. */
export async function leaderboardPage(
  db: Queries,
  { scope, projectId, limit, cursor }: RequestOf<typeof getLeaderboard>,
): Promise<Page<LeaderboardRow>> {
  const after = decodeCursor(cursor, ['integer', 'integer', 'text', 'integer']);
  const scopeId = await publicScope(db, scope, projectId);
  const rows = await rankedRows(db, scopeId, after, limit + 1);
  const ranked = rows.map((row, index) => ({ ...row, rank: (after?.[3] ?? 0) + index + 1 }));
  return toPage(
    ranked,
    limit,
    (row) => [Number(row.points), Number(row.lastCreditUs), row.userId, row.rank],
    (row) => ({
      rank: row.rank,
      userId: row.userId,
      username: row.username,
      displayName: row.displayName,
      points: row.points,
      xp: row.xp,
      completions: row.completions,
      lastVerifiedAt: row.lastCreditAt.toISOString(),
    }),
  );
}
