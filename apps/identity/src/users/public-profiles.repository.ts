import { Injectable } from '@nestjs/common';
import { MAX_FOUND_USERS, type listReferrals, type PublicProfile, type ReferredUser } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, decodeCursor, empty, sql, found, type Sql } from '@questp/postgres';

export type PublicProfileRow = Omit<PublicProfile, 'createdAt'> & { createdAt: Date };
export type ReferredUserRow = Omit<ReferredUser, 'referredAt'> & { referredAt: Date };

/** Public profiles of users that are not suspended. */
const PROFILE = sql`
  SELECT u.id AS user_id, u.username, u.display_name, u.bio, u.avatar_url, u.created_at,
    CASE WHEN u.shows_wallet THEN w.address END AS wallet
  FROM user_account u LEFT JOIN wallet w ON w.user_id = u.id AND w.is_primary
  WHERE u.status = 'active'`;

@Injectable()
export class PublicProfilesRepository {
  constructor(private readonly database: Database) {}

  /** NOT_FOUND for an unknown or hidden user. */
  async get(userId: string): Promise<PublicProfileRow> {
    return found(await this.database.row<PublicProfileRow>(sql`${PROFILE} AND u.id = ${userId}`));
  }

  byUsername(username: string): Promise<PublicProfileRow[]> {
    return this.find(sql`u.username = ${username}`);
  }

  /** Users with this primary wallet who show it. */
  byWallet(address: string): Promise<PublicProfileRow[]> {
    return this.find(sql`w.address = ${address} AND u.shows_wallet`);
  }

  private find(condition: Sql): Promise<PublicProfileRow[]> {
    return this.database.rows<PublicProfileRow>(
      sql`${PROFILE} AND ${condition} ORDER BY u.id LIMIT ${MAX_FOUND_USERS}`,
    );
  }

  /** Newest first, one row more than the page. */
  referrals({ userId, limit, cursor }: RequestOf<typeof listReferrals>): Promise<ReferredUserRow[]> {
    const [before] = decodeCursor(cursor, ['text']) ?? [];
    return this.database.rows<ReferredUserRow>(sql`
      SELECT u.id AS user_id, u.username, u.display_name, u.avatar_url, r.created_at AS referred_at
      FROM referral r JOIN user_account u ON u.id = r.referee_id
      WHERE r.referrer_id = ${userId} ${before === undefined ? empty : sql`AND r.referee_id < ${before}`}
      ORDER BY r.referee_id DESC LIMIT ${limit + 1}`);
  }
}
