import { ACCOUNT_STATUSES, Client, Creating, type AccountStatus, type ClientInfo, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { AdminId, Flag, Id, ListOfOneOf, Nested, OneOf, partial, Text, Time } from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';
import { ADMIN_ROLES, PERMISSIONS, type AdminRole, type Permission } from '../principals.js';
import {
  AskForCodeAsAnybodyRequest,
  BOT_CHECKED,
  EMAIL_ADDRESS,
  SIGN_IN_BOT_TOKEN,
  EmailChallenge,
  EmailProof,
} from './emails.js';
import { NEW_PASSWORD, PASSWORD } from './passwords.js';
import { CHALLENGED, SecondFactorChallenge } from './second-factor.js';
import { SessionToken } from './sessions.js';

const EMAIL = { ...EMAIL_ADDRESS, example: 'operator@example.org' } as const;

export class Admin {
  @AdminId()
  id!: string;

  @Text({ max: EMAIL.max, example: EMAIL.example })
  email!: string;

  @OneOf(ADMIN_ROLES, { description: 'What the operator may do on the platform', example: 'platform_moderator' })
  role!: AdminRole;

  @ListOfOneOf(PERMISSIONS)
  permissions!: Permission[];

  @OneOf(ACCOUNT_STATUSES)
  status!: AccountStatus;

  @Flag({ description: 'Until it is false, only the password and sign-out routes answer', example: false })
  mustChangePassword!: boolean;

  @Time()
  createdAt!: Timestamp;

  @Time({ nullable: true })
  lastSignInAt!: Timestamp | null;
}

const ADMINS = '/v1/admin/admins';
const tag = 'admin';

class SignInAdminRequest {
  @Text(EMAIL)
  email!: string;

  @Text(PASSWORD)
  password!: string;

  @Text({
    optional: true,
    form: 'device_token',
    description: "From an earlier sign-in here; a lock that strangers' wrong passwords caused does not hold for it",
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
    description: 'To be kept here for later sign-ins; opens nothing by itself. Null when one was sent that is known.',
    example: 'Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLWRldmljZS0wMDE',
  })
  deviceToken!: string | null;

  @Nested(() => Admin)
  admin!: Admin;
}

/** All of AdminSignedIn, or a challenge alone where a second step is to come. */
export class AdminSignInOutcome extends partial(AdminSignedIn) {
  @Nested(() => SecondFactorChallenge, { optional: true, description: CHALLENGED })
  challenge?: SecondFactorChallenge;
}

/** CREDENTIALS_INVALID for an unknown account, a wrong password and a suspended operator alike. */
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
    summary: 'Signs an operator in',
    description: `An unknown account, a wrong password and a suspended operator are all CREDENTIALS_INVALID. ${BOT_CHECKED}`,
    again: 'Each call opens another session.',
  },
});

/** The same answer whether an operator has the address. */
export const askForAdminPasswordCode = contract({
  subject: 'identity.admins.ask-for-password-code',
  request: AskForCodeAsAnybodyRequest,
  reply: EmailChallenge,
  errors: ['BOT_CHECK_FAILED', 'RATE_LIMITED'],
  http: {
    id: 'adminAskForPasswordCode',
    route: 'POST /v1/admin/auth/password/code',
    tag,
    summary: 'Mails an operator a code to reset a lost password',
    description: 'The answer is the same whether or not an operator has the address.',
    again: 'Each call mails another code, which is good with the challengeId of its call.',
  },
});

const OWN_PASSWORD = {
  ...NEW_PASSWORD,
  description: 'None that is easy to guess',
  example: 'silver-meadow-77',
} as const;

class ResetOwnAdminPasswordRequest extends EmailProof {
  @Text(OWN_PASSWORD)
  password!: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** EMAIL_CODE_INVALID for every cause. */
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
    summary: 'Sets the password of the operator whose address a code proves, and signs in',
    description:
      'Ends every session of the operator. With two-factor sign-in the answer is a challenge, and nothing changes until its second step is taken. A password that is refused uses up no try.',
    again: 'A code proves once: repeated, it is EMAIL_CODE_INVALID.',
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
  http: { id: 'adminGetMe', route: 'GET /v1/admin/me', tag, summary: 'The own operator account' },
});

class ChangeAdminPasswordRequest extends OwnAdminRequest {
  @Text(PASSWORD)
  currentPassword!: string;

  @Text({ ...OWN_PASSWORD, description: 'Another one than the current, and none that is easy to guess' })
  newPassword!: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** Ends every session of the operator, the asking one too. CREDENTIALS_INVALID when the current password is wrong. */
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
    summary: 'Changes the own password and ends all own sessions; sign in anew with the new one',
    again: 'Every session has ended: repeated, it is UNAUTHENTICATED.',
  },
});

class ListAdminsRequest extends PageRequest {
  @OneOf(ADMIN_ROLES, { optional: true })
  role?: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { optional: true })
  status?: AccountStatus;
}

export const listAdmins = contract({
  subject: 'identity.admins.list',
  request: ListAdminsRequest,
  reply: pageOf(Admin),
  http: { id: 'adminListAdmins', route: `GET ${ADMINS}`, tag, summary: 'The operators' },
});

class CreateAdminRequest extends Creating {
  @Text(EMAIL)
  email!: string;

  @OneOf(ADMIN_ROLES, { description: 'What the operator may do on the platform', example: 'platform_moderator' })
  role!: AdminRole;

  @AdminId({ from: 'adminId' })
  actingAdminId!: string;

  @Client()
  client?: ClientInfo;
}

/** An operator with a new initial password. Clear passwords are never stored, so that a replay has none. */
export class CreatedAdmin {
  @Nested(() => Admin)
  admin!: Admin;

  @Text({
    max: 64,
    description: 'To be changed at the first sign-in. Shown here only; null in a replay.',
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
    summary: 'Adds an operator with an initial password',
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
    summary: "Turns another operator's two-factor sign-in off, for one who has lost the app and the recovery codes",
    description:
      'Asks for a sign-in of the last 10 minutes. Ends the sessions of the operator, who signs in by password alone from then on and is told by mail. The own one is FORBIDDEN here.',
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
    summary: 'Gives another operator a new initial password, for one who has lost the own',
    description:
      'Asks for a sign-in of the last 10 minutes. Ends the sessions of the operator, who is told by mail; two-factor sign-in stays as it is. The own one is FORBIDDEN here.',
    idempotent: true,
  },
});

class UpdateAdminRequest {
  @AdminId()
  adminId!: string;

  @OneOf(ADMIN_ROLES, { optional: true })
  role?: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { optional: true })
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
    summary: "Changes an operator's role or status, which ends the operator's sessions",
    description:
      'The last super_admin who can sign in stays: one that is suspended or has not changed the initial password does not count.',
    example: { role: 'platform_moderator' },
  },
});
