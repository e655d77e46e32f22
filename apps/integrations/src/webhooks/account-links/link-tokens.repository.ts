import { Injectable } from '@nestjs/common';
import type { MessageProvider } from '@questp/messages/shared';
import { Database, sql, type Tx } from '@questp/postgres';

/** The platform and the account or bot that must receive a token. */
export interface LinkPlace {
  provider: MessageProvider;
  /** Recipient of the message: a bot, or an account of a project. */
  receiver: string;
}

/** Tokens that users send in a message to prove the account that sends them, and their confirmations. */
@Injectable()
export class LinkTokensRepository {
  constructor(private readonly database: Database) {}

  /** Replaces the user's earlier token at the platform. */
  async insert({ provider, receiver }: LinkPlace, userId: string, tokenHash: Buffer, minutes: number): Promise<Date> {
    const row = await this.database.row<{ expiresAt: Date }>(sql`
      INSERT INTO account_link (user_id, provider, receiver, token_hash, expires_at)
      VALUES (${userId}, ${provider}, ${receiver}, ${tokenHash}, now() + make_interval(mins => ${minutes}))
      ON CONFLICT (user_id, provider) DO UPDATE
      SET receiver = excluded.receiver, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
        account_id = NULL, confirmation_hash = NULL, used_at = NULL
      RETURNING expires_at`);
    return (row as { expiresAt: Date }).expiresAt;
  }

  /** Binds a token to this account and returns its user; undefined for an invalid token. */
  async bind(
    { provider, receiver }: LinkPlace,
    tokenHash: Buffer,
    accountId: string,
    at: Date,
  ): Promise<string | undefined> {
    const row = await this.database.row<{ userId: string }>(sql`
      UPDATE account_link SET account_id = ${accountId}
      WHERE token_hash = ${tokenHash} AND provider = ${provider} AND receiver = ${receiver}
        AND used_at IS NULL AND expires_at > ${at} AND (account_id IS NULL OR account_id = ${accountId})
      RETURNING user_id`);
    return row?.userId;
  }

  /** Stores the code that the account must send next; it replaces an earlier one. */
  async awaitConfirmation(tx: Tx, tokenHash: Buffer, confirmationHash: Buffer): Promise<void> {
    await tx.execute(sql`
      UPDATE account_link SET confirmation_hash = ${confirmationHash} WHERE token_hash = ${tokenHash}`);
  }

  /** The user whose link the account confirms; undefined for an invalid confirmation. */
  async confirmed(
    { provider, receiver }: LinkPlace,
    confirmationHash: Buffer,
    accountId: string,
    at: Date,
  ): Promise<string | undefined> {
    const row = await this.database.row<{ userId: string }>(sql`
      SELECT user_id FROM account_link
      WHERE confirmation_hash = ${confirmationHash} AND provider = ${provider} AND receiver = ${receiver}
        AND account_id = ${accountId} AND used_at IS NULL AND expires_at > ${at}`);
    return row?.userId;
  }

  async use(tx: Tx, confirmationHash: Buffer): Promise<void> {
    await tx.execute(sql`UPDATE account_link SET used_at = now() WHERE confirmation_hash = ${confirmationHash}`);
  }

  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM account_link WHERE user_id = ${userId}`);
  }

  /** An hour later, when messages that came in time are processed. */
  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM account_link WHERE expires_at < now() - interval '1 hour'`);
  }
}
