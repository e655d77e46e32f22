import { Injectable } from '@nestjs/common';
import { ORIGIN_COLUMNS, originValues, type Origin } from '@questp/events';
import type { SessionFamily } from '@questp/messages/access';
import type { EmailChallenge } from '@questp/messages/identity';
import type { UserMail } from '@questp/messages/notifier';
import type { QuestMail } from '@questp/messages/shared';
import { Database, newId, sql, type Tx } from '@questp/postgres';
import { accountAddress } from './account-address.js';
import { UNDOABLE_UNTIL } from '../../shared/undoable-merges.js';

/** Value of the template column: the notifier erases the address. */
export const ERASE = 'erase_address';

export interface MailOrder extends Origin {
  id: string;
  recipient: string;
  template: UserMail | typeof ERASE;
  family: SessionFamily;
  /** Request whose code the mail contains; null for a mail without a code. */
  challengeId: string | null;
  /** The merge that the mail is about; null: none. */
  mergeId: string | null;
  /** The quest that the mail is about; null: none. */
  quest: QuestMail | null;
  expiresAt: Date;
}

@Injectable()
export class MailOrdersRepository {
  constructor(private readonly database: Database) {}

  /** A mail without a challenge is a notice, which expires after a day. */
  async add(
    tx: Tx,
    template: UserMail,
    recipient: string,
    challenge?: EmailChallenge,
    family: SessionFamily = 'user',
    quest: QuestMail | null = null,
  ): Promise<void> {
    await tx.execute(sql`
      INSERT INTO mail_order (id, recipient, template, family, challenge_id, quest, expires_at, ${ORIGIN_COLUMNS})
      VALUES (${newId()}, ${recipient}, ${template}, ${family}, ${challenge?.challengeId ?? null},
        ${quest && JSON.stringify(quest)}::jsonb,
        coalesce(${challenge?.expiresAt ?? null}::timestamptz, now() + interval '1 day'), ${originValues()})`);
  }

  /** Orders mails to both accounts of a merge; they expire at the end of the undo period. */
  async addMergeNotices(tx: Tx, mergeId: string): Promise<void> {
    const addresses = await tx.rows<{ email: string; until: Date }>(sql`
      SELECT email, ${UNDOABLE_UNTIL} AS until
      FROM account_merge AS m JOIN user_email AS e ON e.user_id IN (m.survivor_id, m.absorbed_id)
      WHERE m.id = ${mergeId}`);
    for (const { email, until } of addresses) {
      await tx.execute(sql`
        INSERT INTO mail_order (id, recipient, template, merge_id, expires_at, ${ORIGIN_COLUMNS})
        VALUES (${newId()}, ${email}, ${'merge_notice' satisfies UserMail}, ${mergeId}, ${until}, ${originValues()})`);
    }
  }

  /** Replaces all mails to the address that were not handed over yet: its account was deleted. */
  async addErasure(tx: Tx, recipient: string): Promise<void> {
    await tx.execute(sql`DELETE FROM mail_order WHERE recipient = ${recipient}`);
    await tx.execute(sql`
      INSERT INTO mail_order (id, recipient, template, expires_at, ${ORIGIN_COLUMNS})
      VALUES (${newId()}, ${recipient}, ${ERASE}, now() + interval '30 days', ${originValues()})`);
  }

  /** Orders a notice to the account's address in this transaction; none if it has no address. */
  async notify(tx: Tx, template: UserMail, family: SessionFamily, ownerId: string): Promise<void> {
    const address = await accountAddress(tx, family, ownerId);
    if (address !== undefined) await this.add(tx, template, address, undefined, family);
  }

  /**
   * Takes the oldest order that no other replica has taken, until the transaction ends. Orders whose request was
   * replaced are purged.
   */
  take(tx: Tx, passedOver: readonly string[]): Promise<MailOrder | undefined> {
    return tx.row<MailOrder>(sql`
      SELECT id, recipient, template, family, challenge_id, merge_id, quest, expires_at, ${ORIGIN_COLUMNS}
      FROM mail_order AS o
      WHERE expires_at > now() AND (challenge_id IS NULL OR EXISTS (
        SELECT FROM email_challenge AS c WHERE c.id = o.challenge_id AND NOT c.closed))
        AND id <> ALL (${passedOver}::uuid[])
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`DELETE FROM mail_order WHERE id = ${id}`);
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM mail_order WHERE expires_at <= now()`);
  }
}
