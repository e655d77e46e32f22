import { Injectable } from '@nestjs/common';
import { emit, emitAll } from '@questp/events';
import type { AccountReachChanged, LinkedAccount } from '@questp/messages/identity';
import type { ProvenAccount } from '@questp/messages/integrations';
import { OAUTH_PROVIDERS, type LinkedAccountProvider } from '@questp/messages/shared';
import type { EventTypes } from '@questp/messages/tables';
import { columns, namesOf, sql, type Queries, type Sql, type Tx } from '@questp/postgres';
import type { Identity } from '../../users/sign-up.js';

/** A proven account. */
interface GivenAccount {
  provider: LinkedAccountProvider;
  accountId: string;
  handle: string | null;
  /** Null: the platform gives no tokens for it. */
  grantId: string | null;
}

export interface LinkedAccountRow extends GivenAccount {
  userId: string;
  relinkNeeded: boolean;
  linkedAt: Date;
}

const COLUMNS = columns(
  namesOf<keyof LinkedAccountRow>({
    ...{
      provider: true,
      accountId: true,
      userId: true,
      handle: true,
      grantId: true,
      relinkNeeded: true,
      linkedAt: true,
    },
  }),
);

export const toLinkedAccount = ({
  provider,
  accountId,
  handle,
  relinkNeeded,
  linkedAt,
}: LinkedAccountRow): LinkedAccount => ({
  provider,
  accountId,
  handle,
  relinkNeeded,
  linkedAt: linkedAt.toISOString(),
});

@Injectable()
export class LinkedAccountsRepository {
  asIdentity(proven: ProvenAccount): Identity {
    return {
      ownerOf: async (tx) => (await this.find(tx, proven))?.userId,
      give: (tx, userId) => this.give(tx, userId, proven),
    };
  }

  list(on: Queries, userId: string): Promise<LinkedAccountRow[]> {
    return on.rows<LinkedAccountRow>(
      sql`SELECT ${COLUMNS} FROM linked_account WHERE user_id = ${userId} ORDER BY linked_at, provider`,
    );
  }

  of(on: Queries, userId: string, provider: LinkedAccountProvider): Promise<LinkedAccountRow | undefined> {
    return on.row<LinkedAccountRow>(sql`
      SELECT ${COLUMNS} FROM linked_account WHERE user_id = ${userId} AND provider = ${provider}`);
  }

  find(
    on: Queries,
    { provider, accountId }: Pick<GivenAccount, 'provider' | 'accountId'>,
  ): Promise<LinkedAccountRow | undefined> {
    return on.row<LinkedAccountRow>(sql`
      SELECT ${COLUMNS} FROM linked_account WHERE provider = ${provider} AND account_id = ${accountId}`);
  }

  /** Returns false if the account is linked already. Safe only while the user is locked, or new. */
  async give(tx: Tx, userId: string, { provider, accountId, handle, grantId }: GivenAccount): Promise<boolean> {
    const given = await tx.execute(sql`
      INSERT INTO linked_account (provider, account_id, user_id, handle, grant_id)
      VALUES (${provider}, ${accountId}, ${userId}, ${handle}, ${grantId})
      ON CONFLICT ON CONSTRAINT linked_account_owner_key DO NOTHING`);
    return given === 1;
  }

  /** Stores the new grant of an account that was proven again; returns the superseded grant, or null. */
  async renew(tx: Tx, { provider, accountId, handle, grantId }: GivenAccount): Promise<string | null> {
    const before = await tx.row<Pick<GivenAccount, 'grantId'>>(sql`
      SELECT grant_id FROM linked_account WHERE provider = ${provider} AND account_id = ${accountId} FOR UPDATE`);
    await tx.execute(sql`
      UPDATE linked_account SET grant_id = ${grantId}, handle = ${handle}, relink_needed = false
      WHERE provider = ${provider} AND account_id = ${accountId}`);
    return before === undefined || before.grantId === grantId ? null : before.grantId;
  }

  async setHandle(on: Queries, grantId: string, handle: string | null): Promise<void> {
    await on.execute(sql`UPDATE linked_account SET handle = ${handle} WHERE grant_id = ${grantId}`);
  }

  /** Superseded grants are ignored. */
  async needRelink(tx: Tx, grantId: string): Promise<void> {
    await this.setRelinkNeeded(tx, sql`grant_id = ${grantId}`, true);
  }

  async setReach(tx: Tx, { provider, accountId, relinkNeeded }: AccountReachChanged): Promise<void> {
    await this.setRelinkNeeded(tx, sql`provider = ${provider} AND account_id = ${accountId}`, relinkNeeded);
  }

  /** Sends an event for each account that has to be linked again from now on. */
  private async setRelinkNeeded(tx: Tx, where: Sql, needed: boolean): Promise<void> {
    const changed = await tx.rows<EventTypes['account.relink_needed']>(sql`
      UPDATE linked_account SET relink_needed = ${needed} WHERE ${where} AND relink_needed <> ${needed}
      RETURNING user_id, provider`);
    const events = needed ? changed.map((data) => ({ aggregateId: data.userId, data })) : [];
    await emitAll(tx, 'account.relink_needed', events);
  }

  /** Integrations revokes its grant. */
  async remove(tx: Tx, { userId, provider, grantId }: LinkedAccountRow): Promise<void> {
    await tx.execute(sql`DELETE FROM linked_account WHERE user_id = ${userId} AND provider = ${provider}`);
    const oauth = OAUTH_PROVIDERS.find((one) => one === provider);
    if (oauth === undefined || grantId === null) return;
    await emit(tx, 'account.unlinked', userId, { userId, provider: oauth, grantId });
  }
}
