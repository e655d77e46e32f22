import { shortAddress, type AccountStatus, type Earner, type PublicUser } from '@questp/messages';
import { raw } from '@questp/postgres';

/** What is known of a user in `earner`; null of one who is not known yet. */
export interface PublicUserRow extends Omit<PublicUser, 'shortWallet'> {
  primaryWallet: string | null;
}

/** The columns beside the user id, of `earner e`. */
export const PUBLIC_USER = raw('e.username, e.display_name, e.avatar_url, e.primary_wallet');

export const toPublicUser = ({
  userId,
  username,
  displayName,
  avatarUrl,
  primaryWallet,
}: PublicUserRow): PublicUser => ({
  userId,
  username,
  displayName,
  avatarUrl,
  shortWallet: primaryWallet === null ? null : shortAddress(primaryWallet),
});

export interface EarnerRow extends PublicUserRow {
  accountStatus: AccountStatus;
}

/** As the project's team sees who takes part. */
export const toEarner = (row: EarnerRow): Earner => ({
  ...toPublicUser(row),
  accountStatus: row.accountStatus,
  wallet: row.primaryWallet,
});
