import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';

/** Update numbers of a bot ascend. After a week without updates the messenger starts from a random number. */
const ORDERED = sql`interval '7 days'`;

/** The latest update of a bot that was applied to a chat or a person. */
@Injectable()
export class LatestUpdatesRepository {
  constructor(private readonly database: Database) {}

  /** False if a later update of the bot was applied to the subject. Locks the subject until the transaction ends. */
  async isLatest(tx: Tx, botId: string, subject: string, updateId: string): Promise<boolean> {
    const stored = await tx.execute(sql`
      INSERT INTO messenger_latest_update AS latest (bot_id, subject, update_id)
      VALUES (${botId}, ${subject}, ${updateId}::bigint)
      ON CONFLICT (bot_id, subject) DO UPDATE SET update_id = excluded.update_id, applied_at = excluded.applied_at
      WHERE latest.update_id < excluded.update_id OR latest.applied_at < now() - ${ORDERED}`);
    return stored === 1;
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM messenger_latest_update WHERE applied_at < now() - ${ORDERED}`);
  }
}
