import { Module } from '@nestjs/common';
import { LeaderboardHandlers } from './leaderboard.handlers.js';
import { LeaderboardRepository } from './leaderboard.repository.js';
import { LedgerRepository } from './own-ledger.repository.js';
import { ListAround } from './list-around.js';
import { ListLeaderboard } from './list-leaderboard.js';
import { ShowStanding } from './show-standing.js';

@Module({
  controllers: [LeaderboardHandlers],
  providers: [LeaderboardRepository, LedgerRepository, ListAround, ListLeaderboard, ShowStanding],
})
export class LeaderboardModule {}
