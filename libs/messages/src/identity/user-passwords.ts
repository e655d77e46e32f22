import { AskForCodeAsAnybodyRequest, BOT_CHECKED, EmailChallenge, EmailProof, SIGN_IN_BOT_TOKEN } from './emails.js';
import { NEW_PASSWORD, PASSWORD } from './passwords.js';
import { SIGNED_IN, SignInOutcome, SignInRef } from './sign-in.js';
import { Client, type ClientInfo } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Id, Text, UserId, combine } from '../language/fields/index.js';
import { EMAIL_ADDRESS } from '../shared/email-address.js';

const tag = 'auth';

const OWN_PASSWORD = {
  ...NEW_PASSWORD,
  description: 'Must not be easy to guess',
  example: 'silver-meadow-77',
} as const;

/** The reply is the same whether or not an account has the address. */
export const askForPasswordCode = contract({
  subject: 'identity.passwords.ask-for-code',
  request: AskForCodeAsAnybodyRequest,
  reply: EmailChallenge,
  errors: ['BOT_CHECK_FAILED', 'RATE_LIMITED'],
  http: {
    id: 'askForPasswordCode',
    route: 'POST /v1/auth/password/code',
    tag,
    summary: 'Mail a code to set or reset a password',
    description: 'The answer does not reveal whether an account has the address.',
    again: 'Each call mails a new code. All mailed codes work until they expire.',
  },
});

class SetPasswordByCodeRequest extends combine(EmailProof, SignInRef) {
  @Text(OWN_PASSWORD)
  password!: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** Returns EMAIL_CODE_INVALID for every cause. */
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
    summary: 'Set a password with a mailed code and sign in',
    description:
      'Creates the account if the address is unused. Otherwise resets the password and ends all sessions of the account. A rejected password does not count as a try.',
    again: 'A code works once; a repeated call returns EMAIL_CODE_INVALID.',
    replies: SIGNED_IN,
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

/** Returns CREDENTIALS_INVALID for an unknown address, an account without a password and a wrong password alike. */
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
    summary: 'Sign in with e-mail address and password',
    description: `An unknown address, an account without a password and a wrong password all return CREDENTIALS_INVALID. After ten wrong passwords within 15 minutes an IP address has one try a minute; a mailed code still signs in. ${BOT_CHECKED}`,
    again: 'Each call opens a new session.',
    replies: SIGNED_IN,
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

/** EMAIL_MISSING if the account has no verified address. */
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
    summary: 'Change your password and end all other sessions',
    description: 'Requires an e-mail address of the account.',
  },
});
