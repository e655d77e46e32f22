import type { LeaderboardRow, Standing } from '@questp/messages';
import { Amount, Count, Text, Time, UserId } from '../edge/fields/index.js';
import { pageOf } from '../edge/paging.dto.js';

export class LeaderboardRowDto implements LeaderboardRow {
  @Count()
  rank!: number;

  @UserId()
  userId!: string;

  @Text({ nullable: true })
  username!: string | null;

  @Text({ nullable: true })
  displayName!: string | null;

  @Amount()
  points!: string;

  @Amount()
  xp!: string;

  @Count()
  completions!: number;

  @Time()
  lastVerifiedAt!: string;
}

export const LeaderboardPageDto = pageOf(LeaderboardRowDto);

export class StandingDto implements Standing {
  @Count({ nullable: true, description: 'Null: no credit yet, or suspended' })
  rank!: number | null;

  @Amount()
  points!: string;

  @Amount()
  xp!: string;

  @Count()
  completions!: number;

  @Count({ description: 'Earners with a rank' })
  participants!: number;

  @Time({ nullable: true })
  lastVerifiedAt!: string | null;
}
