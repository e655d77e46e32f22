import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { MAX_WALLETS } from '@questp/messages/shared';
import { sql, type Tx } from '@questp/postgres';
import { LinkedAccountsRepository } from '../../sign-in-methods/oauth/linked-accounts.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { UserEmailsRepository } from '../../sign-in-methods/email/user-emails.repository.js';
import { UserPasswordsRepository } from '../../security/passwords/user-passwords.repository.js';
import type { MovedMethods } from '../../shared/undoable-merges.js';

/** Moves the sign-in methods and other data of an account to another. The caller has locked both. */
@Injectable()
export class MergedMethodsRepository {
  constructor(
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly userPasswordsRepository: UserPasswordsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
  ) {}

  /**
   * Moves the sign-in methods. A method that the survivor has already stays with the absorbed account, so that no third
   * account can take it until the undo period ends.
   */
  async move(tx: Tx, survivorId: string, absorbedId: string): Promise<MovedMethods> {
    const primary = await tx.row<{ id: string }>(
      sql`SELECT id FROM wallet WHERE user_id = ${survivorId} AND is_primary`,
    );
    const wallets = await tx.rows<{ id: string; wasPrimary: boolean }>(sql`
      WITH moving AS (SELECT id, is_primary FROM wallet WHERE user_id = ${absorbedId})
      UPDATE wallet w SET user_id = ${survivorId}, is_primary = false FROM moving m WHERE w.id = m.id
      RETURNING w.id, m.is_primary AS was_primary`);
    await this.keepPrimary(tx, survivorId);
    const accounts = await tx.rows<MovedMethods['accounts'][number]>(sql`
      UPDATE linked_account SET user_id = ${survivorId}
      WHERE user_id = ${absorbedId}
        AND provider NOT IN (SELECT provider FROM linked_account WHERE user_id = ${survivorId})
      RETURNING provider, account_id`);
    const email = await tx.row<{ verifiedAt: Date }>(sql`
      UPDATE user_email SET user_id = ${survivorId}
      WHERE user_id = ${absorbedId} AND NOT EXISTS (SELECT FROM user_email WHERE user_id = ${survivorId})
      RETURNING verified_at`);
    const referral = await tx.execute(sql`
      UPDATE referral SET referrer_id = NULL WHERE referrer_id = ${absorbedId} AND referee_id = ${survivorId}`);
    const referees = await tx.rows<{ refereeId: string }>(sql`
      UPDATE referral SET referrer_id = ${survivorId} WHERE referrer_id = ${absorbedId} RETURNING referee_id`);
    return {
      walletIds: wallets.map(({ id }) => id),
      primaryWalletId: wallets.find(({ wasPrimary }) => wasPrimary)?.id ?? null,
      survivorPrimaryWalletId: primary?.id ?? null,
      emailVerifiedAt: email?.verifiedAt.toISOString() ?? null,
      accounts,
      refereeIds: referees.map(({ refereeId }) => refereeId),
      referredSurvivor: referral > 0,
    };
  }

  /**
   * Returns everything that moved to the account that was absorbed. The survivor could not remove it; the password
   * stayed with that account.
   */
  async giveBack(tx: Tx, survivorId: string, absorbedId: string, moved: MovedMethods): Promise<void> {
    await tx.execute(sql`
      UPDATE wallet SET user_id = ${absorbedId}, is_primary = id IS NOT DISTINCT FROM ${moved.primaryWalletId}::uuid
      WHERE user_id = ${survivorId} AND id = ANY(${moved.walletIds}::uuid[])`);
    await this.keepPrimary(tx, survivorId, moved.survivorPrimaryWalletId);
    await this.keepPrimary(tx, absorbedId);
    for (const { provider, accountId } of moved.accounts) {
      await tx.execute(sql`
        UPDATE linked_account SET user_id = ${absorbedId}
        WHERE user_id = ${survivorId} AND provider = ${provider} AND account_id = ${accountId}`);
    }
    const email = await tx.execute(sql`
      UPDATE user_email SET user_id = ${absorbedId}
      WHERE user_id = ${survivorId} AND date_trunc('milliseconds', verified_at) = ${moved.emailVerifiedAt}::timestamptz`);
    if (email > 0) {
      // The survivor set it for the address that goes back.
      await this.userPasswordsRepository.remove(tx, survivorId);
      await tx.execute(sql`DELETE FROM two_factor WHERE owner_id = ${survivorId} AND method = 'email'`);
    }
    await tx.execute(sql`
      UPDATE referral SET referrer_id = ${absorbedId}
      WHERE (referrer_id = ${survivorId} AND referee_id = ANY(${moved.refereeIds}::text[]))
        OR (${moved.referredSurvivor ?? false}::boolean AND referee_id = ${survivorId} AND referrer_id IS NULL)`);
    if (moved.dropped !== undefined) await this.restoreDropped(tx, absorbedId, moved.dropped);
  }

  /**
   * Removes the methods that stayed with an absorbed account once its merge can no longer be undone; other accounts can
   * then link them.
   */
  async removeLeft(tx: Tx, absorbedId: string): Promise<void> {
    for (const account of await this.linkedAccountsRepository.list(tx, absorbedId))
      await this.linkedAccountsRepository.remove(tx, account);
    const left = await this.userEmailsRepository.of(tx, absorbedId);
    if (left !== undefined) {
      await this.userEmailsRepository.remove(tx, left.email);
      // A deletion of an account would not find it any more.
      await this.mailOrdersRepository.addErasure(tx, left.email);
    }
    await this.userPasswordsRepository.remove(tx, absorbedId);
  }

  private async restoreDropped(
    tx: Tx,
    absorbedId: string,
    { email, accounts }: NonNullable<MovedMethods['dropped']>,
  ): Promise<void> {
    if (email !== null) await this.userEmailsRepository.give(tx, absorbedId, email);
    for (const account of accounts) {
      // Integrations has revoked the grant already, so the account has to be linked again.
      if (await this.linkedAccountsRepository.give(tx, absorbedId, account))
        await this.linkedAccountsRepository.needRelink(tx, account.grantId);
    }
  }

  /** TOO_MANY if the survivor would have too many wallets. */
  async requireRoom(tx: Tx, survivorId: string, absorbedId: string): Promise<void> {
    if (await this.hasRoom(tx, survivorId, absorbedId)) return;
    throw new AppError('TOO_MANY', { detail: `An account has at most ${MAX_WALLETS} wallets; unlink some first.` });
  }

  async hasRoom(tx: Pick<Tx, 'row'>, survivorId: string, absorbedId: string): Promise<boolean> {
    const both = await tx.row<{ wallets: number }>(sql`
      SELECT count(*)::integer AS wallets FROM wallet WHERE user_id IN (${survivorId}, ${absorbedId})`);
    return (both?.wallets ?? 0) <= MAX_WALLETS;
  }

  /** If no wallet is primary, makes the preferred one primary, else the oldest. */
  private async keepPrimary(tx: Tx, userId: string, preferredId: string | null = null): Promise<void> {
    await tx.execute(sql`
      UPDATE wallet SET is_primary = true
      WHERE id = (SELECT id FROM wallet WHERE user_id = ${userId} ORDER BY id <> ${preferredId}::uuid, id LIMIT 1)
        AND NOT EXISTS (SELECT FROM wallet WHERE user_id = ${userId} AND is_primary)`);
  }
}
