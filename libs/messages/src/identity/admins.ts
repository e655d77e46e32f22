import { ADMIN_ROLES, PERMISSIONS, type AdminRole, type Permission } from '../access/principals.js';
import { AskForCodeAsAnybodyRequest, BOT_CHECKED, EmailChallenge, EmailProof, SIGN_IN_BOT_TOKEN } from './emails.js';
import { NEW_PASSWORD, PASSWORD } from './passwords.js';
import { CHALLENGED, SecondFactorChallenge } from './second-factor.js';
import { SessionToken } from './sessions.js';
import {
  ACCOUNT_STATUSES,
  Client,
  Creating,
  type AccountStatus,
  type ClientInfo,
  type Timestamp,
} from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import {
  AdminId,
  Flag,
  Id,
  ListOfOneOf,
  Nested,
  OneOf,
  Text,
  Time,
  exampleOfAll,
  fieldsOf,
  partial,
} from '../language/fields/index.js';
import { EMAIL_ADDRESS } from '../shared/email-address.js';

const EMAIL = { ...EMAIL_ADDRESS, example: 'operator@example.org' } as const;

export class Admin {
  @AdminId({ description: 'Id of the operator' })
  id!: string;

  @Text({ max: EMAIL.max, example: EMAIL.example, description: 'E-mail address the operator signs in with' })
  email!: string;

  @OneOf(ADMIN_ROLES, { description: 'Role of the operator', example: 'platform_moderator' })
  role!: AdminRole;

  @ListOfOneOf(PERMISSIONS, { description: 'Permissions of the role' })
  permissions!: Permission[];

  @OneOf(ACCOUNT_STATUSES, { description: 'Status of the account' })
  status!: AccountStatus;

  @Flag({ description: 'While true, only the password and sign-out operations are allowed', example: false })
  mustChangePassword!: boolean;

  @Time()
  createdAt!: Timestamp;

  @Time({ nullable: true, description: 'Last sign-in; null: never', example: '2026-05-01T12:00:00.000Z' })
  lastSignInAt!: Timestamp | null;
}

const ADMINS = '/v1/admin/admins';
const tag = 'admin';

class SignInAdminRequest {
  @Text({ ...EMAIL, description: 'E-mail address of the operator' })
  email!: string;

  @Text({ ...PASSWORD, description: 'Password of the operator', example: 'violet-harbour-42' })
  password!: string;

  @Text({
    optional: true,
    form: 'device_token',
    description:
      '`deviceToken` of an earlier sign-in on this device; exempts it from locks caused by wrong passwords of others',
  })
  deviceToken?: string;

  @Text(SIGN_IN_BOT_TOKEN)
  botToken?: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

export class AdminSignedIn extends SessionToken {
  @Text({
    max: 43,
    nullable: true,
    description:
      'Store it on this device and send it with later sign-ins; it grants no access. Null if the request sent a known one.',
    example: 'Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLWRldmljZS0wMDE',
  })
  deviceToken!: string | null;

  @Nested(() => Admin, { description: 'Operator who signed in' })
  admin!: Admin;
}

/** The members of AdminSignedIn, or only a challenge if a second step follows. */
export class AdminSignInOutcome extends partial(AdminSignedIn) {
  @Nested(() => SecondFactorChallenge, { optional: true, description: CHALLENGED })
  challenge?: SecondFactorChallenge;
}

/** The example of a sign-in without a second step. */
export const ADMIN_SIGNED_IN = {
  ...exampleOfAll(fieldsOf(AdminSignedIn)),
  token: 'svca_Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLXNlc3Npb24tMDE',
};

/** Returns CREDENTIALS_INVALID for an unknown account, a wrong password and a suspended operator alike. */
export const signInAdmin = contract({
  subject: 'identity.admins.sign-in',
  deadlineMs: 10_000,
  request: SignInAdminRequest,
  reply: AdminSignInOutcome,
  errors: ['CREDENTIALS_INVALID', 'SIGN_IN_LOCKED', 'BOT_CHECK_REQUIRED', 'BOT_CHECK_FAILED'],
  http: {
    id: 'adminSignIn',
    route: 'POST /v1/admin/auth/login',
    tag,
    summary: 'Sign in as an operator',
    description: `An unknown account, a wrong password and a suspended operator all return CREDENTIALS_INVALID. ${BOT_CHECKED}`,
    again: 'Each call opens a new session.',
    replies: ADMIN_SIGNED_IN,
  },
});

/** The reply is the same whether or not an operator has the address. */
export const askForAdminPasswordCode = contract({
  subject: 'identity.admins.ask-for-password-code',
  request: AskForCodeAsAnybodyRequest,
  reply: EmailChallenge,
  errors: ['BOT_CHECK_FAILED', 'RATE_LIMITED'],
  http: {
    id: 'adminAskForPasswordCode',
    route: 'POST /v1/admin/auth/password/code',
    tag,
    summary: 'Mail an operator a code to reset a lost password',
    description: 'The answer does not reveal whether an operator has the address.',
    again: 'Each call mails a new code. All mailed codes work until they expire.',
  },
});

const OWN_PASSWORD = {
  ...NEW_PASSWORD,
  description: 'Must not be easy to guess',
  example: 'silver-meadow-77',
} as const;

class ResetOwnAdminPasswordRequest extends EmailProof {
  @Text(OWN_PASSWORD)
  password!: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** Returns EMAIL_CODE_INVALID for every cause. */
export const resetOwnAdminPassword = contract({
  subject: 'identity.admins.reset-own-password',
  deadlineMs: 10_000,
  request: ResetOwnAdminPasswordRequest,
  reply: AdminSignInOutcome,
  errors: ['EMAIL_CODE_INVALID'],
  http: {
    id: 'adminResetOwnPassword',
    route: 'POST /v1/admin/auth/password/verify',
    tag,
    summary: 'Reset your operator password with a mailed code and sign in',
    description:
      'Ends all sessions of the operator. With two-factor sign-in the answer is a challenge, and the password changes after the second step. A rejected password does not count as a try.',
    again: 'A code works once; a repeated call returns EMAIL_CODE_INVALID.',
    replies: ADMIN_SIGNED_IN,
  },
});

class OwnAdminRequest {
  @AdminId({ from: 'adminId' })
  adminId!: string;
}

export const getAdmin = contract({
  subject: 'identity.admins.get',
  request: OwnAdminRequest,
  reply: Admin,
  http: { id: 'adminGetMe', route: 'GET /v1/admin/me', tag, summary: 'Get your operator account' },
});

class ChangeAdminPasswordRequest extends OwnAdminRequest {
  @Text({ ...PASSWORD, description: 'Current password', example: 'violet-harbour-42' })
  currentPassword!: string;

  @Text({ ...OWN_PASSWORD, description: 'Must differ from the current password and not be easy to guess' })
  newPassword!: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/**
 * Ends every session of the operator, including that of the caller. CREDENTIALS_INVALID if the current password is
 * wrong.
 */
export const changeAdminPassword = contract({
  subject: 'identity.admins.change-password',
  deadlineMs: 10_000,
  request: ChangeAdminPasswordRequest,
  reply: null,
  errors: ['CREDENTIALS_INVALID', 'SIGN_IN_LOCKED'],
  http: {
    id: 'adminChangePassword',
    route: 'PUT /v1/admin/me/password',
    tag,
    summary: 'Change your operator password and end all your sessions',
    again: 'All sessions end; a repeated call returns UNAUTHENTICATED.',
  },
});

class ListAdminsRequest extends PageRequest {
  @OneOf(ADMIN_ROLES, { optional: true, description: 'Only operators with this role' })
  role?: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { optional: true, description: 'Only operators with this status' })
  status?: AccountStatus;
}

export const listAdmins = contract({
  subject: 'identity.admins.list',
  callers: ['notifier'],
  request: ListAdminsRequest,
  reply: pageOf(Admin),
  http: { id: 'adminListAdmins', route: `GET ${ADMINS}`, tag, summary: 'List the operators' },
});

class CreateAdminRequest extends Creating {
  @Text({ ...EMAIL, description: 'E-mail address the operator will sign in with' })
  email!: string;

  @OneOf(ADMIN_ROLES, { description: 'Role of the operator', example: 'platform_moderator' })
  role!: AdminRole;

  @AdminId({ from: 'adminId' })
  actingAdminId!: string;

  @Client()
  client?: ClientInfo;
}

/** An operator and the initial password. Passwords are stored as hashes only, so a replay contains null. */
export class CreatedAdmin {
  @Nested(() => Admin, { description: 'Created operator' })
  admin!: Admin;

  @Text({
    max: 64,
    description: 'Initial password, to be changed at the first sign-in. Returned only once; null in a replayed answer.',
    nullable: true,
    example: 'k7Qx-9vTz-2mBn',
  })
  initialPassword!: string | null;
}

export const createAdmin = contract({
  subject: 'identity.admins.create',
  deadlineMs: 10_000,
  request: CreateAdminRequest,
  reply: CreatedAdmin,
  errors: ['EMAIL_IN_USE'],
  http: {
    id: 'adminCreateAdmin',
    route: `POST ${ADMINS}`,
    tag,
    summary: 'Create an operator with an initial password',
    status: 201,
    idempotent: true,
  },
});

class ResetSecondFactorRequest {
  @AdminId()
  adminId!: string;

  @AdminId({ from: 'adminId' })
  actingAdminId!: string;

  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;

  @Client()
  client?: ClientInfo;
}

export const resetSecondFactor = contract({
  subject: 'identity.admins.reset-second-factor',
  request: ResetSecondFactorRequest,
  reply: null,
  http: {
    id: 'adminResetSecondFactor',
    route: `DELETE ${ADMINS}/:adminId/2fa`,
    tag,
    summary: 'Disable two-factor sign-in of an operator who lost it',
    description: 'Ends the sessions of the operator and notifies them by mail. FORBIDDEN for your account.',
  },
});

class ResetAdminPasswordRequest extends Creating {
  @AdminId()
  adminId!: string;

  @AdminId({ from: 'adminId' })
  actingAdminId!: string;

  @Client()
  client?: ClientInfo;
}

export const resetAdminPassword = contract({
  subject: 'identity.admins.reset-password',
  deadlineMs: 10_000,
  request: ResetAdminPasswordRequest,
  reply: CreatedAdmin,
  http: {
    id: 'adminResetPassword',
    route: `POST ${ADMINS}/:adminId/password`,
    tag,
    summary: 'Create a new initial password for an operator who lost theirs',
    description:
      'Ends the sessions of the operator and notifies them by mail. Two-factor sign-in is kept. FORBIDDEN for your account.',
    idempotent: true,
  },
});

class UpdateAdminRequest {
  @AdminId()
  adminId!: string;

  @OneOf(ADMIN_ROLES, { optional: true, description: 'New role; a change ends the sessions of the operator' })
  role?: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { optional: true, description: 'New status; a change ends the sessions of the operator' })
  status?: AccountStatus;

  @AdminId({ from: 'adminId' })
  actingAdminId!: string;

  @Client()
  client?: ClientInfo;
}

export const updateAdmin = contract({
  subject: 'identity.admins.update',
  request: UpdateAdminRequest,
  reply: Admin,
  errors: ['LAST_SUPER_ADMIN'],
  http: {
    id: 'adminUpdateAdmin',
    route: `PATCH ${ADMINS}/:adminId`,
    tag,
    summary: 'Change the role or status of an operator and end their sessions',
    description:
      'The last super_admin who can sign in cannot be demoted or suspended. Suspended operators and those with an initial password do not count.',
    example: { role: 'platform_moderator' },
  },
});

export class AdminCreated {
  @AdminId()
  adminId!: string;

  @Text({ max: 254, description: 'E-mail address of the new operator' })
  email!: string;

  @OneOf(ADMIN_ROLES, { description: 'Role of the operator' })
  role!: AdminRole;
}

export class AdminSignInLocked {
  @AdminId()
  adminId!: string;

  @Text({ max: 254, description: 'E-mail address of the operator' })
  email!: string;

  @Text({ max: 64, description: 'IP address of the client', example: '203.0.113.7' })
  ip!: string;

  @Time({ description: 'When it can be tried again' })
  lockedUntil!: Timestamp;
}

export class AdminSecondFactorReset {
  @AdminId()
  adminId!: string;

  @Text({ max: 254, description: 'E-mail address of the operator' })
  email!: string;
}
