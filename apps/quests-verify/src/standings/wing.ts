import type { Wing } from '@questp/service-kit';
import { FoldLedger } from './aggregates/fold-ledger.js';
import { AggregatesRepository } from './aggregates/aggregates.repository.js';
import { RanksRepository } from './aggregates/ranks.repository.js';
import { LeaderboardRepository } from './leaderboard/leaderboard.repository.js';
import { ListAround } from './leaderboard/list-around.js';
import { ListLeaderboard } from './leaderboard/list-leaderboard.js';
import { LedgerRepository } from './leaderboard/own-ledger.repository.js';
import { ShowStanding } from './leaderboard/show-standing.js';

export const standings: Wing = {
  providers: [
    FoldLedger,
    AggregatesRepository,
    RanksRepository,
    LeaderboardRepository,
    LedgerRepository,
    ListAround,
    ListLeaderboard,
    ShowStanding,
  ],
};
