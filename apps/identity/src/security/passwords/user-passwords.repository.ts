import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';

export interface UserCredentials {
  userId: string;
  passwordHash: string;
}

/** Passwords of users, for sign-in with the e-mail address of the account. */
@Injectable()
export class UserPasswordsRepository {
  constructor(private readonly database: Database) {}

  byEmail(email: string): Promise<UserCredentials | undefined> {
    return this.database.row<UserCredentials>(sql`
      SELECT p.user_id, p.password_hash FROM user_password p JOIN user_email e ON e.user_id = p.user_id
      WHERE e.email = ${email}`);
  }

  /** Safe only while the user is locked. */
  async set(tx: Tx, userId: string, passwordHash: string): Promise<void> {
    await tx.execute(sql`
      INSERT INTO user_password (user_id, password_hash) VALUES (${userId}, ${passwordHash})
      ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()`);
  }

  /** False if the password was changed or removed since the credentials were read. */
  async isStill(tx: Tx, { userId, passwordHash }: UserCredentials): Promise<boolean> {
    const same = sql`SELECT FROM user_password WHERE user_id = ${userId} AND password_hash = ${passwordHash}`;
    return (await tx.row(same)) !== undefined;
  }

  async remove(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM user_password WHERE user_id = ${userId}`);
  }
}
