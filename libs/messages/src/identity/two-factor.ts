import { Client, Nothing, type ClientInfo, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { Count, Flag, Id, ListOfText, OneOf, Text, Time } from '../fields/index.js';
import { SESSION_FAMILIES, type SessionFamily } from '../principals.js';
import { AdminSignedIn } from './admins.js';
import { CHALLENGE_TOKEN, METHOD, TWO_FACTOR_METHODS, type TwoFactorMethod } from './second-factor.js';
import { SignedIn } from './sign-in.js';

const CODE = {
  max: 32,
  storable: false,
  description: 'Six digits of the app or the code of the mail',
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
    'A challenge has 10 minutes and five tries; ten wrong codes of an account in 15 minutes lock it for 15 minutes, against the right code too. Each code is taken once.',
  again: 'A challenge and a code are good once: repeated, it is SECOND_FACTOR_INVALID.',
} as const;

/** SECOND_FACTOR_INVALID for every cause. */
export const verifySecondFactor = contract({
  subject: 'identity.two-factor.verify',
  request: VerifySecondFactorRequest,
  reply: SignedIn,
  errors: ['SECOND_FACTOR_INVALID', 'SIGN_IN_LOCKED', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED'],
  http: {
    id: 'verifySecondFactor',
    route: 'POST /v1/auth/2fa/verify',
    tag: 'auth',
    summary: 'The second step of a sign-in: swaps its challenge token and a code for a token',
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
    summary: "The second step of an operator's sign-in: swaps its challenge token and a code for a token",
    ...VERIFY,
  },
});

const MAILED = {
  summary: 'Mails another code for the second step of a sign-in, where codes come by mail',
  description: 'The first one is mailed with the challenge. Where codes come from an app nothing is mailed.',
  again: 'Each call mails another code; the newest holds.',
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
  @OneOf(SESSION_FAMILIES, { from: 'family' })
  family!: SessionFamily;

  @Text({ form: 'account_id', from: 'callerId' })
  ownerId!: string;
}

export class TwoFactor {
  @OneOf(TWO_FACTOR_METHODS, { ...METHOD, nullable: true, description: `${METHOD.description}; null: it is off` })
  method!: TwoFactorMethod | null;

  @Time({ nullable: true, description: 'Since when it is on; null: it is off' })
  enabledAt!: Timestamp | null;

  @Count({ description: 'Recovery codes that were not used yet', example: 10 })
  recoveryCodesLeft!: number;
}

const OWN = 'The own two-factor sign-in';
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
    description: 'What the app makes codes of (base32), for typing. Shown here only; null for mails.',
    example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  secret!: string | null;

  @Text({
    max: 500,
    nullable: true,
    description: 'The same for an app to scan: an otpauth:// address to be shown as a QR code; null for mails',
    example: 'otpauth://totp/Quest%20platform:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Quest%20platform',
  })
  uri!: string | null;
}

const BEGIN = {
  summary: 'Begins to set up two-factor sign-in',
  description: 'Asks for a sign-in of the last 10 minutes. It is on once a code proves that codes arrive.',
  again: 'Each call begins anew; the newest holds.',
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
    description: 'Each signs in once in place of a code. Shown here only.',
    example: ['k3v9x2qak3v9x2qa'],
  })
  recoveryCodes!: string[];
}

const ENABLE = {
  summary: 'Turns two-factor sign-in on, by a first code, and gives recovery codes',
  description: 'Ends every session, the asking one too: sign in anew, in two steps.',
  again: 'Every session has ended: repeated, it is UNAUTHENTICATED.',
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
  summary: 'Turns two-factor sign-in off',
  description: 'Asks for a sign-in of the last 10 minutes, in two steps. Ends every session, the asking one too.',
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
  summary: 'Gives new recovery codes in place of all there were',
  description: 'Asks for a sign-in of the last 10 minutes, in two steps. Ends all other sessions.',
  again: 'Each call gives others; the newest hold.',
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
  description: 'Super admins without two-factor sign-in reach only the routes that set it up',
  example: true,
} as const;
const OPERATORS = { description: 'The same for all operators, super admins among them', example: false } as const;

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
    summary: 'What operators need to sign in',
  },
});

class SetSecuritySettingsRequest {
  @Flag({ ...SUPER_ADMINS, optional: true, description: `${SUPER_ADMINS.description}; left out, it stays as it is` })
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
    summary: 'Sets what operators need to sign in, which holds at once for those who are signed in',
  },
});
