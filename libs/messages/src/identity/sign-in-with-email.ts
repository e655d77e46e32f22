import { AskForCodeAsAnybodyRequest, EmailChallenge, EmailProof } from './emails.js';
import { SIGNED_IN, SignInOutcome, SignInRef } from './sign-in.js';
import { Client, type ClientInfo } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { combine } from '../language/fields/index.js';

const tag = 'auth';

/** The reply is the same whether or not an account has the address. */
export const askForSignInCode = contract({
  subject: 'identity.emails.ask-for-sign-in-code',
  request: AskForCodeAsAnybodyRequest,
  reply: EmailChallenge,
  errors: ['BOT_CHECK_FAILED', 'RATE_LIMITED'],
  http: {
    id: 'askForSignInCode',
    route: 'POST /v1/auth/email/code',
    tag,
    summary: 'Mail a sign-in code',
    description: 'The answer does not reveal whether an account has the address.',
    again: 'Each call mails a new code. All mailed codes work until they expire.',
  },
});

class SignInWithEmailRequest extends combine(EmailProof, SignInRef) {
  @Client({ optional: false })
  client!: ClientInfo;
}

/** Returns EMAIL_CODE_INVALID for every cause. */
export const signInWithEmail = contract({
  subject: 'identity.emails.sign-in',
  request: SignInWithEmailRequest,
  reply: SignInOutcome,
  errors: ['EMAIL_CODE_INVALID', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED'],
  http: {
    id: 'signInWithEmail',
    route: 'POST /v1/auth/email/verify',
    tag,
    summary: 'Sign in with a mailed code',
    description:
      'The first sign-in with an address creates the account. A code expires after 10 minutes or five wrong tries.',
    again: 'A code works once; a repeated call returns EMAIL_CODE_INVALID.',
    replies: SIGNED_IN,
  },
});
