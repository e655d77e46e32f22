import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';

@Injectable()
export class MethodHashesRepository {
  constructor(private readonly database: Database) {}

  /** True if a deleted account completed the quest and the hashes of the earner are unknown. */
  async areNeeded(userId: string, questId: string): Promise<boolean> {
    const row = await this.database.quick.row(sql`
      SELECT WHERE NOT EXISTS (SELECT FROM earner WHERE user_id = ${userId} AND method_hashes IS NOT NULL)
        AND EXISTS (SELECT FROM former_completion WHERE quest_id = ${questId})`);
    return row !== undefined;
  }

  /** Keeps the hashes of an event that arrived first. */
  async store(userId: string, methodHashes: string[]): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO earner (user_id, method_hashes) VALUES (${userId}, ${methodHashes}::text[])
      ON CONFLICT (user_id) DO UPDATE SET method_hashes = excluded.method_hashes WHERE earner.method_hashes IS NULL`);
  }
}
