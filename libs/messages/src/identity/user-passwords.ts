import { Client, type ClientInfo } from '../common.js';
import { contract } from '../contract.js';
import { combine, Id, Text, UserId } from '../fields/index.js';
import {
  AskForCodeAsAnybodyRequest,
  BOT_CHECKED,
  EMAIL_ADDRESS,
  SIGN_IN_BOT_TOKEN,
  EmailChallenge,
  EmailProof,
} from './emails.js';
import { NEW_PASSWORD, PASSWORD } from './passwords.js';
import { SignInOutcome, SignInRef } from './sign-in.js';

const tag = 'auth';

const OWN_PASSWORD = {
  ...NEW_PASSWORD,
  description: 'None that is easy to guess',
  example: 'silver-meadow-77',
} as const;

/** The same answer whether anybody has the address. */
export const askForPasswordCode = contract({
  subject: 'identity.passwords.ask-for-code',
  request: AskForCodeAsAnybodyRequest,
  reply: EmailChallenge,
  errors: ['BOT_CHECK_FAILED', 'RATE_LIMITED'],
  http: {
    id: 'askForPasswordCode',
    route: 'POST /v1/auth/password/code',
    tag,
    summary: 'Mails a code to sign up with a password, or to reset it',
    description: 'The answer is the same whether or not an account has the address.',
    again: 'Each call mails another code, which is good with the challengeId of its call.',
  },
});

class SetPasswordByCodeRequest extends combine(EmailProof, SignInRef) {
  @Text(OWN_PASSWORD)
  password!: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** EMAIL_CODE_INVALID for every cause. */
export const setPasswordByCode = contract({
  subject: 'identity.passwords.set-by-code',
  deadlineMs: 10_000,
  request: SetPasswordByCodeRequest,
  reply: SignInOutcome,
  errors: ['EMAIL_CODE_INVALID', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED'],
  http: {
    id: 'setPasswordByCode',
    route: 'POST /v1/auth/password/verify',
    tag,
    summary: 'Sets the password of the account whose address a code proves, and signs in',
    description:
      'Makes the account when nobody has the address: a sign-up. Otherwise it is a reset, which ends every session of the account. A password that is refused uses up no try.',
    again: 'A code proves once: repeated, it is EMAIL_CODE_INVALID.',
    replies: { isNewUser: false },
  },
});

class SignInWithPasswordRequest {
  @Text({ ...EMAIL_ADDRESS, description: 'The address of the account' })
  email!: string;

  @Text({ ...PASSWORD, description: 'The password of the account', example: 'silver-meadow-77' })
  password!: string;

  @Text(SIGN_IN_BOT_TOKEN)
  botToken?: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** CREDENTIALS_INVALID for an unknown address, an account without a password and a wrong one alike. */
export const signInWithPassword = contract({
  subject: 'identity.passwords.sign-in',
  deadlineMs: 10_000,
  request: SignInWithPasswordRequest,
  reply: SignInOutcome,
  errors: [
    'CREDENTIALS_INVALID',
    'SIGN_IN_LOCKED',
    'BOT_CHECK_REQUIRED',
    'BOT_CHECK_FAILED',
    'ACCOUNT_SUSPENDED',
    'ACCOUNT_MERGED',
  ],
  http: {
    id: 'signInWithPassword',
    route: 'POST /v1/auth/password/sign-in',
    tag,
    summary: 'Signs in with address and password',
    description: `An unknown address, an account without a password and a wrong password are all CREDENTIALS_INVALID. After ten wrong ones in 15 minutes a network address has one try a minute; a code of a mail signs in meanwhile. ${BOT_CHECKED}`,
    again: 'Each call opens another session.',
    replies: { isNewUser: false },
  },
});

class ChangePasswordRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ from: 'sessionId', description: 'The asking session, which stays' })
  sessionId!: string;

  @Text(OWN_PASSWORD)
  password!: string;

  @Client()
  client?: ClientInfo;
}

/** EMAIL_MISSING while the account has no address to sign in by. */
export const changePassword = contract({
  subject: 'identity.passwords.change',
  deadlineMs: 10_000,
  request: ChangePasswordRequest,
  reply: null,
  errors: ['EMAIL_MISSING'],
  http: {
    id: 'changePassword',
    route: 'PUT /v1/users/me/password',
    tag: 'users',
    summary: 'Sets the own password and ends all other sessions',
    description: 'Asks for a sign-in of the last 10 minutes, and for an e-mail address of the account.',
  },
});
