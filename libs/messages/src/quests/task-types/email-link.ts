import { contract } from '../../language/contract/contract.js';
import type { Timestamp } from '../../language/contract/common.js';
import { Flag, Text, Time } from '../../language/fields/index.js';
import { MAX_TYPED_CODE } from '../../language/typed-code.js';
import { EMAIL_ADDRESS } from '../../shared/email-address.js';
import { ByEarner, Credit } from '../verification/credit.js';
import { EARNING_ERRORS } from '../verification/earning-errors.js';

const EMAIL_LINK = '/v1/quests/:questId/email-link';
const tag = 'email-link';

export class EmailLinkStatus {
  @Text({
    max: EMAIL_ADDRESS.max,
    nullable: true,
    description: 'Your verified e-mail address; null: none',
    example: EMAIL_ADDRESS.example,
  })
  linkedEmail!: string | null;

  @Flag({
    nullable: true,
    description: 'True if the quest accepts the domain of that address; null: you have no address',
  })
  domainMatches!: boolean | null;

  @Flag({ description: 'True if `useLinkedEmail` completes the quest without a code' })
  canSkipOtp!: boolean;
}

export const getEmailLinkStatus = contract({
  subject: 'quests.email-link.status',
  request: ByEarner,
  reply: EmailLinkStatus,
  errors: ['WRONG_TASK_TYPE'],
  http: {
    id: 'getEmailLinkStatus',
    route: `GET ${EMAIL_LINK}/status`,
    tag,
    summary: 'Get whether your e-mail address completes the quest',
  },
});

class SendEmailLinkCodeRequest extends ByEarner {
  @Text({ ...EMAIL_ADDRESS, description: 'Address to verify, which receives the code' })
  email!: string;
}

class EmailLinkCodeSent {
  @Time({ description: 'When the code expires' })
  expiresAt!: Timestamp;
}

/** The answer is the same for every address of an accepted domain. */
export const sendEmailLinkCode = contract({
  subject: 'quests.email-link.send-code',
  request: SendEmailLinkCodeRequest,
  reply: EmailLinkCodeSent,
  errors: [...EARNING_ERRORS, 'EMAIL_DOMAIN_NOT_ALLOWED', 'RATE_LIMITED'],
  http: {
    id: 'sendEmailLinkCode',
    route: `POST ${EMAIL_LINK}/send-otp`,
    tag,
    summary: 'Mail a code to verify an address for the quest',
    description:
      'The address is used as it is given: one with a suffix after `+`, or with other dots, is another address. It does not become a sign-in method.',
    again: 'Each call mails a new code and invalidates the previous one for the quest.',
  },
});

class VerifyEmailLinkRequest extends ByEarner {
  @Text({
    max: MAX_TYPED_CODE,
    storable: false,
    optional: true,
    description: 'The mailed code; case, spaces, hyphens and invisible characters are ignored',
    example: '0ak3v9x2qa',
  })
  code?: string;

  @Flag({
    optional: true,
    description: 'True: use the verified address of your account instead of a code',
    example: undefined,
  })
  useLinkedEmail?: boolean;
}

/** EMAIL_MISSING for `useLinkedEmail` without an address. */
export const verifyEmailLink = contract({
  subject: 'quests.email-link.verify',
  request: VerifyEmailLinkRequest,
  reply: Credit,
  errors: [
    ...EARNING_ERRORS,
    'CHECK_UNAVAILABLE',
    'EMAIL_CODE_INVALID',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'EMAIL_MISSING',
    'SUBJECT_ALREADY_USED',
    'TASK_INPUTS_INVALID',
  ],
  http: {
    id: 'verifyEmailLink',
    route: `POST ${EMAIL_LINK}/verify`,
    tag,
    summary: 'Complete a quest with a verified e-mail address',
    description:
      'Send either `code` or `useLinkedEmail`. An address completes the quest for one account. A wrong code uses up one of five tries.',
    examples: { email_link: { code: '0ak3v9x2qa' } },
    again: 'After completion it returns ALREADY_COMPLETED.',
  },
});
