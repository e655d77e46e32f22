import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';

/** Ids that an account of the platform sees. */
export interface Scope {
  provider: string;
  /** Id of the account that sees them. */
  scope: string;
}

/** Accounts of platforms that give an account another id for each account that sees it. */
@Injectable()
export class ScopedAccountsRepository {
  constructor(private readonly database: Database) {}

  async scopedId({ provider, scope }: Scope, accountId: string): Promise<string | undefined> {
    const row = await this.database.row<{ scopedId: string }>(sql`
      SELECT scoped_id FROM scoped_account
      WHERE provider = ${provider} AND scope = ${scope} AND account_id = ${accountId}`);
    return row?.scopedId;
  }

  async accountId({ provider, scope }: Scope, scopedId: string): Promise<string | undefined> {
    const row = await this.database.row<{ accountId: string }>(sql`
      SELECT account_id FROM scoped_account
      WHERE provider = ${provider} AND scope = ${scope} AND scoped_id = ${scopedId}`);
    return row?.accountId;
  }

  async store(
    tx: Tx,
    { provider, scope }: Scope,
    { scopedId, accountId, userId }: { scopedId: string; accountId: string; userId: string },
  ): Promise<void> {
    await tx.execute(sql`
      INSERT INTO scoped_account (provider, scope, scoped_id, account_id, user_id)
      VALUES (${provider}, ${scope}, ${scopedId}, ${accountId}, ${userId})
      ON CONFLICT (provider, scope, scoped_id) DO UPDATE
      SET account_id = excluded.account_id, user_id = excluded.user_id`);
  }

  async merge(tx: Tx, { survivorId, absorbedId }: { survivorId: string; absorbedId: string }): Promise<void> {
    await tx.execute(sql`UPDATE scoped_account SET user_id = ${survivorId} WHERE user_id = ${absorbedId}`);
  }

  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM scoped_account WHERE user_id = ${userId}`);
  }
}
