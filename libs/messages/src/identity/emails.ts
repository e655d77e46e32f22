import { Client, type ClientInfo, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { combine, Id, ListOfText, Text, Time, UserId } from '../fields/index.js';
import { listOf } from '../paging.js';

/** One `@` with something on both sides; what identity makes of it has to be an address. */
export const EMAIL_ADDRESS = { min: 3, max: 254, form: 'email', example: 'alice@example.org' } as const;

/** Extended by what asks for a code. */
export class AskForCodeRequest {
  @Text({ ...EMAIL_ADDRESS, description: 'Where the code is mailed to' })
  email!: string;
}

/** Of a challenge for people. */
export const BOT_TOKEN = { max: 2_048, storable: false, optional: true } as const;

/** The same for a sign-in with a password. */
export const SIGN_IN_BOT_TOKEN = {
  ...BOT_TOKEN,
  description:
    'What the challenge for people gave for the action `sign_in`; needed after BOT_CHECK_REQUIRED, and not looked at before',
} as const;

export const BOT_CHECKED =
  'Where a challenge for people is set up, it has to be solved after three wrong passwords in 15 minutes for the account or from the network address: BOT_CHECK_REQUIRED asks for the same again with `botToken`.';

/** The same of somebody who is not signed in. */
export class AskForCodeAsAnybodyRequest extends AskForCodeRequest {
  @Text({
    ...BOT_TOKEN,
    description:
      'What the challenge for people gave for the action `sign_in` or `password`; needed where one is set up',
  })
  botToken?: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** A request for a code. */
export class EmailChallenge {
  @Id({ description: 'To be sent with the code', example: '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e' })
  challengeId!: string;

  @Time({ description: 'Until when the code is taken' })
  expiresAt!: Timestamp;
}

export class EmailProof {
  @Id({ description: 'Of the answer to the request for the code', example: '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e' })
  challengeId!: string;

  @Text({ max: 32, storable: false, description: 'The code of the mail, in any case', example: 'k3v9 x2qa' })
  code!: string;
}

/** The proven address of an account. */
export class OwnEmail {
  @Text({
    max: EMAIL_ADDRESS.max,
    nullable: true,
    description: 'In the form it is kept, compared and mailed to; null: none',
    example: EMAIL_ADDRESS.example,
  })
  email!: string | null;

  @Time({ nullable: true, description: 'When its owner proved it; null: there is none' })
  verifiedAt!: Timestamp | null;
}

const EMAIL = '/v1/users/me/email';
const tag = 'users';

class OwnEmailRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const getEmail = contract({
  subject: 'identity.emails.get',
  callers: ['exports'],
  request: OwnEmailRequest,
  reply: OwnEmail,
  http: { id: 'getMyEmail', route: `GET ${EMAIL}`, tag, summary: 'The own e-mail address, which nobody else is shown' },
});

class ChangeEmailRequest extends OwnEmailRequest {
  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;
}

class AskForEmailCodeRequest extends combine(AskForCodeRequest, ChangeEmailRequest) {}

/** Nobody is told whether the address is another's before it is proven. */
export const askForEmailCode = contract({
  subject: 'identity.emails.ask-for-link-code',
  request: AskForEmailCodeRequest,
  reply: EmailChallenge,
  errors: ['RATE_LIMITED'],
  http: {
    id: 'askForEmailCode',
    route: `POST ${EMAIL}/code`,
    tag,
    summary: 'Mails a code that proves an address for the own account',
    description: 'Asks for a sign-in of the last 10 minutes. The code is good in this session only.',
    again: 'Each call mails another code, which replaces the last one of the session.',
  },
});

class LinkEmailRequest extends combine(EmailProof, ChangeEmailRequest) {
  @Client()
  client?: ClientInfo;
}

export const linkEmail = contract({
  subject: 'identity.emails.link',
  request: LinkEmailRequest,
  reply: OwnEmail,
  errors: ['EMAIL_CODE_INVALID', 'IDENTITY_IN_USE', 'MERGE_UNDOABLE'],
  http: {
    id: 'linkEmail',
    route: `PUT ${EMAIL}`,
    tag,
    summary: 'Makes the address that a code proves that of the own account',
    description: 'It takes the place of the address before, which is mailed that it did.',
    again: 'A code proves once: repeated, it is EMAIL_CODE_INVALID.',
  },
});

class UnlinkEmailRequest extends ChangeEmailRequest {
  @Client()
  client?: ClientInfo;
}

/** LAST_SIGN_IN_METHOD when it is the only way to sign in. */
export const unlinkEmail = contract({
  subject: 'identity.emails.unlink',
  request: UnlinkEmailRequest,
  reply: null,
  errors: ['LAST_SIGN_IN_METHOD', 'MERGE_UNDOABLE', 'NOT_FOUND', 'TWO_FACTOR_BY_EMAIL'],
  http: {
    id: 'unlinkEmail',
    route: `DELETE ${EMAIL}`,
    tag,
    summary: 'Takes the e-mail address from the own account',
    description: 'Asks for a sign-in of the last 10 minutes. It stays while no wallet of the account can sign in.',
  },
});

/** Users that can be asked for at once. */
export const MOST_MAILED_USERS = 100;

class FindMailAddressesRequest {
  @ListOfText({ max: MOST_MAILED_USERS, form: 'user_id', maxLength: 40, description: 'Users that mails are for' })
  userIds!: string[];
}

export class MailAddress {
  @UserId()
  userId!: string;

  @Text({ max: EMAIL_ADDRESS.max, description: 'Where the user gets mails', example: EMAIL_ADDRESS.example })
  email!: string;
}

/** The proven addresses of active users, as they are now; nothing of all others. */
export const findMailAddresses = contract({
  subject: 'identity.emails.addresses',
  callers: ['notifier'],
  request: FindMailAddressesRequest,
  reply: listOf(MailAddress, { max: MOST_MAILED_USERS }),
  reads: true,
});
