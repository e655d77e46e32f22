import { Client, type ClientInfo, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf } from '../language/contract/paging.js';
import { Id, ListOfText, Text, Time, UserId, combine } from '../language/fields/index.js';
import { MAX_TYPED_CODE } from '../language/typed-code.js';
import { EMAIL_ADDRESS } from '../shared/email-address.js';

/** Base class of requests for a code. */
export class AskForCodeRequest {
  @Text({ ...EMAIL_ADDRESS, description: 'Address that receives the code' })
  email!: string;
}

/** Response token of a CAPTCHA. */
export const BOT_TOKEN = { max: 2_048, storable: false, optional: true } as const;

/** A request with a CAPTCHA, for a sign-in with a password. */
export const SIGN_IN_BOT_TOKEN = {
  ...BOT_TOKEN,
  description: 'CAPTCHA result for the action `sign_in`; required after BOT_CHECK_REQUIRED and ignored before',
} as const;

export const BOT_CHECKED =
  'Where a CAPTCHA is configured, it is required after three wrong passwords within 15 minutes for the account or from the IP address: on BOT_CHECK_REQUIRED repeat the request with `botToken`.';

/** The same for a caller without a session. */
export class AskForCodeAsAnybodyRequest extends AskForCodeRequest {
  @Text({
    ...BOT_TOKEN,
    description: 'CAPTCHA result for the action `sign_in` or `password`; required where a CAPTCHA is configured',
  })
  botToken?: string;

  @Client({ optional: false })
  client!: ClientInfo;
}

/** Reply to a request for a code. */
export class EmailChallenge {
  @Id({ description: 'Send it with the code', example: '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e' })
  challengeId!: string;

  @Time({ description: 'When the code expires' })
  expiresAt!: Timestamp;
}

export class EmailProof {
  @Id({
    description: '`challengeId` of the answer that requested the code',
    example: '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e',
  })
  challengeId!: string;

  @Text({
    max: MAX_TYPED_CODE,
    storable: false,
    description: 'The mailed code; case, spaces, hyphens and invisible characters are ignored',
    example: '0ak3v9x2qa',
  })
  code!: string;
}

/** The verified address of an account. */
export class OwnEmail {
  @Text({
    max: EMAIL_ADDRESS.max,
    nullable: true,
    description: 'Normalised e-mail address; null: none',
    example: EMAIL_ADDRESS.example,
  })
  email!: string | null;

  @Time({
    nullable: true,
    description: 'When the address was verified; null: no address',
    example: '2026-05-01T12:00:00.000Z',
  })
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
  callers: ['exports', 'quests-verify'],
  request: OwnEmailRequest,
  reply: OwnEmail,
  http: { id: 'getMyEmail', route: `GET ${EMAIL}`, tag, summary: 'Get your e-mail address' },
});

class ChangeEmailRequest extends OwnEmailRequest {
  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;
}

class AskForEmailCodeRequest extends combine(AskForCodeRequest, ChangeEmailRequest) {}

/** The reply never reveals that the address belongs to another account before the caller has proved to own it. */
export const askForEmailCode = contract({
  subject: 'identity.emails.ask-for-link-code',
  request: AskForEmailCodeRequest,
  reply: EmailChallenge,
  errors: ['RATE_LIMITED'],
  http: {
    id: 'askForEmailCode',
    route: `POST ${EMAIL}/code`,
    tag,
    summary: 'Mail a code to link an e-mail address',
    description: 'The challengeId works in this session only.',
    again: 'Each call mails a new code and invalidates the previous one of the session.',
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
    summary: 'Link an e-mail address with a mailed code',
    description: 'Replaces the previous address and notifies it by mail.',
    again: 'A code works once; a repeated call returns EMAIL_CODE_INVALID.',
  },
});

class UnlinkEmailRequest extends ChangeEmailRequest {
  @Client()
  client?: ClientInfo;
}

/** LAST_SIGN_IN_METHOD when it is the only sign-in method. */
export const unlinkEmail = contract({
  subject: 'identity.emails.unlink',
  request: UnlinkEmailRequest,
  reply: null,
  errors: ['LAST_SIGN_IN_METHOD', 'MERGE_UNDOABLE', 'NOT_FOUND', 'TWO_FACTOR_BY_EMAIL'],
  http: {
    id: 'unlinkEmail',
    route: `DELETE ${EMAIL}`,
    tag,
    summary: 'Unlink the e-mail address',
    description: 'The last sign-in method cannot be removed.',
  },
});

/** Users per request. */
export const MAX_MAILED_USERS = 100;

class FindMailAddressesRequest {
  @ListOfText({ max: MAX_MAILED_USERS, form: 'user_id', maxLength: 40, description: 'Users that mails are for' })
  userIds!: string[];
}

export class MailAddress {
  @UserId()
  userId!: string;

  @Text({ max: EMAIL_ADDRESS.max, description: 'Where the user gets mails', example: EMAIL_ADDRESS.example })
  email!: string;
}

/** Returns the verified addresses of active users; other users are left out. */
export const findMailAddresses = contract({
  subject: 'identity.emails.addresses',
  callers: ['notifier'],
  request: FindMailAddressesRequest,
  reply: listOf(MailAddress, { max: MAX_MAILED_USERS }),
  reads: true,
});
