import { Injectable } from '@nestjs/common';
import { emit, emitAll } from '@questp/events';
import type { AccountMerged } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { MAX_UNREAD_COUNTED, type listNotifications, type NotificationType } from '@questp/messages/notifier';
import { Database, decodeCursor, empty, newId, sql, type Tx } from '@questp/postgres';
import type { NotificationRow } from './notification.js';
import type { UserText } from '../texts/worded.js';

const COLUMNS = sql`id, type, template, params, title, body, data, created_at, read_at`;

@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Creates notifications for the users who have not muted the type. If a user has an unread notification of the same
   * group, it is updated instead, without an event.
   */
  async insert(tx: Tx, texts: readonly UserText[]): Promise<void> {
    const ids = texts.map(newId);
    const written = await tx.rows<{ id: string; userId: string; type: NotificationType }>(sql`
      INSERT INTO notification (id, user_id, type, template, params, title, body, data, group_key)
      SELECT incoming.* FROM unnest(${ids}::uuid[], ${texts.map(({ userId }) => userId)}::text[],
          ${texts.map(({ type }) => type)}::text[], ${texts.map(({ template }) => template)}::text[],
          ${texts.map(({ params }) => JSON.stringify(params))}::jsonb[], ${texts.map(({ title }) => title)}::text[],
          ${texts.map(({ body }) => body)}::text[], ${texts.map(({ data }) => JSON.stringify(data))}::jsonb[],
          ${texts.map(({ group }) => group ?? null)}::text[])
        AS incoming (id, user_id, type, template, params, title, body, data, group_key)
      WHERE NOT EXISTS (
        SELECT FROM notification_preference p WHERE p.user_id = incoming.user_id AND incoming.type = ANY (p.muted_in_app))
      ON CONFLICT (user_id, type, group_key) WHERE read_at IS NULL AND group_key IS NOT NULL
      DO UPDATE SET params = excluded.params, title = excluded.title, body = excluded.body, data = excluded.data
      RETURNING id, user_id, type`);
    const made = new Set(ids);
    const events = written
      .filter(({ id }) => made.has(id))
      .map(({ id, userId, type }) => ({ aggregateId: userId, data: { notificationId: id, userId, kind: type } }));
    await emitAll(tx, 'notification.created', events);
  }

  /** Newest first, one row more than the page. */
  async list({ userId, unread, type, limit, cursor }: RequestOf<typeof listNotifications>): Promise<NotificationRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<NotificationRow>(sql`
      SELECT ${COLUMNS} FROM notification
      WHERE user_id = ${userId} ${unread ? sql`AND read_at IS NULL` : empty}
        ${type === undefined ? empty : sql`AND type = ${type}`}
        ${before === undefined ? empty : sql`AND id < ${before}`}
      ORDER BY id DESC LIMIT ${limit + 1}`);
  }

  async countUnread(userId: string): Promise<number> {
    const row = await this.database.row<{ unread: number }>(sql`
      SELECT count(*)::int AS unread FROM (
        SELECT FROM notification WHERE user_id = ${userId} AND read_at IS NULL
        LIMIT ${MAX_UNREAD_COUNTED}) AS counted`);
    return row?.unread ?? 0;
  }

  /**
   * Records when it was first read; only the first call emits an event. Undefined if the user has no such notification.
   */
  read(userId: string, id: string): Promise<NotificationRow | undefined> {
    return this.database.transaction(async (tx) => {
      const first = await tx.row<NotificationRow>(sql`
        UPDATE notification SET read_at = now() WHERE id = ${id} AND user_id = ${userId} AND read_at IS NULL
        RETURNING ${COLUMNS}`);
      if (first) await emit(tx, 'notification.read', userId, { userId, notificationId: id });
      return (
        first ??
        tx.row<NotificationRow>(sql`SELECT ${COLUMNS} FROM notification WHERE id = ${id} AND user_id = ${userId}`)
      );
    });
  }

  readAll(userId: string): Promise<number> {
    return this.database.transaction(async (tx) => {
      const read = await tx.execute(
        sql`UPDATE notification SET read_at = now() WHERE user_id = ${userId} AND read_at IS NULL`,
      );
      if (read > 0) await emit(tx, 'notification.read', userId, { userId, notificationId: null });
      return read;
    });
  }

  /**
   * Moves the notifications of the absorbed account. Their group keys become unique to the merge, because the survivor
   * may have the same groups.
   */
  async merge(tx: Tx, { mergeId, survivorId, absorbedId }: AccountMerged): Promise<void> {
    await tx.execute(sql`
      UPDATE notification
      SET user_id = ${survivorId}, merge_ids = merge_ids || ${mergeId}::uuid, group_key = group_key || ' ' || ${mergeId}
      WHERE user_id = ${absorbedId}`);
  }

  async giveBack(tx: Tx, { mergeId, survivorId, absorbedId }: AccountMerged): Promise<void> {
    await tx.execute(sql`
      UPDATE notification SET user_id = ${absorbedId}, merge_ids = array_remove(merge_ids, ${mergeId}::uuid)
      WHERE user_id = ${survivorId} AND ${mergeId}::uuid = ANY(merge_ids)`);
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM notification WHERE created_at < now() - interval '90 days'`);
  }
}
