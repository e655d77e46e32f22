import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getLeaderboard, getLeaderboardAround, getStanding, listOwnLedger } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { LedgerRepository } from './own-ledger.repository.js';
import { ListAround } from './list-around.js';
import { ListLeaderboard } from './list-leaderboard.js';
import { ShowStanding } from './show-standing.js';

@Injectable()
export class LeaderboardHandlers {
  constructor(
    private readonly listLeaderboard: ListLeaderboard,
    private readonly listAround: ListAround,
    private readonly showStanding: ShowStanding,
    private readonly ledger: LedgerRepository,
  ) {}

  @Rpc(getLeaderboard)
  async page(request: RequestOf<typeof getLeaderboard>) {
    return this.listLeaderboard.run(request);
  }

  @Rpc(getLeaderboardAround)
  async around(request: RequestOf<typeof getLeaderboardAround>) {
    return this.listAround.run(request);
  }

  @Rpc(getStanding)
  async standing(request: RequestOf<typeof getStanding>) {
    return this.showStanding.run(request);
  }

  @Rpc(listOwnLedger)
  async ownLedger(request: RequestOf<typeof listOwnLedger>) {
    return this.ledger.listOwn(request);
  }
}
