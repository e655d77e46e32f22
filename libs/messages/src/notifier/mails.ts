import { SESSION_FAMILIES, type SessionFamily } from '../access/principals.js';
import { TestFinding } from '../integrations/credentials.js';
import { Client, ClientInfo, Nothing, type Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { AdminId, Count, Id, Line, Nested, OneOf, Text, Time, UserId, enumeration } from '../language/fields/index.js';
import { Noted } from '../shared/noted.js';
import { QuestMail } from '../shared/quest-mail.js';

/** `queued`: waits for its first or next try; `failed`: will not be tried again. */
export const MAIL_STATUSES = enumeration('MailStatus', ['queued', 'sent', 'failed']);
export type MailStatus = (typeof MAIL_STATUSES)[number];

const RECIPIENT = { max: 254, example: 'operator@example.org' } as const;

export class Mail {
  @Id({ description: 'Id of the mail' })
  id!: string;

  @Text({
    ...RECIPIENT,
    nullable: true,
    description: 'Recipient; null: the current address of the user, or the account was deleted',
  })
  recipient!: string | null;

  @UserId({ nullable: true, description: 'User whose notifications it contains; null: none' })
  userId!: string | null;

  @Text({ max: 200, description: 'Subject line', example: 'Your operator account' })
  subject!: string;

  @OneOf(MAIL_STATUSES, { example: 'failed', description: 'Delivery status' })
  status!: MailStatus;

  @Count({ description: 'Number of delivery attempts', example: 6 })
  attempts!: number;

  @Time({ nullable: true, description: 'Next delivery attempt; null unless queued' })
  nextTryAt!: Timestamp | null;

  @Text({
    max: 500,
    nullable: true,
    description: 'Error of the mail server at the last attempt',
    example: '550 no such mailbox',
  })
  lastError!: string | null;

  @Time({ nullable: true, description: 'When the mail expires; null: never' })
  expiresAt!: Timestamp | null;

  @Time()
  createdAt!: Timestamp;

  @Time({ nullable: true, description: 'When a mail server accepted it' })
  sentAt!: Timestamp | null;
}

const MAILS = '/v1/admin/mails';
const SUPPRESSIONS = '/v1/admin/mail-suppressions';
const tag = 'admin';

class ListMailsRequest extends PageRequest {
  @OneOf(MAIL_STATUSES, { optional: true, description: 'Only mails with this status' })
  status?: MailStatus;

  @Line({ max: RECIPIENT.max, optional: true, description: 'Only mails to this address' })
  recipient?: string;
}

export const listMails = contract({
  subject: 'notifier.mails.list',
  request: ListMailsRequest,
  reply: pageOf(Mail),
  http: {
    id: 'adminListMails',
    route: `GET ${MAILS}`,
    tag,
    summary: 'List the mails of the last 30 days, newest first',
  },
});

class RetryMailRequest {
  @Id({ description: 'Id of the mail' })
  mailId!: string;

  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

/** Resets the number of tries. */
export const retryMail = contract({
  subject: 'notifier.mails.retry',
  request: RetryMailRequest,
  reply: Mail,
  errors: ['MAIL_ALREADY_SENT', 'MAIL_EXPIRED', 'MAIL_SUPPRESSED'],
  http: {
    id: 'adminRetryMail',
    route: `POST ${MAILS}/:mailId/retry`,
    tag,
    summary: 'Retry a failed mail',
    again: 'A repeated call has no effect while the mail is queued and returns MAIL_ALREADY_SENT after it was sent.',
    replies: { userId: null, status: 'queued', attempts: 0, nextTryAt: '2026-05-01T12:00:00.000Z', lastError: null },
  },
});

export class MailSuppression {
  @Id({ description: 'Id of the suppression' })
  id!: string;

  @Text({ ...RECIPIENT, description: 'Suppressed address' })
  recipient!: string;

  @Text({ max: 500, description: 'Answer of its mail server', example: '550 no such mailbox' })
  reason!: string;

  @Time()
  createdAt!: Timestamp;
}

class ListMailSuppressionsRequest extends PageRequest {
  @Line({ max: RECIPIENT.max, optional: true, description: 'Only the suppression of this address' })
  recipient?: string;
}

export const listMailSuppressions = contract({
  subject: 'notifier.suppressions.list',
  request: ListMailSuppressionsRequest,
  reply: pageOf(MailSuppression),
  http: {
    id: 'adminListMailSuppressions',
    route: `GET ${SUPPRESSIONS}`,
    tag,
    summary: 'List suppressed e-mail addresses, newest first',
  },
});

class LiftMailSuppressionRequest {
  @Id({ description: 'Id of the suppression' })
  suppressionId!: string;

  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

/** Idempotent: NOT_FOUND for a suppression that does not exist any more. */
export const liftMailSuppression = contract({
  subject: 'notifier.suppressions.lift',
  request: LiftMailSuppressionRequest,
  reply: null,
  http: {
    id: 'adminLiftMailSuppression',
    route: `DELETE ${SUPPRESSIONS}/:suppressionId`,
    tag,
    summary: 'Lift the suppression of an e-mail address',
    again: SAME_AGAIN,
  },
});

/** Mails about the account of a user. */
export const USER_MAILS = enumeration('UserMail', [
  'sign_in_code',
  'password_code',
  'link_code',
  'email_linked',
  'email_changed',
  'email_unlinked',
  'wallet_linked',
  'wallet_unlinked',
  'payout_address_changed',
  'account_linked',
  'account_unlinked',
  'password_changed',
  'second_factor_code',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
  'operator_access_changed',
  'operator_password_code',
  'operator_password_reset',
  'merge_notice',
  'quest.email_link_otp',
]);
export type UserMail = (typeof USER_MAILS)[number];

/** Parameters of the mails about a merge. */
export class MergeNotice {
  @Text({ max: 80, description: 'Username of the account that stays, or its id' })
  survivor!: string;

  @Text({ max: 80, description: 'Username of the account that went, or its id' })
  absorbed!: string;

  @Time()
  mergedAt!: Timestamp;

  @Time({ description: 'End of the period in which operators can undo the merge' })
  undoableUntil!: Timestamp;

  @Text({ max: 43, description: 'Lets its holder object to the merge' })
  objectionToken!: string;
}

class OrderMailRequest {
  @Id({ description: 'Of the mail to be; ordered again, nothing changes' })
  mailId!: string;

  @Text({ ...RECIPIENT, description: 'Address it goes to' })
  recipient!: string;

  @OneOf(USER_MAILS)
  template!: UserMail;

  @OneOf(SESSION_FAMILIES, {
    default: 'user',
    description: 'Whose account it is about: it links to the app, or to the console',
  })
  family!: SessionFamily;

  @Text({ max: 16, nullable: true, description: 'The code in the mail; null: none' })
  code!: string | null;

  @Nested(() => MergeNotice, { optional: true, description: 'The merge that `merge_notice` describes' })
  merge?: MergeNotice;

  @Nested(() => QuestMail, { optional: true, description: 'The quest that `quest.email_link_otp` is about' })
  quest?: QuestMail;

  @Time({ description: 'After it the mail is not sent, and its text is gone' })
  expiresAt!: Timestamp;
}

/** Orders a mail. Mails may contain a secret, so they are not sent by event. The mail is stored before the reply. */
export const orderMail = contract({
  subject: 'notifier.mails.order',
  callers: ['identity'],
  request: OrderMailRequest,
  reply: null,
});

class MailServerTest extends TestFinding {
  @Count({ description: 'Mails that were sent in the last 24 hours' })
  sentLastDay!: number;
}

/** Connects to the mail server in use and signs in, without sending a mail. */
export const testMailServer = contract({
  subject: 'notifier.mail-server.test',
  callers: ['integrations'],
  request: Nothing,
  reply: MailServerTest,
  reads: true,
  deadlineMs: 4_000,
});

class EraseMailAddressRequest {
  @Text({ ...RECIPIENT, description: 'Address of an account that is gone' })
  recipient!: string;
}

/** Removes the address from all mails and suppressions; queued mails to it fail. */
export const eraseMailAddress = contract({
  subject: 'notifier.mails.erase-address',
  callers: ['identity'],
  request: EraseMailAddressRequest,
  reply: null,
});

export class MailRetried {
  @Id()
  mailId!: string;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true })
  client!: ClientInfo | null;
}

export class MailSuppressionLifted {
  @Id()
  suppressionId!: string;

  @Text({ max: 254 })
  recipient!: string;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true })
  client!: ClientInfo | null;
}

export class MailGivenUp extends Noted {
  @Id({ description: 'Id of the last failed mail' })
  mailId!: string;
}
