import { Injectable } from '@nestjs/common';
import { AppError, OAUTH_PROVIDERS, OAUTH_SIGN_IN_APPS } from '@questp/messages';
import { sql, type Tx } from '@questp/postgres';
import { Chains } from '../wallets/chains.js';

/** The others are linked only. */
const PROVIDERS = OAUTH_PROVIDERS.filter((provider) => OAUTH_SIGN_IN_APPS[provider].length > 0);

/** By what somebody can sign in to an account: an address (and the password that goes with it), a wallet, an account elsewhere. */
@Injectable()
export class WaysInRepository {
  constructor(private readonly chains: Chains) {}

  /** LAST_SIGN_IN_METHOD when the account, as this transaction leaves it, has none. Only safe while the user is locked. */
  async requireOne(tx: Tx, userId: string): Promise<void> {
    const chainIds = this.chains.listForSignIn().map(({ chainId }) => chainId);
    const way = await tx.row(sql`
      SELECT FROM user_email WHERE user_id = ${userId}
      UNION ALL SELECT FROM wallet WHERE user_id = ${userId} AND chain_id = ANY(${chainIds})
      UNION ALL SELECT FROM linked_account WHERE user_id = ${userId} AND provider = ANY(${PROVIDERS})
      LIMIT 1`);
    if (way === undefined) throw new AppError('LAST_SIGN_IN_METHOD');
  }
}
