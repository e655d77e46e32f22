import type { getStanding, RequestOf, Standing } from '@questp/messages';
import type { Queries } from '@questp/postgres';
import { publicScope, readStanding } from './leaderboard.repository.js';

export async function ownStanding(db: Queries, { scope, userId }: RequestOf<typeof getStanding>): Promise<Standing> {
  const row = await readStanding(db, await publicScope(db, scope), userId);
  return {
    rank: row.rank,
    points: row.points ?? '0',
    xp: row.xp ?? '0',
    completions: row.completions ?? 0,
    participants: row.participants,
    lastVerifiedAt: row.completions ? (row.lastCreditAt?.toISOString() ?? null) : null,
  };
}
