import { Injectable } from '@nestjs/common';
import { ORIGIN_COLUMNS, originValues, type Origin } from '@questp/events';
import type { RequestOf, Timestamp } from '@questp/messages/language';
import type { listMails, Mail, MailStatus } from '@questp/messages/notifier';
import { Database, decodeCursor, empty, newId, sql, type Sql, type Tx } from '@questp/postgres';
import { RETRY_DELAYS_S } from './retry-delays.js';
import type { MailText } from './mail-text.js';

/** Recipient of a digest; identity knows the address. */
export interface UserRecipient {
  userId: string;
  unsubscribeUrl: string;
}

export interface QueuedMail extends MailText, Origin {
  id: string;
  /** Null: the verified address of the user. */
  recipient: string | null;
  userId: string | null;
  unsubscribeUrl: string | null;
  /** Number of tries, including this one. */
  attempts: number;
  /** True if the mail has expired. */
  expired: boolean;
}

interface MailRow {
  id: string;
  recipient: string | null;
  userId: string | null;
  subject: string;
  status: MailStatus;
  attempts: number;
  nextTryAt: Date;
  lastError: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  sentAt: Date | null;
}

const COLUMNS = sql`id, recipient, user_id, subject, status, attempts, next_try_at, last_error, expires_at, created_at, sent_at`;
const SUPPRESSED = sql`EXISTS (SELECT FROM mail_suppression AS s WHERE s.recipient = lower(mail.recipient)) AS suppressed`;
const EXPIRED = sql`coalesce(expires_at <= now(), false) AS expired`;

@Injectable()
export class MailRepository {
  constructor(private readonly database: Database) {}

  /**
   * A mail with `expiresAt`, such as one with a code, is not sent after it. Its text is deleted when it was sent or has
   * expired.
   */
  async enqueue(
    tx: Tx,
    eventId: string,
    to: string | UserRecipient,
    { subject, text, html }: MailText,
    expiresAt: Timestamp | null = null,
  ): Promise<void> {
    const { recipient, userId, unsubscribeUrl } =
      typeof to === 'string' ? { recipient: to, userId: null, unsubscribeUrl: null } : { recipient: null, ...to };
    await tx.execute(sql`
      INSERT INTO mail (
        id, event_id, recipient, user_id, unsubscribe_url, subject, text, html, expires_at, ${ORIGIN_COLUMNS})
      VALUES (${newId()}, ${eventId}, ${recipient}, ${userId}, ${unsubscribeUrl}, ${subject}, ${text}, ${html}, ${expiresAt}::timestamptz,
        ${originValues()})
      ON CONFLICT (event_id) DO NOTHING`);
  }

  /**
   * Claims due mails for this replica and counts the try. A mail is due again after the retry delay, also if the
   * replica dies while it sends, and once more when it expires, to be failed. Digests come after all other mails, which
   * may contain codes.
   */
  async claim(limit: number): Promise<QueuedMail[]> {
    const first = await this.claimWhere(sql`user_id IS NULL`, limit);
    if (first.length === limit) return first;
    return [...first, ...(await this.claimWhere(sql`user_id IS NOT NULL`, limit - first.length))];
  }

  private claimWhere(kind: Sql, limit: number): Promise<QueuedMail[]> {
    return this.database.rows<QueuedMail>(sql`
      UPDATE mail SET attempts = attempts + 1, next_try_at = least(
        CASE WHEN expires_at > now() THEN expires_at END,
        now() + make_interval(secs => (${RETRY_DELAYS_S}::int[])[least(attempts + 1, ${RETRY_DELAYS_S.length}::int)]))
      WHERE id IN (
        SELECT id FROM mail WHERE status = 'queued' AND ${kind} AND next_try_at <= now()
        ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, recipient, user_id, unsubscribe_url, subject, text, html, attempts, ${EXPIRED}, ${ORIGIN_COLUMNS}`);
  }

  async markSent(id: string): Promise<void> {
    await this.database.execute(sql`
      UPDATE mail SET status = 'sent', sent_at = now(), last_error = NULL,
        text = CASE WHEN expires_at IS NULL THEN text ELSE '' END,
        html = CASE WHEN expires_at IS NULL THEN html ELSE '' END
      WHERE id = ${id}`);
  }

  /** Records why a try failed; `final` fails the mail. */
  async markFailed(tx: Tx, id: string, reason: string, final: boolean): Promise<void> {
    await tx.execute(sql`
      UPDATE mail SET last_error = ${reason}, status = ${final ? 'failed' : 'queued'}
      WHERE id = ${id} AND status = 'queued'`);
  }

  /** Fails a mail without a recipient. */
  async drop(id: string): Promise<void> {
    await this.database.execute(sql`DELETE FROM mail WHERE id = ${id}`);
  }

  /** Deletes the queued mails of the user. */
  async dropQueued(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM mail WHERE user_id = ${userId} AND status = 'queued'`);
  }

  /** Keeps the row, so that a repeated order does not create a second mail; fails mails that were not sent. */
  async erase(tx: Tx, recipient: string): Promise<void> {
    await tx.execute(sql`
      UPDATE mail SET recipient = NULL, text = '', html = '',
        last_error = CASE status WHEN 'queued' THEN 'the account was deleted' END,
        status = CASE status WHEN 'queued' THEN 'failed' ELSE status END
      WHERE lower(recipient) = lower(${recipient})`);
  }

  /** Newest first, one row more than the page. */
  list({ status, recipient, limit, cursor }: RequestOf<typeof listMails>): Promise<MailRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<MailRow>(sql`
      SELECT ${COLUMNS} FROM mail
      WHERE true ${status === undefined ? empty : sql`AND status = ${status}`}
        ${recipient === undefined ? empty : sql`AND lower(recipient) = lower(${recipient})`}
        ${before === undefined ? empty : sql`AND id < ${before}`}
      ORDER BY id DESC LIMIT ${limit + 1}`);
  }

  lock(tx: Tx, id: string): Promise<(MailRow & { suppressed: boolean; expired: boolean }) | undefined> {
    return tx.row(sql`SELECT ${COLUMNS}, ${SUPPRESSED}, ${EXPIRED} FROM mail WHERE id = ${id} FOR UPDATE`);
  }

  /** Resets the attempts of the mail. */
  async requeue(tx: Tx, id: string): Promise<MailRow> {
    return (await tx.row<MailRow>(sql`
      UPDATE mail SET status = 'queued', attempts = 0, next_try_at = now(), last_error = NULL WHERE id = ${id}
      RETURNING ${COLUMNS}`)) as MailRow;
  }

  async sentLastDay(): Promise<number> {
    const row = await this.database.row<{ sent: number }>(
      sql`SELECT count(*)::int AS sent FROM mail WHERE sent_at > now() - interval '1 day'`,
    );
    return row?.sent ?? 0;
  }

  /** Deletes the text of expired mails. */
  blankExpired(): Promise<number> {
    return this.database.execute(sql`UPDATE mail SET text = '', html = '' WHERE expires_at <= now() AND text <> ''`);
  }

  purge(): Promise<number> {
    return this.database.execute(
      sql`DELETE FROM mail WHERE status <> 'queued' AND created_at < now() - interval '30 days'`,
    );
  }
}

export const toMail = ({ nextTryAt, expiresAt, createdAt, sentAt, ...row }: MailRow): Mail => ({
  id: row.id,
  recipient: row.recipient,
  userId: row.userId,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  nextTryAt: row.status === 'queued' ? nextTryAt.toISOString() : null,
  lastError: row.lastError,
  expiresAt: expiresAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
});
