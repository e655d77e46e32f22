import type { Earner } from '@questp/messages/quests';
import { shortAddress, type PublicUser } from '@questp/messages/shared';
import { raw } from '@questp/postgres';
import type { StoredEarner } from './stored-earner.js';

/** Public columns of `earner`; null for a user who is not known yet. */
export interface PublicUserRow extends Pick<StoredEarner, 'userId' | 'username' | 'displayName' | 'avatarUrl'> {
  /** Address of the primary wallet, if the user shows it. */
  shownWallet: string | null;
}

/** The columns of `earner e`, without the user id. */
export const PUBLIC_USER = raw(
  'e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet',
);

export const toPublicUser = ({ userId, username, displayName, avatarUrl, shownWallet }: PublicUserRow): PublicUser => ({
  userId,
  username,
  displayName,
  avatarUrl,
  shortWallet: shownWallet === null ? null : shortAddress(shownWallet),
});

export interface EarnerRow extends PublicUserRow, Pick<StoredEarner, 'primaryWallet'> {
  accountStatus: StoredEarner['status'];
}

/** The additional columns for the project's team. */
export const EARNER = raw('e.primary_wallet, e.status AS account_status');

/** The earner in views of the project's team. */
export const toEarner = (row: EarnerRow): Earner => ({
  ...toPublicUser(row),
  accountStatus: row.accountStatus,
  wallet: row.primaryWallet,
});
