import { Username } from './usernames.js';
import { Wallet } from './wallets.js';
import {
  ACCOUNT_ADDRESS,
  ACCOUNT_CHAIN,
  AVATAR_URL,
  Client,
  DISPLAY_NAME,
  USERNAME,
  USER_STATUSES,
  type ClientInfo,
  type Timestamp,
  type UserStatus,
} from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { AGE_ORDERS, PageRequest, listOf, pageOf, type AgeOrder } from '../language/contract/paging.js';
import {
  AdminId,
  Count,
  Flag,
  Line,
  ListOf,
  OneOf,
  PictureUrl,
  Prose,
  Text,
  Time,
  UserId,
  combine,
  partial,
  pick,
} from '../language/fields/index.js';
import { MethodHashes } from '../shared/method-hashes.js';
import { MAX_WALLETS } from '../shared/wallets.js';

/** An account as its owner sees it. */
export class User {
  @UserId({ description: 'Public id of the user' })
  id!: string;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;

  @Text({ max: 500, nullable: true, description: 'Self-description; null: none', example: 'Quests every day.' })
  bio!: string | null;

  @Text({ ...AVATAR_URL, nullable: true })
  avatarUrl!: string | null;

  @Flag({ description: 'True if the public profile shows the primary wallet' })
  showsWallet!: boolean;

  @OneOf(USER_STATUSES, { description: 'Status of the account' })
  status!: UserStatus;

  @Text({
    max: 64,
    description: 'Referral code that others send as `ref` at their first sign-in',
    example: 'k3v9x2qa7m4t',
  })
  referralCode!: string;

  @ListOf(() => Wallet, { max: MAX_WALLETS, description: 'Linked wallets' })
  wallets!: Wallet[];

  @Time()
  createdAt!: Timestamp;
}

/** Profile of a user. A username can be changed, but not removed. */
export class ProfileFields {
  @Username({ description: 'Unique; names that speak for the platform are reserved', example: 'alice' })
  username!: string;

  @Line({ max: 50, nullable: true, description: 'Display name, not unique', example: 'Alice' })
  displayName!: string | null;

  @Prose({
    min: 0,
    max: 500,
    nullable: true,
    description: 'Self-description; null: none',
    example: 'Quests every day.',
  })
  bio!: string | null;

  @PictureUrl({ ...AVATAR_URL, nullable: true })
  avatarUrl!: string | null;

  @Flag({ description: 'Shows the primary wallet publicly and makes the account findable by it; false by default' })
  showsWallet!: boolean;
}

class OwnAccountRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

const tag = 'users';

export const getUser = contract({
  subject: 'identity.users.get',
  callers: ['exports', 'quests-verify'],
  request: OwnAccountRequest,
  reply: User,
  http: { id: 'getMe', route: 'GET /v1/users/me', tag, summary: 'Get your account' },
});

/** Days for which other users cannot take a username that its user gave up. */
export const USERNAME_REST_DAYS = 30;
/** Usernames that one user may take within these days. */
export const MAX_USERNAMES = 5;

class UpdateProfileRequest extends combine(OwnAccountRequest, partial(ProfileFields)) {}

export const updateProfile = contract({
  subject: 'identity.users.update-profile',
  request: UpdateProfileRequest,
  reply: User,
  errors: ['USERNAME_TAKEN', 'TOO_MANY', 'FILE_NOT_USABLE'],
  http: {
    id: 'updateMe',
    route: 'PATCH /v1/users/me',
    tag,
    summary: 'Update your profile',
    description: `Omitted members keep their value. Others cannot take a given-up username for ${USERNAME_REST_DAYS} days.`,
    example: { displayName: 'Alice', bio: 'Quests every day.' },
  },
});

/** The public profile of a user. */
export class PublicProfile extends pick(User, 'username', 'displayName', 'bio', 'avatarUrl', 'createdAt') {
  @UserId()
  userId!: string;

  @Text({ ...ACCOUNT_ADDRESS, nullable: true, description: 'Address of the primary wallet; null unless it is shown' })
  wallet!: string | null;
}

class PublicProfileRequest {
  @UserId()
  userId!: string;
}

/** NOT_FOUND for a suspended user too. */
export const getPublicProfile = contract({
  subject: 'identity.users.public-profile',
  callers: ['integrations'],
  request: PublicProfileRequest,
  reply: PublicProfile,
  http: { id: 'getUserProfile', route: 'GET /v1/users/:userId', tag, summary: 'Get the public profile of a user' },
});

/** Accounts found by one address: at most one per chain. */
export const MAX_FOUND_USERS = 20;

class FindUsersRequest {
  @Line({ ...USERNAME, optional: true, description: 'Complete username, case-insensitive', example: 'alice' })
  username?: string;

  @Line({ ...ACCOUNT_ADDRESS, optional: true, description: 'Complete address of a shown primary wallet' })
  wallet?: string;
}

/** Finds users by their complete username or public address; no prefix or substring search. */
export const findUsers = contract({
  subject: 'identity.users.find',
  request: FindUsersRequest,
  reply: listOf(PublicProfile, { max: MAX_FOUND_USERS }),
  http: {
    id: 'findUsers',
    route: 'GET /v1/users',
    tag,
    summary: 'Find a user by username or wallet address',
    description: 'Send either `username` or `wallet`. A wallet is found only while its owner shows it.',
    example: { username: 'alice' },
  },
});

/** A user whose first sign-in had the caller's referral code. */
export class ReferredUser extends pick(PublicProfile, 'userId', 'username', 'displayName', 'avatarUrl') {
  @Time({ description: 'When the user signed in for the first time' })
  referredAt!: Timestamp;
}

class ListReferralsRequest extends PageRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const listReferrals = contract({
  subject: 'identity.users.referrals',
  request: ListReferralsRequest,
  reply: pageOf(ReferredUser),
  http: {
    id: 'listMyReferrals',
    route: 'GET /v1/users/me/referrals',
    tag,
    summary: 'List users who signed up with your referral code, newest first',
  },
});

/** An account as operators see it. */
export class AdminUser extends User {
  @Time({ nullable: true, description: 'When the account was suspended; null: not suspended' })
  suspendedAt!: Timestamp | null;

  @Text({ max: 500, nullable: true, description: 'Why the account was suspended; null: not suspended' })
  suspendedReason!: string | null;

  @Time({ nullable: true, description: 'Last sign-in; null: never', example: '2026-05-01T12:00:00.000Z' })
  lastSignInAt!: Timestamp | null;

  @Text({ max: 64, nullable: true, description: 'Public id of the user whose referral code was used; null: none' })
  referredBy!: string | null;

  @Count({ description: 'Number of users who signed up with the referral code', example: 0 })
  referrals!: number;
}

const ADMIN_USERS = '/v1/admin/users';

class AdminListUsersRequest extends PageRequest {
  @OneOf(USER_STATUSES, { optional: true, description: 'Only users with this status' })
  status?: UserStatus;

  @Line({ max: 128, optional: true, description: 'Start of a public id, username or wallet address' })
  search?: string;

  @OneOf(AGE_ORDERS, { default: 'newest', description: 'newest by default' })
  order!: AgeOrder;
}

export const adminListUsers = contract({
  subject: 'identity.users.admin-list',
  request: AdminListUsersRequest,
  reply: pageOf(AdminUser),
  http: { id: 'adminListUsers', route: `GET ${ADMIN_USERS}`, tag: 'admin', summary: 'List users' },
});

class AdminUserRequest {
  @UserId()
  userId!: string;
}

export const adminGetUser = contract({
  subject: 'identity.users.admin-get',
  request: AdminUserRequest,
  reply: AdminUser,
  http: { id: 'adminGetUser', route: `GET ${ADMIN_USERS}/:userId`, tag: 'admin', summary: 'Get a user' },
});

class ReactivateUserRequest extends AdminUserRequest {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

class SuspendUserRequest extends ReactivateUserRequest {
  @Prose({ max: 500, example: 'Fraud', description: 'Why the account is suspended; shown to operators' })
  reason!: string;
}

/** Takes effect before the reply: no later credit commits. */
export const suspendUser = contract({
  subject: 'identity.users.suspend',
  deadlineMs: 10_000,
  request: SuspendUserRequest,
  reply: AdminUser,
  http: {
    id: 'adminSuspendUser',
    route: `POST ${ADMIN_USERS}/:userId/suspend`,
    tag: 'admin',
    summary: 'Suspend a user',
    description: 'After the answer, no credit of the user is committed.',
    again: 'A repeated call returns the same answer and keeps the first reason.',
    replies: { status: 'suspended', suspendedAt: '2026-05-01T12:00:00.000Z', suspendedReason: 'Fraud' },
  },
});

export const reactivateUser = contract({
  subject: 'identity.users.reactivate',
  deadlineMs: 10_000,
  request: ReactivateUserRequest,
  reply: AdminUser,
  http: {
    id: 'adminReactivateUser',
    route: `POST ${ADMIN_USERS}/:userId/reactivate`,
    tag: 'admin',
    summary: 'End the suspension of a user',
    again: SAME_AGAIN,
  },
});

export class SnapshotWallet {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @Text({
    ...ACCOUNT_ADDRESS,
    description: 'Wallet address on its chain',
    example: 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq',
  })
  address!: string;
}

/** State of a user at `version`. Consumers ignore versions below the highest they have applied. */
export class UserSnapshot {
  @UserId()
  userId!: string;

  @Count()
  version!: number;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;

  @Text({ ...AVATAR_URL, nullable: true, optional: true })
  avatarUrl?: string | null;

  @Flag({ optional: true, description: 'Whether anybody may see the primary wallet' })
  showsWallet?: boolean;

  @OneOf(USER_STATUSES, { description: 'Status of the account' })
  status!: UserStatus;

  @Text({ ...ACCOUNT_ADDRESS, nullable: true })
  primaryWallet!: string | null;

  @ListOf(() => SnapshotWallet, { max: MAX_WALLETS, description: 'Linked wallets' })
  wallets!: SnapshotWallet[];

  @MethodHashes({ optional: true })
  methodHashes?: string[];
}

export class UserCreated extends UserSnapshot {
  @Text({ max: 64, optional: true, description: 'Code of the sign-in that is no code of a user; absent: none' })
  ref?: string;
}
