import { Injectable } from '@nestjs/common';
import type { UserStatus, User, UserSnapshot } from '@questp/messages';
import { sql, type Tx, accountLock } from '@questp/postgres';

/** Copy of what identity tells about users. A version older than the stored one changes nothing. */
@Injectable()
export class EarnersRepository {
  /** Makes the earner known until the event of its creation, whose version is higher, arrives. */
  async ensure(tx: Tx, user: User): Promise<void> {
    await tx.execute(sql`
      INSERT INTO earner (user_id, version, username, display_name, avatar_url, status)
      VALUES (${user.id}, 0, ${user.username}, ${user.displayName}, ${user.avatarUrl}, ${user.status})
      ON CONFLICT DO NOTHING`);
  }

  async apply(tx: Tx, user: UserSnapshot): Promise<void> {
    const { userId, version, username, displayName, avatarUrl = null, showsWallet = false, status } = user;
    const { primaryWallet, wallets } = user;
    await tx.execute(sql`SELECT ${accountLock(userId)}`);
    // The same version again carries the members that set-status could not know.
    const applied = await tx.execute(sql`
      INSERT INTO earner
        (user_id, version, username, display_name, avatar_url, shows_wallet, status, primary_wallet, wallets)
      VALUES (${userId}, ${version}, ${username}, ${displayName}, ${avatarUrl}, ${showsWallet}, ${status},
        ${primaryWallet}, ${JSON.stringify(wallets)}::jsonb)
      ON CONFLICT (user_id) DO UPDATE
        SET version = excluded.version, username = excluded.username, display_name = excluded.display_name,
          avatar_url = excluded.avatar_url, shows_wallet = excluded.shows_wallet, status = excluded.status,
          primary_wallet = excluded.primary_wallet, wallets = excluded.wallets
        WHERE earner.version <= excluded.version`);
    if (applied === 1) await this.showStandings(tx, userId, status);
  }

  async setStatus(tx: Tx, userId: string, status: UserStatus, version: number): Promise<void> {
    await tx.execute(sql`SELECT ${accountLock(userId)}`);
    const applied = await tx.execute(sql`
      INSERT INTO earner (user_id, version, status) VALUES (${userId}, ${version}, ${status})
      ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, status = excluded.status
        WHERE earner.version <= excluded.version`);
    if (applied === 1) await this.showStandings(tx, userId, status);
  }

  private async showStandings(tx: Tx, userId: string, status: UserStatus): Promise<void> {
    const visible = status === 'active';
    for (const table of [sql`standing`, sql`board_standing`]) {
      await tx.execute(
        sql`UPDATE ${table} SET visible = ${visible} WHERE user_id = ${userId} AND visible IS DISTINCT FROM ${visible}`,
      );
    }
  }
}
