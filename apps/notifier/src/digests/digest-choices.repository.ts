import { Injectable } from '@nestjs/common';
import { NOTIFICATION_TYPES, type NotificationType } from '@questp/messages/notifier';
import { sql, type Queries, type Tx } from '@questp/postgres';
import { DIGEST_KINDS } from '../texts/digest-kinds.js';

/** Topic of all types, including future ones. */
export const ALL_DIGESTS = '*';
export type DigestTopic = NotificationType | typeof ALL_DIGESTS;

/** The users' choices of digest topics. */
@Injectable()
export class DigestChoicesRepository {
  async mailed(on: Queries, userId: string): Promise<NotificationType[]> {
    const rows = await on.rows<{ type: DigestTopic; mailed: boolean }>(
      sql`SELECT type, mailed FROM digest_choice WHERE user_id = ${userId}`,
    );
    const chosen = new Map(rows.map(({ type, mailed }) => [type, mailed]));
    return NOTIFICATION_TYPES.filter(
      (type) => chosen.get(type) ?? chosen.get(ALL_DIGESTS) ?? DIGEST_KINDS[type].mailed,
    );
  }

  async set(tx: Tx, userId: string, mailed: NotificationType[]): Promise<void> {
    const others = NOTIFICATION_TYPES.filter((type) => !mailed.includes(type));
    await this.choose(tx, userId, mailed, true);
    await this.turnOff(tx, userId, others);
  }

  /** Drops the queued items of these topics as well. */
  async turnOff(tx: Tx, userId: string, topics: readonly DigestTopic[]): Promise<void> {
    await this.choose(tx, userId, topics, false);
    await tx.execute(sql`DELETE FROM digest_item WHERE user_id = ${userId} AND type = ANY (${topics}::text[])`);
  }

  private async choose(tx: Tx, userId: string, topics: readonly DigestTopic[], mailed: boolean): Promise<void> {
    await tx.execute(sql`
      INSERT INTO digest_choice (user_id, type, mailed)
      SELECT ${userId}, topic, ${mailed}::boolean FROM unnest(${topics}::text[]) AS topic ORDER BY topic
      ON CONFLICT (user_id, type) DO UPDATE SET mailed = excluded.mailed`);
  }
}
