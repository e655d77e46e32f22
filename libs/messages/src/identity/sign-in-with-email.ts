import { Client, type ClientInfo } from '../common.js';
import { contract } from '../contract.js';
import { combine } from '../fields/index.js';
import { AskForCodeAsAnybodyRequest, EmailChallenge, EmailProof } from './emails.js';
import { SignInOutcome, SignInRef } from './sign-in.js';

const tag = 'auth';

/** The same answer whether anybody has the address. */
export const askForSignInCode = contract({
  subject: 'identity.emails.ask-for-sign-in-code',
  request: AskForCodeAsAnybodyRequest,
  reply: EmailChallenge,
  errors: ['BOT_CHECK_FAILED', 'RATE_LIMITED'],
  http: {
    id: 'askForSignInCode',
    route: 'POST /v1/auth/email/code',
    tag,
    summary: 'Mails a code to sign in with',
    description: 'The answer is the same whether or not an account has the address.',
    again: 'Each call mails another code, which is good with the challengeId of its call.',
  },
});

class SignInWithEmailRequest extends combine(EmailProof, SignInRef) {
  @Client({ optional: false })
  client!: ClientInfo;
}

/** EMAIL_CODE_INVALID for every cause. */
export const signInWithEmail = contract({
  subject: 'identity.emails.sign-in',
  request: SignInWithEmailRequest,
  reply: SignInOutcome,
  errors: ['EMAIL_CODE_INVALID', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED'],
  http: {
    id: 'signInWithEmail',
    route: 'POST /v1/auth/email/verify',
    tag,
    summary: 'Signs in by the code of a mail',
    description: 'The first sign-in with an address makes the account. A code has 10 minutes and five tries.',
    again: 'A code proves once: repeated, it is EMAIL_CODE_INVALID.',
    replies: { isNewUser: false },
  },
});
