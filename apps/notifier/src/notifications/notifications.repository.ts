import { Inject, Injectable } from '@nestjs/common';
import type { listNotifications, RequestOf } from '@questp/messages';
import { Database, decodeCursor, newId, sql, type Tx } from '@questp/postgres';
import { PRISMA, type Prisma } from '../platform/prisma.js';
import type { NotificationRow } from './notification.js';
import type { NotificationText } from './notification-texts.js';

@Injectable()
export class NotificationsRepository {
  constructor(
    private readonly db: Database,
    @Inject(PRISMA) private readonly prisma: Prisma,
  ) {}

  async insert(tx: Tx, userId: string, { type, title, body, data }: NotificationText): Promise<void> {
    await tx.execute(sql`
      INSERT INTO notification (id, user_id, type, title, body, data)
      VALUES (${newId()}, ${userId}, ${type}, ${title}, ${body}, ${JSON.stringify(data)}::jsonb)`);
  }

  /** Newest first, one row more than the page. */
  async list({ userId, unread, limit, cursor }: RequestOf<typeof listNotifications>): Promise<NotificationRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.prisma.notification.findMany({
      where: { userId, id: { lt: before }, ...(unread && { readAt: null }) },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
  }

  /** Keeps the time of the first reading; nothing when the user has no such notification. */
  async read(userId: string, id: string): Promise<NotificationRow | undefined> {
    return this.db.row<NotificationRow>(sql`
      UPDATE notification SET read_at = coalesce(read_at, now())
      WHERE id = ${id} AND user_id = ${userId}
      RETURNING id, type, title, body, data, created_at AS "createdAt", read_at AS "readAt"`);
  }

  readAll(userId: string): Promise<number> {
    return this.db.execute(sql`UPDATE notification SET read_at = now() WHERE user_id = ${userId} AND read_at IS NULL`);
  }

  purge(): Promise<number> {
    return this.db.execute(sql`DELETE FROM notification WHERE created_at < now() - interval '90 days'`);
  }
}
