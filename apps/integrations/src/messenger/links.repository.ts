import { Injectable } from '@nestjs/common';
import { MESSENGER_LINK_MINUTES } from '@questp/messages/integrations';
import { Database, sql, type Tx } from '@questp/postgres';

@Injectable()
export class MessengerLinksRepository {
  constructor(private readonly db: Database) {}

  /** In the place of an earlier link of the user. */
  async insert(userId: string, tokenHash: Buffer): Promise<Date> {
    const row = await this.db.row<{ expiresAt: Date }>(sql`
      INSERT INTO messenger_link (user_id, token_hash, expires_at)
      VALUES (${userId}, ${tokenHash}, now() + make_interval(mins => ${MESSENGER_LINK_MINUTES}))
      ON CONFLICT (user_id) DO UPDATE
      SET token_hash = excluded.token_hash, expires_at = excluded.expires_at, account_id = NULL, used_at = NULL
      RETURNING expires_at`);
    return (row as { expiresAt: Date }).expiresAt;
  }

  /** The user whose link it is, from now on for this account alone; undefined for one that is not good. */
  async bind(tokenHash: Buffer, accountId: string, at: Date): Promise<string | undefined> {
    const row = await this.db.row<{ userId: string }>(sql`
      UPDATE messenger_link SET account_id = ${accountId}
      WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${at}
        AND (account_id IS NULL OR account_id = ${accountId})
      RETURNING user_id`);
    return row?.userId;
  }

  async use(tx: Tx, tokenHash: Buffer): Promise<void> {
    await tx.execute(sql`UPDATE messenger_link SET used_at = now() WHERE token_hash = ${tokenHash}`);
  }

  /** An hour later, when updates that came in time are processed. */
  purge(): Promise<number> {
    return this.db.execute(sql`DELETE FROM messenger_link WHERE expires_at < now() - interval '1 hour'`);
  }
}
