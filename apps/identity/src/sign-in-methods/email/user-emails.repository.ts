import { Injectable } from '@nestjs/common';
import type { MailAddress, OwnEmail } from '@questp/messages/identity';
import { sql, type Queries, type Tx } from '@questp/postgres';
import type { Identity } from '../../users/sign-up.js';

export interface UserEmail {
  email: string;
  verifiedAt: Date;
}

export const toOwnEmail = (row: UserEmail | undefined): OwnEmail => ({
  email: row?.email ?? null,
  verifiedAt: row?.verifiedAt.toISOString() ?? null,
});

/** Verified addresses of users, at most one each. */
@Injectable()
export class UserEmailsRepository {
  asIdentity(email: string): Identity {
    return {
      ownerOf: (tx) => this.ownerOf(tx, email),
      give: (tx, userId) => this.give(tx, userId, email),
    };
  }

  of(on: Queries, userId: string): Promise<UserEmail | undefined> {
    return on.row<UserEmail>(sql`SELECT email, verified_at FROM user_email WHERE user_id = ${userId}`);
  }

  /** Addresses of active users; others get no mails. */
  ofActive(on: Queries, userIds: string[]): Promise<MailAddress[]> {
    return on.rows<MailAddress>(sql`
      SELECT e.user_id, e.email FROM user_email AS e JOIN user_account AS u ON u.id = e.user_id
      WHERE e.user_id = ANY (${userIds}::text[]) AND u.status = 'active'`);
  }

  async ownerOf(on: Queries, email: string): Promise<string | undefined> {
    const row = await on.row<{ userId: string }>(sql`SELECT user_id FROM user_email WHERE email = ${email}`);
    return row?.userId;
  }

  /**
   * Returns false if another account has the address. The caller removes the user's previous address before the
   * transaction ends.
   */
  async give(tx: Tx, userId: string, email: string): Promise<boolean> {
    const given = await tx.execute(sql`
      INSERT INTO user_email (email, user_id) VALUES (${email}, ${userId})
      ON CONFLICT ON CONSTRAINT user_email_owner_key DO NOTHING`);
    return given === 1;
  }

  async remove(tx: Tx, email: string): Promise<void> {
    await tx.execute(sql`DELETE FROM user_email WHERE email = ${email}`);
  }
}
