import type { AdminUser, User, UserSnapshot, Wallet } from '@questp/messages/identity';
import type { UserStatus } from '@questp/messages/language';
import { iso } from '@questp/postgres';

export interface WalletRow {
  id: string;
  chainId: string;
  address: string;
  isPrimary: boolean;
  linkedAt: Date;
}

/** A user with the linked wallets, oldest first. */
export interface UserRow {
  id: string;
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  showsWallet: boolean;
  status: string;
  referralCode: string;
  version: number;
  createdAt: Date;
  wallets: WalletRow[];
}

export interface AdminUserRow extends UserRow {
  suspendedAt: Date | null;
  suspendedReason: string | null;
  lastSignInAt: Date | null;
  referredBy: { referrerId: string | null } | null;
  _count: { referrals: number };
}

export const toWallet = ({ id, chainId, address, isPrimary, linkedAt }: WalletRow): Wallet => ({
  id,
  chainId,
  address,
  isPrimary,
  linkedAt: linkedAt.toISOString(),
});

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  displayName: row.displayName,
  bio: row.bio,
  avatarUrl: row.avatarUrl,
  showsWallet: row.showsWallet,
  status: row.status as UserStatus,
  referralCode: row.referralCode,
  wallets: row.wallets.map(toWallet),
  createdAt: row.createdAt.toISOString(),
});

export const toAdminUser = (row: AdminUserRow): AdminUser => ({
  ...toUser(row),
  suspendedAt: iso(row.suspendedAt),
  suspendedReason: row.suspendedReason,
  lastSignInAt: iso(row.lastSignInAt),
  referredBy: row.referredBy?.referrerId ?? null,
  referrals: row._count.referrals,
});

export const toSnapshot = (row: UserRow, methodHashes: string[]): UserSnapshot => ({
  userId: row.id,
  version: row.version,
  username: row.username,
  displayName: row.displayName,
  status: row.status as UserStatus,
  avatarUrl: row.avatarUrl,
  showsWallet: row.showsWallet,
  primaryWallet: row.wallets.find(({ isPrimary }) => isPrimary)?.address ?? null,
  wallets: row.wallets.map(({ chainId, address }) => ({ chainId, address })),
  methodHashes,
});
