import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError, MOST_WALLETS, type OAuthProvider } from '@questp/messages';
import { sql, type Tx } from '@questp/postgres';
import { LinkedAccountsRepository, type LinkedAccountRow } from '../linked-accounts/linked-accounts.repository.js';
import { UserEmailsRepository } from '../emails/user-emails.repository.js';

/** By what the undoing of a merge finds what moved, and brings back what was dropped. */
export interface MovedMethods {
  walletIds: string[];
  primaryWalletId: string | null;
  /** When the e-mail address was proven. */
  emailVerifiedAt: string | null;
  accounts: { provider: OAuthProvider; accountId: string }[];
  dropped: {
    email: { email: string; verifiedAt: string } | null;
    accounts: Pick<LinkedAccountRow, 'provider' | 'accountId' | 'handle' | 'grantId'>[];
  };
  refereeIds: string[];
}

/** The ways to sign in to an account, and what else belongs to it, become another's. For who has locked both. */
@Injectable()
export class MergedMethodsRepository {
  constructor(
    private readonly accounts: LinkedAccountsRepository,
    private readonly emails: UserEmailsRepository,
  ) {}

  async move(tx: Tx, survivorId: string, absorbedId: string): Promise<MovedMethods> {
    const wallets = await tx.rows<{ id: string; wasPrimary: boolean }>(sql`
      WITH moving AS (SELECT id, is_primary FROM wallet WHERE user_id = ${absorbedId})
      UPDATE wallet w SET user_id = ${survivorId}, is_primary = false FROM moving m WHERE w.id = m.id
      RETURNING w.id, m.is_primary AS was_primary`);
    await this.keepPrimary(tx, survivorId);
    const accounts: MovedMethods['accounts'] = [];
    const dropped: MovedMethods['dropped'] = { email: null, accounts: [] };
    for (const { provider, accountId, handle, grantId } of await this.accounts.list(tx, absorbedId)) {
      if ((await this.accounts.of(tx, survivorId, provider)) === undefined) {
        accounts.push({ provider, accountId });
        continue;
      }
      dropped.accounts.push({ provider, accountId, handle, grantId });
      await this.accounts.remove(tx, absorbedId, provider);
      await emit(tx, 'account.unlinked', absorbedId, { userId: absorbedId, provider, grantId });
    }
    await tx.execute(sql`UPDATE linked_account SET user_id = ${survivorId} WHERE user_id = ${absorbedId}`);
    const [email, own] = [await this.emails.of(tx, absorbedId), await this.emails.of(tx, survivorId)];
    if (email !== undefined && own !== undefined) {
      dropped.email = { email: email.email, verifiedAt: email.verifiedAt.toISOString() };
      await this.emails.remove(tx, email.email);
    }
    await tx.execute(sql`UPDATE user_email SET user_id = ${survivorId} WHERE user_id = ${absorbedId}`);
    await tx.execute(sql`
      UPDATE referral SET referrer_id = NULL WHERE referrer_id = ${absorbedId} AND referee_id = ${survivorId}`);
    const referees = await tx.rows<{ refereeId: string }>(sql`
      UPDATE referral SET referrer_id = ${survivorId} WHERE referrer_id = ${absorbedId} RETURNING referee_id`);
    return {
      walletIds: wallets.map(({ id }) => id),
      primaryWalletId: wallets.find(({ wasPrimary }) => wasPrimary)?.id ?? null,
      emailVerifiedAt: email === undefined || own !== undefined ? null : email.verifiedAt.toISOString(),
      accounts,
      dropped,
      refereeIds: referees.map(({ refereeId }) => refereeId),
    };
  }

  /** What the survivor still has of it. */
  async giveBack(tx: Tx, survivorId: string, absorbedId: string, moved: MovedMethods): Promise<void> {
    await tx.execute(sql`
      UPDATE wallet SET user_id = ${absorbedId}, is_primary = id IS NOT DISTINCT FROM ${moved.primaryWalletId}::uuid
      WHERE user_id = ${survivorId} AND id = ANY(${moved.walletIds}::uuid[])`);
    for (const userId of [survivorId, absorbedId]) await this.keepPrimary(tx, userId);
    for (const { provider, accountId } of moved.accounts) {
      await tx.execute(sql`
        UPDATE linked_account SET user_id = ${absorbedId}
        WHERE user_id = ${survivorId} AND provider = ${provider} AND account_id = ${accountId}`);
    }
    await tx.execute(sql`
      UPDATE user_email SET user_id = ${absorbedId}
      WHERE user_id = ${survivorId} AND date_trunc('milliseconds', verified_at) = ${moved.emailVerifiedAt}::timestamptz`);
    await this.bringBack(tx, absorbedId, moved.dropped);
    // As where an address is unlinked: a password is nothing without one.
    await tx.execute(sql`
      DELETE FROM user_password
      WHERE user_id = ${absorbedId} AND NOT EXISTS (SELECT FROM user_email WHERE user_id = ${absorbedId})`);
    await tx.execute(sql`
      UPDATE referral SET referrer_id = ${absorbedId}
      WHERE referrer_id = ${survivorId} AND referee_id = ANY(${moved.refereeIds}::text[])`);
  }

  /** What nobody took meanwhile. Tokens of platforms were given back: they are to be had by linking again. */
  private async bringBack(tx: Tx, absorbedId: string, { email, accounts }: MovedMethods['dropped']): Promise<void> {
    if (email !== null) {
      await tx.execute(sql`
        INSERT INTO user_email (email, user_id, verified_at)
        VALUES (${email.email}, ${absorbedId}, ${email.verifiedAt}::timestamptz)
        ON CONFLICT ON CONSTRAINT user_email_owner_key DO NOTHING`);
    }
    for (const account of accounts) {
      if (await this.accounts.give(tx, absorbedId, account)) await this.accounts.needRelink(tx, account.grantId);
    }
  }

  /** TOO_MANY wallets */
  async requireRoom(tx: Tx, survivorId: string, absorbedId: string): Promise<void> {
    if (await this.hasRoom(tx, survivorId, absorbedId)) return;
    throw new AppError('TOO_MANY', { detail: `An account has at most ${MOST_WALLETS} wallets; unlink some first.` });
  }

  async hasRoom(tx: Pick<Tx, 'row'>, survivorId: string, absorbedId: string): Promise<boolean> {
    const both = await tx.row<{ wallets: number }>(sql`
      SELECT count(*)::integer AS wallets FROM wallet WHERE user_id IN (${survivorId}, ${absorbedId})`);
    return (both?.wallets ?? 0) <= MOST_WALLETS;
  }

  /** The oldest wallet, where none is. */
  private async keepPrimary(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE wallet SET is_primary = true
      WHERE id = (SELECT id FROM wallet WHERE user_id = ${userId} ORDER BY id LIMIT 1)
        AND NOT EXISTS (SELECT FROM wallet WHERE user_id = ${userId} AND is_primary)`);
  }
}
