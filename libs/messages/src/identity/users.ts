import type { AccountStatus, Audited, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { Wallet } from './wallets.js';

/** A user as the user sees itself. `id` is the public id `svcuser_` + 32 hex. */
export interface User {
  id: string;
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  status: AccountStatus;
  /** The code others pass as `ref`. */
  referralCode: string;
  wallets: Wallet[];
  createdAt: Timestamp;
}

export interface ProfileChange {
  /** 3..30 of a-z 0-9 _ ; unique. USERNAME_TAKEN */
  username?: string;
  displayName?: string | null;
  bio?: string | null;
  avatarUrl?: string | null;
}

/** A user as operators see it. */
export interface AdminUser extends User {
  suspendedAt: Timestamp | null;
  suspendedReason: string | null;
  lastSignInAt: Timestamp | null;
  referredBy: string | null;
  referrals: number;
}

export const getUser = contract<{ userId: string }, User>('identity.users.get');
export const updateProfile = contract<{ userId: string } & ProfileChange, User>('identity.users.update-profile');

export const adminListUsers = contract<
  PageRequest & {
    status?: AccountStatus;
    /** public id, username or wallet address, from the start */ search?: string;
  },
  Page<AdminUser>
>('identity.users.admin-list');
export const adminGetUser = contract<{ userId: string }, AdminUser>('identity.users.admin-get');

/** Takes effect before the reply: no credit commits after it. */
export const suspendUser = contract<Audited & { userId: string; reason: string; adminId: string }, AdminUser>(
  'identity.users.suspend',
  10_000,
);
export const reactivateUser = contract<Audited & { userId: string; adminId: string }, AdminUser>(
  'identity.users.reactivate',
  10_000,
);
