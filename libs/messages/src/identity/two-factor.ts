import { SESSION_FAMILIES, type SessionFamily } from '../access/principals.js';
import { AdminSignedIn } from './admins.js';
import { CHALLENGE_TOKEN, METHOD, TWO_FACTOR_METHODS, type TwoFactorMethod } from './second-factor.js';
import { SignedIn } from './sign-in.js';
import { Client, Nothing, type ClientInfo, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Count, Flag, Id, ListOfText, OneOf, Text, Time } from '../language/fields/index.js';
import { MAX_TYPED_CODE } from '../language/typed-code.js';

const CODE = {
  max: MAX_TYPED_CODE,
  storable: false,
  description: 'Six digits of the app, or the mailed code; spaces, hyphens and invisible characters are ignored',
  example: '492039',
} as const;

const MINE = '/v1/users/me/2fa';
const OF_OPERATORS = '/v1/admin/me/2fa';

class AskForSecondFactorCodeRequest {
  @Text(CHALLENGE_TOKEN)
  challengeToken!: string;
}

class VerifySecondFactorRequest extends AskForSecondFactorCodeRequest {
  @Text({ ...CODE, description: `${CODE.description}, or a recovery code` })
  code!: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

const VERIFY = {
  description:
    'A challenge expires after 10 minutes or five wrong codes. Ten wrong codes of an account within 15 minutes lock its second step for 15 minutes, also for the right code. Each code works once.',
  again: 'A challenge and a code work once; a repeated call returns SECOND_FACTOR_INVALID.',
} as const;

/** Returns SECOND_FACTOR_INVALID for every cause. */
export const verifySecondFactor = contract({
  subject: 'identity.two-factor.verify',
  request: VerifySecondFactorRequest,
  reply: SignedIn,
  errors: ['SECOND_FACTOR_INVALID', 'SIGN_IN_LOCKED', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED'],
  http: {
    id: 'verifySecondFactor',
    route: 'POST /v1/auth/2fa/verify',
    tag: 'auth',
    summary: 'Complete a two-factor sign-in',
    ...VERIFY,
    replies: { isNewUser: false },
  },
});

export const verifyAdminSecondFactor = contract({
  subject: 'identity.two-factor.verify-admin',
  request: VerifySecondFactorRequest,
  reply: AdminSignedIn,
  errors: ['SECOND_FACTOR_INVALID', 'SIGN_IN_LOCKED'],
  http: {
    id: 'adminVerifySecondFactor',
    route: 'POST /v1/admin/auth/2fa/verify',
    tag: 'admin',
    summary: 'Complete the two-factor sign-in of an operator',
    ...VERIFY,
  },
});

const MAILED = {
  summary: 'Mail another second-factor code',
  description:
    'The first code is mailed when the challenge is created. Accounts with an authenticator app get no mail.',
  again: 'Each call mails a new code and invalidates the previous one.',
} as const;

export const askForSecondFactorCode = contract({
  subject: 'identity.two-factor.ask-for-code',
  request: AskForSecondFactorCodeRequest,
  reply: null,
  errors: ['SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  http: [
    { id: 'askForSecondFactorCode', route: 'POST /v1/auth/2fa/code', tag: 'auth', ...MAILED },
    { id: 'adminAskForSecondFactorCode', route: 'POST /v1/admin/auth/2fa/code', tag: 'admin', ...MAILED },
  ],
});

class OwnTwoFactorRequest {
  @OneOf(SESSION_FAMILIES, { from: 'family', description: 'Token family of the caller' })
  family!: SessionFamily;

  @Text({ form: 'account_id', from: 'callerId' })
  ownerId!: string;
}

export class TwoFactor {
  @OneOf(TWO_FACTOR_METHODS, { ...METHOD, nullable: true, description: `${METHOD.description}; null: it is off` })
  method!: TwoFactorMethod | null;

  @Time({ nullable: true, description: 'When two-factor sign-in was enabled; null: disabled' })
  enabledAt!: Timestamp | null;

  @Count({ description: 'Number of unused recovery codes', example: 10 })
  recoveryCodesLeft!: number;
}

const OWN = 'Get your two-factor settings';
const OFF = { replies: { method: null, enabledAt: null, recoveryCodesLeft: 0 } } as const;

export const getTwoFactor = contract({
  subject: 'identity.two-factor.get',
  callers: ['exports'],
  request: OwnTwoFactorRequest,
  reply: TwoFactor,
  http: [
    { id: 'getTwoFactor', route: `GET ${MINE}`, tag: 'users', summary: OWN, ...OFF },
    { id: 'adminGetTwoFactor', route: `GET ${OF_OPERATORS}`, tag: 'admin', summary: OWN, ...OFF },
  ],
});

class ChangeTwoFactorRequest extends OwnTwoFactorRequest {
  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;

  @Client()
  client?: ClientInfo;
}

class BeginTwoFactorRequest extends ChangeTwoFactorRequest {
  @OneOf(TWO_FACTOR_METHODS, METHOD)
  method!: TwoFactorMethod;
}

export class TwoFactorSetup {
  @Text({
    max: 64,
    nullable: true,
    description:
      'Secret for the authenticator app (base32), for manual entry. Returned only once; null for codes by mail.',
    example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  secret!: string | null;

  @Text({
    max: 500,
    nullable: true,
    description: 'The same secret as an otpauth:// URL, to be shown as a QR code; null for codes by mail',
    example: 'otpauth://totp/Quest%20platform:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Quest%20platform',
  })
  uri!: string | null;
}

const BEGIN = {
  summary: 'Start setting up two-factor sign-in',
  description: 'It becomes active after the first code is confirmed.',
  again: 'Each call starts again and invalidates the previous one.',
} as const;

export const beginTwoFactor = contract({
  subject: 'identity.two-factor.begin',
  request: BeginTwoFactorRequest,
  reply: TwoFactorSetup,
  errors: ['TWO_FACTOR_ON', 'EMAIL_MISSING', 'RATE_LIMITED'],
  http: [
    { id: 'beginTwoFactor', route: `POST ${MINE}`, tag: 'users', ...BEGIN },
    { id: 'adminBeginTwoFactor', route: `POST ${OF_OPERATORS}`, tag: 'admin', ...BEGIN },
  ],
});

class EnableTwoFactorRequest extends ChangeTwoFactorRequest {
  @Text(CODE)
  code!: string;
}

export class RecoveryCodes {
  @ListOfText({
    max: 10,
    maxLength: 16,
    description: 'Recovery codes; each replaces a code once. Returned only once.',
    example: ['k3v9x2qak3v9x2qa'],
  })
  recoveryCodes!: string[];
}

const ENABLE = {
  summary: 'Enable two-factor sign-in and create recovery codes',
  description: 'Ends all sessions, including the current one.',
  again: 'All sessions end; a repeated call returns UNAUTHENTICATED.',
} as const;

export const enableTwoFactor = contract({
  subject: 'identity.two-factor.enable',
  request: EnableTwoFactorRequest,
  reply: RecoveryCodes,
  errors: ['SECOND_FACTOR_INVALID'],
  http: [
    { id: 'enableTwoFactor', route: `PUT ${MINE}`, tag: 'users', ...ENABLE },
    { id: 'adminEnableTwoFactor', route: `PUT ${OF_OPERATORS}`, tag: 'admin', ...ENABLE },
  ],
});

const DISABLE = {
  summary: 'Disable two-factor sign-in',
  description: 'The sign-in must have had two steps. Ends all sessions, including the current one.',
} as const;

export const disableTwoFactor = contract({
  subject: 'identity.two-factor.disable',
  request: ChangeTwoFactorRequest,
  reply: null,
  http: [
    { id: 'disableTwoFactor', route: `DELETE ${MINE}`, tag: 'users', ...DISABLE },
    { id: 'adminDisableTwoFactor', route: `DELETE ${OF_OPERATORS}`, tag: 'admin', ...DISABLE },
  ],
});

const RENEW = {
  summary: 'Replace all recovery codes',
  description: 'The sign-in must have had two steps. Ends all other sessions.',
  again: 'Each call replaces the previous codes.',
} as const;

export const renewRecoveryCodes = contract({
  subject: 'identity.two-factor.renew-recovery-codes',
  request: ChangeTwoFactorRequest,
  reply: RecoveryCodes,
  errors: ['TWO_FACTOR_OFF'],
  http: [
    { id: 'renewRecoveryCodes', route: `POST ${MINE}/recovery-codes`, tag: 'users', ...RENEW },
    { id: 'adminRenewRecoveryCodes', route: `POST ${OF_OPERATORS}/recovery-codes`, tag: 'admin', ...RENEW },
  ],
});

const SUPER_ADMINS = {
  description: 'True if super admins must enable two-factor sign-in before other operations',
  example: true,
} as const;
const OPERATORS = {
  description: 'True if all operators must enable two-factor sign-in before other operations',
  example: false,
} as const;

export class SecuritySettings {
  @Flag(SUPER_ADMINS)
  superAdminsNeedTwoFactor!: boolean;

  @Flag(OPERATORS)
  operatorsNeedTwoFactor!: boolean;
}

export const getSecuritySettings = contract({
  subject: 'identity.security-settings.get',
  request: Nothing,
  reply: SecuritySettings,
  http: {
    id: 'adminGetSecuritySettings',
    route: 'GET /v1/admin/security-settings',
    tag: 'admin',
    summary: 'Get the security settings of operators',
  },
});

class SetSecuritySettingsRequest {
  @Flag({ ...SUPER_ADMINS, optional: true, description: `${SUPER_ADMINS.description}; omitted: unchanged` })
  superAdminsNeedTwoFactor?: boolean;

  @Flag(OPERATORS)
  operatorsNeedTwoFactor!: boolean;

  @Text({ form: 'admin_id', from: 'adminId' })
  actingAdminId!: string;

  @Client()
  client?: ClientInfo;
}

export const setSecuritySettings = contract({
  subject: 'identity.security-settings.set',
  request: SetSecuritySettingsRequest,
  reply: SecuritySettings,
  http: {
    id: 'adminSetSecuritySettings',
    route: 'PUT /v1/admin/security-settings',
    tag: 'admin',
    summary: 'Set the security settings of operators, effective at once for open sessions',
  },
});
