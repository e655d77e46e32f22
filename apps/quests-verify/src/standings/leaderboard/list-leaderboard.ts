import { Injectable } from '@nestjs/common';
import type { Page, RequestOf } from '@questp/messages/language';
import { getLeaderboard, type LeaderboardRow } from '@questp/messages/quests';
import { decodeCursor, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toLeaderboardRow } from './leaderboard-row.js';
import { LeaderboardRepository } from './leaderboard.repository.js';

/** A page of the leaderboard. Ranks continue from the cursor, so a deep page costs as much as the first. */
@Injectable()
export class ListLeaderboard {
  constructor(private readonly leaderboardRepository: LeaderboardRepository) {}

  @Rpc(getLeaderboard)
  async execute({
    tenantProjectId,
    limit,
    cursor,
    ...request
  }: RequestOf<typeof getLeaderboard>): Promise<Page<LeaderboardRow>> {
    const after = decodeCursor(cursor, ['integer', 'integer', 'text', 'integer']);
    const board = await this.leaderboardRepository.publicBoard(request, tenantProjectId);
    const rows = await this.leaderboardRepository.rankedRows(board, after, limit + 1);
    const rankOf = (index: number) => (after?.[3] ?? 0) + index + 1;
    return toPage(
      rows,
      limit,
      (row, index) => [Number(row.points), Number(row.lastCreditUs), row.userId, rankOf(index)],
      (row, index) => toLeaderboardRow(row, rankOf(index)),
    );
  }
}
