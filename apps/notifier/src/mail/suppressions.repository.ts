import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { RequestOf } from '@questp/messages/language';
import type { liftMailSuppression, listMailSuppressions, MailSuppression } from '@questp/messages/notifier';
import { Database, decodeCursor, empty, newId, sql, type Tx } from '@questp/postgres';

interface SuppressionRow extends Omit<MailSuppression, 'createdAt'> {
  createdAt: Date;
}

/** Addresses that receive no mails; case-insensitive. */
@Injectable()
export class SuppressionsRepository {
  constructor(private readonly database: Database) {}

  async add(tx: Tx, recipient: string, reason: string): Promise<void> {
    await tx.execute(sql`
      INSERT INTO mail_suppression (id, recipient, reason) VALUES (${newId()}, lower(${recipient}), ${reason})
      ON CONFLICT DO NOTHING`);
  }

  async erase(tx: Tx, recipient: string): Promise<void> {
    await tx.execute(sql`DELETE FROM mail_suppression WHERE recipient = lower(${recipient})`);
  }

  async has(recipient: string): Promise<boolean> {
    return (
      (await this.database.row(sql`SELECT FROM mail_suppression WHERE recipient = lower(${recipient})`)) !== undefined
    );
  }

  /** Newest first, one row more than the page. */
  list({ recipient, limit, cursor }: RequestOf<typeof listMailSuppressions>): Promise<SuppressionRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<SuppressionRow>(sql`
      SELECT id, recipient, reason, created_at FROM mail_suppression
      WHERE true ${recipient === undefined ? empty : sql`AND recipient = lower(${recipient})`}
        ${before === undefined ? empty : sql`AND id < ${before}`}
      ORDER BY id DESC LIMIT ${limit + 1}`);
  }

  async lift({ suppressionId, adminId, client }: RequestOf<typeof liftMailSuppression>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const lifted = await tx.row<{ recipient: string }>(
        sql`DELETE FROM mail_suppression WHERE id = ${suppressionId} RETURNING recipient`,
      );
      if (lifted === undefined) return;
      const data = { suppressionId, ...lifted, adminId, client: client ?? null };
      await emit(tx, 'mail.suppression_lifted', suppressionId, data);
    });
  }
}

export const toMailSuppression = ({ createdAt, ...row }: SuppressionRow): MailSuppression => ({
  ...row,
  createdAt: createdAt.toISOString(),
});
