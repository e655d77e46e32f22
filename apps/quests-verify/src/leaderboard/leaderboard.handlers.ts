import { Controller } from '@nestjs/common';
import { getLeaderboard, getStanding, listOwnLedger, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { leaderboardPage } from './leaderboard-page.js';
import { ownLedger } from './ledger.repository.js';
import { ownStanding } from './own-standing.js';

@Controller()
export class LeaderboardHandlers {
  constructor(private readonly db: Database) {}

  @Rpc(getLeaderboard)
  async page(request: RequestOf<typeof getLeaderboard>) {
    return leaderboardPage(this.db, request);
  }

  @Rpc(getStanding)
  async standing(request: RequestOf<typeof getStanding>) {
    return ownStanding(this.db, request);
  }

  @Rpc(listOwnLedger)
  async ownLedger(request: RequestOf<typeof listOwnLedger>) {
    return ownLedger(this.db, request);
  }
}
