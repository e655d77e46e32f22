import { Module } from '@nestjs/common';
import { LeaderboardHandlers } from './leaderboard.handlers.js';

@Module({ controllers: [LeaderboardHandlers] })
export class LeaderboardModule {}
