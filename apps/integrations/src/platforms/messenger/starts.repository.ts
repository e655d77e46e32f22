import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { StartLink } from './start-payload.js';

@Injectable()
export class MessengerStartsRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, { questId, userId }: StartLink, accountId: string): Promise<void> {
    await tx.execute(sql`
      INSERT INTO messenger_start (quest_id, user_id, account_id) VALUES (${questId}, ${userId}, ${accountId})
      ON CONFLICT DO NOTHING`);
  }

  /** Returns when the account first started the bot with the link. */
  async find({ questId, userId }: StartLink, accountId: string): Promise<Date | undefined> {
    const row = await this.database.row<{ startedAt: Date }>(sql`
      SELECT started_at FROM messenger_start
      WHERE quest_id = ${questId} AND user_id = ${userId} AND account_id = ${accountId}`);
    return row?.startedAt;
  }

  /** Copies the starts to the survivor. They stay with the absorbed user too, in case the merge is undone. */
  async merge(tx: Tx, { survivorId, absorbedId }: { survivorId: string; absorbedId: string }): Promise<void> {
    await tx.execute(sql`
      INSERT INTO messenger_start (quest_id, user_id, account_id, started_at)
      SELECT quest_id, ${survivorId}, account_id, started_at FROM messenger_start WHERE user_id = ${absorbedId}
      ON CONFLICT DO NOTHING`);
  }

  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM messenger_start WHERE user_id = ${userId}`);
  }
}
