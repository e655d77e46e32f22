import type { LeaderboardRow } from '@questp/messages/quests';
import { toPublicUser } from '../../people/earners/public-user.js';
import type { RankedRow } from './leaderboard.repository.js';

export const toLeaderboardRow = (row: RankedRow, rank: number): LeaderboardRow => ({
  rank,
  ...toPublicUser(row),
  points: row.points,
  xp: row.xp,
  completions: row.completions,
  lastVerifiedAt: row.lastCreditAt.toISOString(),
});
