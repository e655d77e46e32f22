import { Injectable } from '@nestjs/common';
import { Database, newId, sql, type Tx } from '@questp/postgres';
import type { NotificationType } from '@questp/messages/notifier';
import type { UserText } from '../texts/worded.js';
import { ALL_DIGESTS } from './digest-choices.repository.js';
import { MAILED, UNSOLICITED } from '../texts/digest-kinds.js';

/** Maximum digest mails to a user within 24 hours. */
export const MAX_MAILS_A_DAY = 5;
/** Maximum items in a mail; further ones are counted. */
export const MAX_ITEMS = 20;
/** Maximum number of unsolicited items (which anybody can cause) in a digest. */
export const MAX_UNSOLICITED_ITEMS = 3;

const IS_UNSOLICITED = sql`type = ANY (${UNSOLICITED}::text[])`;
/** True if an item is queued that is not unsolicited. */
const HAS_SOLICITED = sql`EXISTS (SELECT FROM digest_item AS i WHERE i.user_id = digest_reader.user_id AND NOT ${IS_UNSOLICITED})`;
const RECENT = sql`FROM unnest(mailed_at) AS at WHERE at > now() - interval '1 day'`;

export interface DigestItem {
  type: NotificationType;
  title: string;
  body: string;
  /** Number of items, including those that the mail only counts. */
  count: number;
  /** When the oldest item is a day old. */
  expiresAt: Date;
}

/** Queue of digest items. */
@Injectable()
export class DigestsRepository {
  constructor(private readonly database: Database) {}

  /** Queues items for the users who want mails of their type. A digest is due 10 minutes after its first item. */
  async add(tx: Tx, texts: readonly UserText[]): Promise<void> {
    await tx.execute(sql`
      WITH added AS (
        INSERT INTO digest_item (id, user_id, type, title, body, group_key)
        SELECT incoming.* FROM unnest(${texts.map(newId)}::uuid[], ${texts.map(({ userId }) => userId)}::text[],
            ${texts.map(({ type }) => type)}::text[], ${texts.map(({ title }) => title)}::text[],
            ${texts.map(({ body }) => body)}::text[], ${texts.map(({ group }) => group ?? null)}::text[])
          AS incoming (id, user_id, type, title, body, group_key)
        WHERE coalesce(
          (SELECT c.mailed FROM digest_choice AS c
           WHERE c.user_id = incoming.user_id AND c.type IN (incoming.type, ${ALL_DIGESTS}) ORDER BY c.type DESC LIMIT 1),
          incoming.type = ANY (${MAILED}::text[]))
        ORDER BY incoming.user_id
        ON CONFLICT (user_id, type, group_key) WHERE group_key IS NOT NULL
        DO UPDATE SET title = excluded.title, body = excluded.body, created_at = now()
        RETURNING user_id)
      INSERT INTO digest_reader AS r (user_id, due_at)
      SELECT DISTINCT user_id, now() + interval '10 minutes' FROM added ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET due_at = least(r.due_at, excluded.due_at)`);
  }

  /** Claims users whose digest is due for this replica. If the replica dies, they are due again after a minute. */
  async claim(limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ userId: string }>(sql`
      UPDATE digest_reader SET due_at = now() + interval '1 minute'
      WHERE user_id IN (
        SELECT user_id FROM digest_reader WHERE due_at <= now()
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING user_id`);
    return rows.map(({ userId }) => userId);
  }

  /**
   * Admits and counts a mail; returns the key that signs its unsubscribe links. Undefined: the user has received the
   * maximum of the last 24 hours. A mail with only unsolicited items has its own limit of one a day.
   */
  async admit(tx: Tx, userId: string): Promise<Buffer | undefined> {
    const row = await tx.row<{ unsubscribeKey: Buffer }>(sql`
      UPDATE digest_reader SET due_at = NULL,
        mailed_at = ARRAY(SELECT at ${RECENT}) || CASE WHEN ${HAS_SOLICITED} THEN ARRAY[now()] ELSE '{}' END,
        unsolicited_mailed_at = CASE WHEN ${HAS_SOLICITED} THEN unsolicited_mailed_at ELSE now() END
      WHERE user_id = ${userId} AND due_at IS NOT NULL AND CASE
        WHEN ${HAS_SOLICITED} THEN (SELECT count(*) ${RECENT}) < ${MAX_MAILS_A_DAY}
        ELSE coalesce(unsolicited_mailed_at <= now() - interval '1 day', true) END
      RETURNING unsubscribe_key`);
    return row?.unsubscribeKey;
  }

  /** When a mail no longer counts towards the last 24 hours. */
  async postpone(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE digest_reader SET due_at = interval '1 day' + CASE
        WHEN ${HAS_SOLICITED} THEN (SELECT min(at) ${RECENT}) ELSE unsolicited_mailed_at END
      WHERE user_id = ${userId} AND due_at IS NOT NULL`);
  }

  /**
   * Takes the first items, unsolicited ones last. Removes these, those beyond the maximum, and those older than a day
   * from the queue.
   */
  take(tx: Tx, userId: string): Promise<DigestItem[]> {
    return tx.rows<DigestItem>(sql`
      WITH taken AS (DELETE FROM digest_item WHERE user_id = ${userId}
        RETURNING id, type, title, body, created_at, ${IS_UNSOLICITED} AS unsolicited),
      young AS (
        SELECT *, count(*) OVER ()::int AS count, min(created_at) OVER () + interval '1 day' AS expires_at,
          row_number() OVER (PARTITION BY unsolicited ORDER BY id) AS nth
        FROM taken WHERE created_at > now() - interval '1 day')
      SELECT type, title, body, count, expires_at FROM young
      WHERE nth <= CASE WHEN unsolicited THEN ${MAX_UNSOLICITED_ITEMS}::int ELSE ${MAX_ITEMS}::int END
      ORDER BY unsolicited, id LIMIT ${MAX_ITEMS}`);
  }

  /** Drops the items of users without a usable address. */
  async drop(tx: Tx, userIds: string[]): Promise<void> {
    await tx.execute(sql`
      UPDATE digest_reader SET due_at = NULL WHERE user_id IN (
        SELECT user_id FROM digest_reader WHERE user_id = ANY (${userIds}::text[]) ORDER BY user_id FOR UPDATE)`);
    await tx.execute(sql`DELETE FROM digest_item WHERE user_id = ANY (${userIds}::text[])`);
    await tx.execute(sql`
      DELETE FROM digest_reader WHERE user_id = ANY (${userIds}::text[]) AND due_at IS NULL AND mailed_at = '{}'
        AND unsolicited_mailed_at IS NULL`);
  }

  async unsubscribeKey(userId: string): Promise<Buffer | undefined> {
    const row = await this.database.row<{ unsubscribeKey: Buffer }>(
      sql`SELECT unsubscribe_key FROM digest_reader WHERE user_id = ${userId}`,
    );
    return row?.unsubscribeKey;
  }

  /** Deletes items older than a day, which are not mailed any more. */
  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM digest_item WHERE created_at <= now() - interval '1 day'`);
  }
}
