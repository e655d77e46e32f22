import { Injectable } from '@nestjs/common';
import { listMethodHashes } from '@questp/messages/identity';
import { Database, isUuid, sql } from '@questp/postgres';
import { Bus } from '@questp/service';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';

/**
 * Fetches the hashed sign-in methods of an earner whose first event has not arrived, if a deleted account completed the
 * quest. Otherwise a new account with the same methods could complete it again before that event.
 */
@Injectable()
export class FetchMethodHashes {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  async execute({ userId, questId }: EarnerAndQuest): Promise<void> {
    if (!isUuid(questId) || !(await this.areNeeded(userId, questId))) return;
    const { methodHashes } = await this.bus.call(listMethodHashes, { userId });
    await this.database.execute(sql`
      INSERT INTO earner (user_id, method_hashes) VALUES (${userId}, ${methodHashes}::text[])
      ON CONFLICT (user_id) DO UPDATE SET method_hashes = excluded.method_hashes WHERE earner.method_hashes IS NULL`);
  }

  private async areNeeded(userId: string, questId: string): Promise<boolean> {
    const row = await this.database.quick.row(sql`
      SELECT WHERE NOT EXISTS (SELECT FROM earner WHERE user_id = ${userId} AND method_hashes IS NOT NULL)
        AND EXISTS (SELECT FROM former_completion WHERE quest_id = ${questId})`);
    return row !== undefined;
  }
}
