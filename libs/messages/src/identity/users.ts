import {
  USERNAME,
  AVATAR_URL,
  DISPLAY_NAME,
  ACCOUNT_STATUSES,
  Client,
  type AccountStatus,
  type ClientInfo,
  type Timestamp,
} from '../common.js';
import { contract } from '../contract.js';
import {
  AdminId,
  combine,
  Count,
  HttpsUrl,
  Line,
  ListOf,
  OneOf,
  partial,
  Prose,
  Text,
  Time,
  UserId,
} from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';
import { Username } from './usernames.js';
import { MOST_WALLETS, Wallet } from './wallets.js';

/** A user as the user sees itself. */
export class User {
  @UserId()
  id!: string;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;

  @Text({ max: 500, nullable: true })
  bio!: string | null;

  @Text({ ...AVATAR_URL, nullable: true })
  avatarUrl!: string | null;

  @OneOf(ACCOUNT_STATUSES)
  status!: AccountStatus;

  @Text({ max: 64, description: 'What others pass as `ref` when they sign in first' })
  referralCode!: string;

  @ListOf(() => Wallet, { max: MOST_WALLETS })
  wallets!: Wallet[];

  @Time()
  createdAt!: Timestamp;
}

/** What users say of themselves; a username, once chosen, can be changed but not taken away. */
export class ProfileFields {
  @Username({ description: 'Unique; names that speak for the platform are reserved' })
  username!: string;

  @Line({ max: 50, nullable: true })
  displayName!: string | null;

  @Prose({ min: 0, max: 500, nullable: true })
  bio!: string | null;

  @HttpsUrl({ ...AVATAR_URL, nullable: true })
  avatarUrl!: string | null;
}

class OwnAccountRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

const tag = 'users';

export const getUser = contract({
  subject: 'identity.users.get',
  callers: ['quests-verify'],
  request: OwnAccountRequest,
  reply: User,
  http: { id: 'getMe', route: 'GET /v1/users/me', tag, summary: 'The own account' },
});

class UpdateProfileRequest extends combine(OwnAccountRequest, partial(ProfileFields)) {}

export const updateProfile = contract({
  subject: 'identity.users.update-profile',
  request: UpdateProfileRequest,
  reply: User,
  errors: ['USERNAME_TAKEN'],
  http: { id: 'updateMe', route: 'PATCH /v1/users/me', tag, summary: 'Changes the own profile' },
});

/** A user as operators see it. */
export class AdminUser extends User {
  @Time({ nullable: true })
  suspendedAt!: Timestamp | null;

  @Text({ max: 500, nullable: true })
  suspendedReason!: string | null;

  @Time({ nullable: true })
  lastSignInAt!: Timestamp | null;

  @Text({ max: 64, nullable: true, description: 'Public id of who invited the user' })
  referredBy!: string | null;

  @Count()
  referrals!: number;
}

const ADMIN_USERS = '/v1/admin/users';

class AdminListUsersRequest extends PageRequest {
  @OneOf(ACCOUNT_STATUSES, { optional: true })
  status?: AccountStatus;

  @Line({ max: 128, optional: true, description: 'Start of a public id, username or wallet address' })
  search?: string;
}

export const adminListUsers = contract({
  subject: 'identity.users.admin-list',
  request: AdminListUsersRequest,
  reply: pageOf(AdminUser),
  http: { id: 'adminListUsers', route: `GET ${ADMIN_USERS}`, tag: 'admin', summary: 'The users' },
});

class AdminUserRequest {
  @UserId()
  userId!: string;
}

export const adminGetUser = contract({
  subject: 'identity.users.admin-get',
  request: AdminUserRequest,
  reply: AdminUser,
  http: { id: 'adminGetUser', route: `GET ${ADMIN_USERS}/:userId`, tag: 'admin', summary: 'A user' },
});

class ReactivateUserRequest extends AdminUserRequest {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

class SuspendUserRequest extends ReactivateUserRequest {
  @Prose({ max: 500 })
  reason!: string;
}

/** Takes effect before the reply: no credit commits after it. */
export const suspendUser = contract({
  subject: 'identity.users.suspend',
  deadlineMs: 10_000,
  request: SuspendUserRequest,
  reply: AdminUser,
  http: {
    id: 'adminSuspendUser',
    route: `POST ${ADMIN_USERS}/:userId/suspend`,
    tag: 'admin',
    summary: 'Suspends a user at once',
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
    summary: 'Ends a suspension',
  },
});
