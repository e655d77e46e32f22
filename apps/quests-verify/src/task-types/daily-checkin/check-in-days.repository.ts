import { Injectable } from '@nestjs/common';
import { sql, type Queries } from '@questp/postgres';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';

@Injectable()
export class CheckInDaysRepository {
  /** The credited UTC days (`YYYY-MM-DD`), ascending, and when the last one was credited. */
  async of(on: Queries, { userId, questId }: EarnerAndQuest): Promise<{ days: string[]; lastAt: Date | null }> {
    const row = await on.row<{ days: string[] | null; lastAt: Date | null }>(sql`
      SELECT array_agg(period_key ORDER BY period_key) AS days, max(claimed_at) AS last_at
      FROM submission WHERE quest_id = ${questId} AND user_id = ${userId} AND status = 'claimed'`);
    return { days: row?.days ?? [], lastAt: row?.lastAt ?? null };
  }
}
