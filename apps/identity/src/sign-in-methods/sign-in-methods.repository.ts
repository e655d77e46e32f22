import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { OAUTH_PROVIDERS, OAUTH_SIGN_IN_APPS, type OAuthProvider } from '@questp/messages/shared';
import { sql, type Queries, type Sql, type Tx } from '@questp/postgres';
import { undoableMerges } from '../shared/undoable-merges.js';
import { Chains } from '../shared/chains.js';

/** Platforms for sign-in; accounts of others can only be linked. */
const PROVIDERS = OAUTH_PROVIDERS.filter((provider) => OAUTH_SIGN_IN_APPS[provider].length > 0);

/** A sign-in method that a user has proven to own. */
export type ProvenMethod =
  | { method: 'email'; email: string }
  | { method: 'wallet'; chainId: string; address: string }
  | { method: 'account'; provider: OAuthProvider; accountId: string };

/** The sign-in methods of an account: e-mail address (with its password, if any), wallets, linked accounts. */
@Injectable()
export class SignInMethodsRepository {
  constructor(private readonly chains: Chains) {}

  /**
   * LAST_SIGN_IN_METHOD if the account would have no sign-in method of its own after this transaction; methods from a
   * merge that can be undone do not count. Safe only while the user is locked.
   */
  async requireOne(tx: Tx, userId: string): Promise<void> {
    const chainIds = this.chains.listForSignIn().map(({ chainId }) => chainId);
    const moved = (await undoableMerges(tx, userId)).map((merge) => merge.moved);
    const hasMovedEmail = moved.some(({ emailVerifiedAt }) => emailVerifiedAt !== null);
    const walletIds = moved.flatMap((one) => one.walletIds);
    const providers = PROVIDERS.filter((provider) =>
      moved.every(({ accounts }) => accounts.every((account) => account.provider !== provider)),
    );
    const way = await tx.row(sql`
      SELECT FROM user_email WHERE user_id = ${userId} AND NOT ${hasMovedEmail}::boolean
      UNION ALL SELECT FROM wallet
        WHERE user_id = ${userId} AND chain_id = ANY(${chainIds}) AND id <> ALL(${walletIds}::uuid[])
      UNION ALL SELECT FROM linked_account WHERE user_id = ${userId} AND provider = ANY(${providers})
      LIMIT 1`);
    if (way === undefined) throw new AppError('LAST_SIGN_IN_METHOD');
  }

  /** True if the method belongs to the account and can sign in to it. */
  async signsIn(on: Queries, userId: string, proven: ProvenMethod): Promise<boolean> {
    const way = this.rowOf(proven);
    return way !== undefined && (await on.row(sql`${way} AND user_id = ${userId}`)) !== undefined;
  }

  /** Undefined for a method that can only be linked. */
  private rowOf(proven: ProvenMethod): Sql | undefined {
    if (proven.method === 'email') return sql`SELECT FROM user_email WHERE email = ${proven.email}`;
    if (proven.method === 'wallet') {
      const { chainId, address } = proven;
      if (this.chains.forSignIn(chainId) === undefined) return undefined;
      return sql`SELECT FROM wallet WHERE chain_id = ${chainId} AND address = ${address}`;
    }
    const { provider, accountId } = proven;
    if (!PROVIDERS.includes(provider)) return undefined;
    return sql`SELECT FROM linked_account WHERE provider = ${provider} AND account_id = ${accountId}`;
  }
}
