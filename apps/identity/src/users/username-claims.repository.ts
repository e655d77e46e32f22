import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MAX_USERNAMES, USERNAME_REST_DAYS } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import { Database, isUniqueViolation, sql, type Tx } from '@questp/postgres';

const REST = sql`make_interval(days => ${USERNAME_REST_DAYS})`;

/**
 * Owners of usernames. Others cannot take a username for USERNAME_REST_DAYS after its user gave it up, so that no other
 * user poses as that user.
 */
@Injectable()
export class UsernameClaimsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Releases the username of the user and claims another one. The caller has locked the user.
   * USERNAME_TAKEN, or TOO_MANY if the user has MAX_USERNAMES current and recently released usernames.
   */
  async change(tx: Tx, userId: string, username: string): Promise<void> {
    const hash = createHash('sha256').update(username).digest();
    await tx.execute(sql`
      UPDATE username_claim SET released_at = now()
      WHERE user_id = ${userId} AND username_hash <> ${hash} AND released_at IS NULL`);
    const claimed = await tx.row(sql`
      INSERT INTO username_claim AS c (username_hash, user_id) VALUES (${hash}, ${userId})
      ON CONFLICT (username_hash) DO UPDATE SET user_id = excluded.user_id, released_at = NULL
      WHERE c.user_id = excluded.user_id OR c.released_at <= now() - ${REST}
      RETURNING username_hash`);
    if (claimed === undefined) throw new AppError('USERNAME_TAKEN');
    const { count } = (await tx.row<{ count: number }>(sql`
      SELECT count(*)::integer FROM username_claim
      WHERE user_id = ${userId} AND (released_at IS NULL OR released_at > now() - ${REST})`)) ?? { count: 0 };
    if (count > MAX_USERNAMES) {
      throw new AppError('TOO_MANY', {
        detail: `An account has at most ${MAX_USERNAMES} usernames within ${USERNAME_REST_DAYS} days.`,
      });
    }
    await tx
      .execute(sql`UPDATE user_account SET username = ${username} WHERE id = ${userId}`)
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'user_account_username_key') ? new AppError('USERNAME_TAKEN') : error;
      });
  }

  /** Deletes released usernames that others may take. */
  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM username_claim WHERE released_at <= now() - ${REST}`);
  }
}
