import { Injectable } from '@nestjs/common';
import type { listNotifications, RequestOf } from '@questp/messages';
import { Database, decodeCursor, empty, insertInto, newId, sql, type Tx } from '@questp/postgres';
import type { NotificationRow } from './notification.js';
import type { NotificationText } from './notification-texts.js';

const COLUMNS = sql`id, type, template, params, title, body, data, created_at, read_at`;

@Injectable()
export class NotificationsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, userId: string, { data, params, ...text }: NotificationText): Promise<void> {
    await tx.execute(insertInto('notification', { id: newId(), userId, ...text, params, data }));
  }

  /** Newest first, one row more than the page. */
  async list({ userId, unread, limit, cursor }: RequestOf<typeof listNotifications>): Promise<NotificationRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.db.rows<NotificationRow>(sql`
      SELECT ${COLUMNS} FROM notification
      WHERE user_id = ${userId} ${unread ? sql`AND read_at IS NULL` : empty}
        ${before === undefined ? empty : sql`AND id < ${before}`}
      ORDER BY id DESC LIMIT ${limit + 1}`);
  }

  /** Keeps the time of the first reading; nothing when the user has no such notification. */
  async read(userId: string, id: string): Promise<NotificationRow | undefined> {
    return this.db.row<NotificationRow>(sql`
      UPDATE notification SET read_at = coalesce(read_at, now())
      WHERE id = ${id} AND user_id = ${userId}
      RETURNING ${COLUMNS}`);
  }

  readAll(userId: string): Promise<number> {
    return this.db.execute(sql`UPDATE notification SET read_at = now() WHERE user_id = ${userId} AND read_at IS NULL`);
  }

  purge(): Promise<number> {
    return this.db.execute(sql`DELETE FROM notification WHERE created_at < now() - interval '90 days'`);
  }
}
