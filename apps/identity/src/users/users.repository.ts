import { Inject, Injectable } from '@nestjs/common';
import type { adminListUsers, ProfileFields } from '@questp/messages/identity';
import { type UserStatus, AppError, type ErrorCode, type RequestOf } from '@questp/messages/language';
import { decodeCursor, raw, sql, found, type Queries, type Tx } from '@questp/postgres';
import { endMergeOffers } from '../security/sessions/end-merge-offers.js';
import { PRISMA, type Prisma } from '../shared/prisma.js';
import type { AdminUserRow, UserRow, WalletRow } from './user.js';

const USER = raw(
  'id, username, display_name AS "displayName", bio, avatar_url AS "avatarUrl", ' +
    'shows_wallet AS "showsWallet", status, ' +
    'referral_code AS "referralCode", version, created_at AS "createdAt"',
);
const WALLET = raw('id, chain_id AS "chainId", address, is_primary AS "isPrimary", linked_at AS "linkedAt"');

const FOR_ADMINS = {
  wallets: { orderBy: { id: 'asc' } },
  referredBy: { select: { referrerId: true } },
  _count: { select: { referrals: true } },
} as const;

/** A new user has no username. */
export type Profile = Omit<ProfileFields, 'username'> & { username: string | null };

/** Error codes for accounts that are not active. */
const REFUSALS: Record<Exclude<UserStatus, 'active'>, ErrorCode> = {
  suspended: 'ACCOUNT_SUSPENDED',
  merged: 'ACCOUNT_MERGED',
  deleted: 'NOT_FOUND',
};

@Injectable()
export class UsersRepository {
  constructor(@Inject(PRISMA) private readonly prisma: Prisma) {}

  async insert(tx: Tx, userId: string, referralCode: string): Promise<void> {
    await tx.execute(sql`INSERT INTO user_account (id, referral_code) VALUES (${userId}, ${referralCode})`);
  }

  /** Records the referrer of a new user; an unknown code is recorded without one: false. */
  async insertReferral(tx: Tx, refereeId: string, code: string): Promise<boolean> {
    const row = await tx.row<{ referrerId: string | null }>(sql`
      INSERT INTO referral (referee_id, referrer_id, code)
      VALUES (${refereeId},
        (SELECT id FROM user_account WHERE referral_code = ${code} AND id <> ${refereeId}), ${code})
      RETURNING referrer_id`);
    return typeof row?.referrerId === 'string';
  }

  /** The user with the linked wallets. NOT_FOUND */
  async get(on: Queries, userId: string): Promise<UserRow> {
    const [user, wallets] = await Promise.all([
      on.row<Omit<UserRow, 'wallets'>>(sql`SELECT ${USER} FROM user_account WHERE id = ${userId}`),
      this.wallets(on, userId),
    ]);
    return { ...found(user), wallets };
  }

  /** The wallets of a user, oldest first. */
  wallets(on: Queries, userId: string): Promise<WalletRow[]> {
    return on.rows<WalletRow>(sql`SELECT ${WALLET} FROM wallet WHERE user_id = ${userId} ORDER BY id`);
  }

  /** Locks the user and its wallets against every other change. NOT_FOUND */
  async lockStatus(tx: Tx, userId: string): Promise<UserStatus> {
    const { status } = found(
      await tx.row<{ status: UserStatus }>(sql`SELECT status FROM user_account WHERE id = ${userId} FOR NO KEY UPDATE`),
    );
    return status;
  }

  /**
   * As `lockStatus` for two users, in the order of their ids. Waits a second at most for each lock of the transaction,
   * which holds a connection meanwhile: SERVICE_UNAVAILABLE.
   */
  async lockBoth(tx: Tx, ...userIds: [string, string]): Promise<Map<string, UserStatus>> {
    await tx.execute(sql`SET LOCAL lock_timeout = '1s'`);
    const statuses = new Map<string, UserStatus>();
    for (const userId of userIds.toSorted()) statuses.set(userId, await this.lockStatus(tx, userId));
    return statuses;
  }

  /** As `lockStatus`. ACCOUNT_SUSPENDED, ACCOUNT_MERGED, NOT_FOUND for a deleted account */
  async lockActive(tx: Tx, userId: string): Promise<void> {
    const status = await this.lockStatus(tx, userId);
    if (status !== 'active') throw new AppError(REFUSALS[status]);
  }

  /** As `lockActive`. */
  async noteSignIn(tx: Tx, userId: string): Promise<void> {
    const noted = await tx.execute(
      sql`UPDATE user_account SET last_sign_in_at = now() WHERE id = ${userId} AND status = 'active'`,
    );
    if (noted === 0) await this.lockActive(tx, userId);
  }

  /** Everything but the username, which UsernameClaimsRepository changes. */
  async setProfile(tx: Tx, userId: string, profile: Omit<Profile, 'username'>): Promise<void> {
    const { displayName, bio, avatarUrl, showsWallet } = profile;
    await tx.execute(sql`
      UPDATE user_account
      SET display_name = ${displayName}, bio = ${bio}, avatar_url = ${avatarUrl}, shows_wallet = ${showsWallet}
      WHERE id = ${userId}`);
  }

  /** False if the user is suspended already or does not exist. Ends open merge offers of the account. */
  async suspend(tx: Tx, userId: string, reason: string): Promise<boolean> {
    const suspended = await tx.execute(sql`
      UPDATE user_account SET status = 'suspended', suspended_at = now(), suspended_reason = ${reason}
      WHERE id = ${userId} AND status = 'active'`);
    await endMergeOffers(tx, userId);
    return suspended === 1;
  }

  /** False if the user is active already or does not exist. */
  async reactivate(tx: Tx, userId: string): Promise<boolean> {
    const reactivated = await tx.execute(sql`
      UPDATE user_account SET status = 'active', suspended_at = NULL, suspended_reason = NULL
      WHERE id = ${userId} AND status = 'suspended'`);
    return reactivated === 1;
  }

  async setMerged(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`UPDATE user_account SET status = 'merged' WHERE id = ${userId}`);
  }

  async setActive(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`UPDATE user_account SET status = 'active' WHERE id = ${userId}`);
  }

  async countChange(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`UPDATE user_account SET version = version + 1 WHERE id = ${userId}`);
  }

  /** NOT_FOUND for an unknown user. */
  async adminGet(userId: string): Promise<AdminUserRow> {
    return found(await this.prisma.userAccount.findUnique({ where: { id: userId }, include: FOR_ADMINS }));
  }

  /** One row more than the page. */
  async adminList({ limit, cursor, status, search, order }: RequestOf<typeof adminListUsers>) {
    const [given, last] = decodeCursor(cursor, ['text', 'text']) ?? [order];
    if (given !== order) throw new AppError('INVALID_CURSOR');
    return this.prisma.userAccount.findMany({
      where: {
        id: order === 'newest' ? { lt: last } : { gt: last },
        status,
        ...(search !== undefined && { OR: startingWith(search) }),
      },
      include: FOR_ADMINS,
      orderBy: { id: order === 'newest' ? 'desc' : 'asc' },
      take: limit + 1,
    });
  }
}

/** A range condition: the columns sort bytewise and are indexed, and unlike LIKE it has no wildcards. */
function startingWith(search: string) {
  const start = search.trim().toLowerCase();
  const range = { gte: start, lt: `${start}\u{10ffff}` };
  return [{ id: range }, { username: range }, { wallets: { some: { address: range } } }];
}
