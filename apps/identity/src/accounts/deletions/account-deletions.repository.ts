import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import { endMergeOffers } from '../../security/sessions/end-merge-offers.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { LinkedAccountsRepository } from '../../sign-in-methods/oauth/linked-accounts.repository.js';

/**
 * Seconds after which a deletion in progress counts as abandoned; far above the deadlines of its calls to other
 * services.
 */
const ABANDONED_S = 60;

@Injectable()
export class AccountDeletionsRepository {
  constructor(
    private readonly database: Database,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
  ) {}

  async begin(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`
      INSERT INTO account_deletion (user_id) VALUES (${userId})
      ON CONFLICT (user_id) DO UPDATE SET tried_at = now()`);
  }

  /** Removes the record: the deletion was refused, or is complete. */
  async end(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM account_deletion WHERE user_id = ${userId}`);
  }

  async takeAbandoned(): Promise<string | undefined> {
    const row = await this.database.row<{ userId: string }>(sql`
      UPDATE account_deletion SET tried_at = now()
      WHERE user_id = (
        SELECT user_id FROM account_deletion WHERE tried_at < now() - make_interval(secs => ${ABANDONED_S})
        ORDER BY tried_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING user_id`);
    return row?.userId;
  }

  /** The account and those that were merged into it. */
  async withAbsorbed(tx: Tx, userId: string): Promise<string[]> {
    const rows = await tx.rows<{ id: string }>(sql`
      WITH RECURSIVE part (id) AS (
        SELECT ${userId}::text COLLATE "C"
        UNION SELECT m.absorbed_id FROM account_merge m JOIN part p ON p.id = m.survivor_id
        WHERE m.state IN ('moving', 'done'))
      SELECT id FROM part ORDER BY id`);
    return rows.map(({ id }) => id);
  }

  /** Erases personal data and sign-in methods. The caller has locked the account. */
  async erase(tx: Tx, userId: string): Promise<void> {
    for (const account of await this.linkedAccountsRepository.list(tx, userId))
      await this.linkedAccountsRepository.remove(tx, account);
    const address = sql`SELECT email FROM user_email WHERE user_id = ${userId}`;
    const session = sql`SELECT id FROM user_session WHERE owner_id = ${userId}`;
    await tx.execute(sql`DELETE FROM email_challenge WHERE email IN (${address}) OR session_id IN (${session})`);
    await tx.execute(sql`DELETE FROM email_code_budget WHERE email IN (${address})`);
    const mailed = await tx.row<{ email: string }>(address);
    if (mailed !== undefined) await this.mailOrdersRepository.addErasure(tx, mailed.email);
    await tx.execute(sql`
      DELETE FROM wallet_challenge c
      WHERE user_id = ${userId} OR (chain_id, address) IN (SELECT chain_id, address FROM wallet WHERE user_id = ${userId})`);
    await endMergeOffers(tx, userId);
    await tx.execute(sql`UPDATE account_merge SET moved = NULL WHERE ${userId} IN (survivor_id, absorbed_id)`);
    for (const table of [sql`wallet`, sql`payout_address`, sql`user_email`, sql`user_password`]) {
      await tx.execute(sql`DELETE FROM ${table} WHERE user_id = ${userId}`);
    }
    await tx.execute(sql`
      UPDATE username_claim SET user_id = NULL, released_at = coalesce(released_at, now()) WHERE user_id = ${userId}`);
    await tx.execute(sql`DELETE FROM two_factor WHERE owner_id = ${userId}`);
    await tx.execute(sql`UPDATE referral SET code = '' WHERE ${userId} IN (referee_id, referrer_id)`);
    await tx.execute(sql`
      UPDATE user_account
      SET status = 'deleted', username = NULL, display_name = NULL, bio = NULL, avatar_url = NULL, shows_wallet = false,
        suspended_at = NULL, suspended_reason = NULL, last_sign_in_at = NULL, referral_code = id
      WHERE id = ${userId}`);
  }
}
