import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getStanding, type Standing } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { LeaderboardRepository } from './leaderboard.repository.js';

@Injectable()
export class ShowStanding {
  constructor(private readonly leaderboardRepository: LeaderboardRepository) {}

  @Rpc(getStanding)
  async execute({ userId, ...request }: RequestOf<typeof getStanding>): Promise<Standing> {
    const row = await this.leaderboardRepository.standing(
      await this.leaderboardRepository.publicBoard(request),
      userId,
    );
    return {
      rank: row.rank,
      points: row.points ?? '0',
      xp: row.xp ?? '0',
      completions: row.completions ?? 0,
      participants: row.participants,
      lastVerifiedAt: row.completions ? (row.lastCreditAt?.toISOString() ?? null) : null,
    };
  }
}
