import { Injectable } from '@nestjs/common';
import { ORIGIN_COLUMNS, originValues, type Origin } from '@questp/events';
import { Database, newId, sql, type Tx } from '@questp/postgres';
import { RETRY_DELAYS_S } from './retry-delays.js';
import type { MailText } from './mail-text.js';

export interface QueuedMail extends MailText, Origin {
  id: string;
  recipient: string;
  /** Tries, this one included. */
  attempts: number;
}

@Injectable()
export class MailRepository {
  constructor(private readonly db: Database) {}

  async enqueue(tx: Tx, eventId: string, recipient: string, { subject, text, html }: MailText): Promise<void> {
    await tx.execute(sql`
      INSERT INTO mail (id, event_id, recipient, subject, text, html, ${ORIGIN_COLUMNS})
      VALUES (${newId()}, ${eventId}, ${recipient}, ${subject}, ${text}, ${html}, ${originValues()})
      ON CONFLICT (event_id) DO NOTHING`);
  }

  /**
   * Takes due mails for this replica alone and counts the try. Each is due again after the pause of that try, which
   * also covers a replica that dies while it sends.
   */
  claim(limit: number): Promise<QueuedMail[]> {
    return this.db.rows<QueuedMail>(sql`
      UPDATE mail SET attempts = attempts + 1, next_try_at = now() + make_interval(secs =>
        (${RETRY_DELAYS_S}::int[])[least(attempts + 1, ${RETRY_DELAYS_S.length}::int)])
      WHERE id IN (
        SELECT id FROM mail WHERE status = 'queued' AND next_try_at <= now()
        ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, recipient, subject, text, html, attempts, ${ORIGIN_COLUMNS}`);
  }

  async markSent(id: string): Promise<void> {
    await this.db.execute(sql`UPDATE mail SET status = 'sent', sent_at = now(), last_error = NULL WHERE id = ${id}`);
  }

  /** Notes why a try failed; `final` gives the mail up. */
  async markFailed(id: string, reason: string, final: boolean): Promise<void> {
    await this.db.execute(sql`
      UPDATE mail SET last_error = ${reason}, status = ${final ? 'failed' : 'queued'}
      WHERE id = ${id} AND status = 'queued'`);
  }

  purge(): Promise<number> {
    return this.db.execute(sql`DELETE FROM mail WHERE status <> 'queued' AND created_at < now() - interval '30 days'`);
  }
}
