import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getLeaderboardAround, type LeaderboardAround } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { LeaderboardRepository, type RankKey } from './leaderboard.repository.js';
import { toLeaderboardRow } from './leaderboard-row.js';

/** The earner's own row and its neighbours, at any rank. */
@Injectable()
export class ListAround {
  constructor(private readonly leaderboardRepository: LeaderboardRepository) {}

  @Rpc(getLeaderboardAround)
  async execute({ userId, radius, ...request }: RequestOf<typeof getLeaderboardAround>): Promise<LeaderboardAround> {
    const board = await this.leaderboardRepository.publicBoard(request);
    const { rank, points, lastCreditUs } = await this.leaderboardRepository.standing(board, userId);
    if (rank === null) return { items: [] };
    const own: RankKey = [Number(points), Number(lastCreditUs), userId, rank];
    // The earner's own row follows the rows before it, whatever was credited since.
    const before = await this.leaderboardRepository.rowsBefore(board, own, radius);
    const last = before.at(-1);
    const after: RankKey | undefined =
      last === undefined ? undefined : [Number(last.points), Number(last.lastCreditUs), last.userId, rank - 1];
    const rest = await this.leaderboardRepository.rankedRows(board, after, radius + 1);
    return { items: [...before, ...rest].map((row, index) => toLeaderboardRow(row, rank - before.length + index)) };
  }
}
