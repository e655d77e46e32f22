import { Injectable } from '@nestjs/common';
import type { User, UserSnapshot } from '@questp/messages/identity';
import type { UserStatus } from '@questp/messages/language';
import { sql, type Tx, accountLock } from '@questp/postgres';
import type { StoredEarner } from './stored-earner.js';

/** Copy of identity's users. A version older than the stored one is ignored. */
@Injectable()
export class EarnersRepository {
  /** Inserts the earner until the event of its creation, which has a higher version, arrives. */
  async ensure(tx: Tx, user: User): Promise<void> {
    await tx.execute(sql`
      INSERT INTO earner (user_id, version, username, display_name, avatar_url, status)
      VALUES (${user.id}, 0, ${user.username}, ${user.displayName}, ${user.avatarUrl}, ${user.status})
      ON CONFLICT DO NOTHING`);
  }

  async apply(tx: Tx, user: UserSnapshot): Promise<void> {
    const { userId, version, username, displayName, avatarUrl = null, showsWallet = false, status } = user;
    const { primaryWallet, wallets, methodHashes = null } = user;
    await tx.execute(sql`SELECT ${accountLock(userId)}`);
    // The same version again carries the members that set-status could not know.
    const applied = await tx.execute(sql`
      INSERT INTO earner (user_id, version, username, display_name, avatar_url, shows_wallet, primary_wallet, wallets,
        method_hashes)
      VALUES (${userId}, ${version}, ${username}, ${displayName}, ${avatarUrl}, ${showsWallet}, ${primaryWallet},
        ${JSON.stringify(wallets)}::jsonb, ${methodHashes}::text[])
      ON CONFLICT (user_id) DO UPDATE
        SET version = excluded.version, username = excluded.username, display_name = excluded.display_name,
          avatar_url = excluded.avatar_url, shows_wallet = excluded.shows_wallet,
          primary_wallet = excluded.primary_wallet, wallets = excluded.wallets,
          method_hashes = excluded.method_hashes
        WHERE earner.version <= excluded.version`);
    if (applied === 1) await this.applyReported(tx, userId, status);
  }

  async setStatus(tx: Tx, userId: string, status: UserStatus, version: number): Promise<void> {
    await tx.execute(sql`SELECT ${accountLock(userId)}`);
    const applied = await tx.execute(sql`
      INSERT INTO earner (user_id, version) VALUES (${userId}, ${version})
      ON CONFLICT (user_id) DO UPDATE SET version = excluded.version WHERE earner.version <= excluded.version`);
    if (applied === 1) await this.applyReported(tx, userId, status);
  }

  /** Null: no event about the user has arrived yet. */
  async statusOf(tx: Tx, userId: string): Promise<UserStatus | null> {
    const row = await tx.row<Pick<StoredEarner, 'status'>>(sql`SELECT status FROM earner WHERE user_id = ${userId}`);
    return row?.status ?? null;
  }

  /** Sets the status that decides visibility and earning. Call it while the account is locked. */
  async show(tx: Tx, userId: string, status: UserStatus): Promise<void> {
    await tx.execute(sql`
      INSERT INTO earner (user_id, status) VALUES (${userId}, ${status})
      ON CONFLICT (user_id) DO UPDATE SET status = excluded.status`);
    const visible = status === 'active';
    await tx.execute(sql`
      UPDATE standing SET visible = ${visible} WHERE user_id = ${userId} AND visible IS DISTINCT FROM ${visible}`);
    await tx.execute(sql`
      UPDATE board_standing SET visible = ${visible} WHERE user_id = ${userId} AND visible IS DISTINCT FROM ${visible}`);
  }

  /**
   * Applies a status that identity reports. During a merge it takes effect after the merge; once the account is being
   * deleted it is ignored, since older events can arrive late.
   */
  private async applyReported(tx: Tx, userId: string, status: UserStatus): Promise<void> {
    if ((await this.statusOf(tx, userId)) === 'deleted') return;
    const merging = await tx.execute(sql`
      UPDATE account_merge SET told_status = CASE WHEN ${status} = 'merged' THEN told_status ELSE ${status} END
      WHERE absorbed_id = ${userId} AND state <> 'undone'`);
    if (merging === 0) await this.show(tx, userId, status);
  }
}
