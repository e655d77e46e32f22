import { OwnEmail } from '../identity/emails.js';
import { LinkedAccount } from '../identity/linked-accounts.js';
import { PayoutAddress } from '../identity/payout-addresses.js';
import { Session } from '../identity/sessions.js';
import { TwoFactor } from '../identity/two-factor.js';
import { User } from '../identity/users.js';
import { contract } from '../language/contract/contract.js';
import { FileRequest, FileTicket } from '../language/contract/file-ticket.js';
import { Id, ListOf, Nested, UserId } from '../language/fields/index.js';
import { Notification, NotificationPreferences } from '../notifier/notifications.js';
import { InvitationPreferences, OwnInvitation } from '../quests/studio/invitations.js';
import { OwnProject } from '../quests/studio/projects.js';
import { Check } from '../quests/verification/checks.js';
import { LedgerEntry } from '../quests/verification/ledger.js';
import { SubmissionDetail } from '../quests/verification/submissions.js';

class ExportAccountRequest extends FileRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;
}

/** Complete lists have no bound: the file is written while they are read. */
class AccountExport {
  @Nested(() => User, { description: 'The account with its wallets, as getMe answers' })
  account!: User;

  @Nested(() => OwnEmail, { description: 'As getMyEmail answers' })
  email!: OwnEmail;

  @Nested(() => TwoFactor, { description: 'As getTwoFactor answers' })
  twoFactor!: TwoFactor;

  @ListOf(() => LinkedAccount, { description: 'As listLinkedAccounts has them' })
  linkedAccounts!: LinkedAccount[];

  @ListOf(() => PayoutAddress, { description: 'As listPayoutAddresses has them' })
  payoutAddresses!: PayoutAddress[];

  @Nested(() => NotificationPreferences, { description: 'As getNotificationPreferences answers' })
  notificationPreferences!: NotificationPreferences;

  @Nested(() => InvitationPreferences, { description: 'As getInvitationPreferences answers' })
  invitationPreferences!: InvitationPreferences;

  @ListOf(() => Session, { description: 'As listSessions has them' })
  sessions!: Session[];

  @ListOf(() => OwnProject, { description: 'As listMyProjects has them' })
  projects!: OwnProject[];

  @ListOf(() => OwnInvitation, { description: 'As listMyInvitations has them' })
  invitations!: OwnInvitation[];

  @ListOf(() => SubmissionDetail, { description: 'With steps and checks, as getMySubmission answers' })
  submissions!: SubmissionDetail[];

  @ListOf(() => Check, { description: 'Every check of your attempts, newest first; also those of refused attempts' })
  checks!: Check[];

  @ListOf(() => LedgerEntry, { description: 'As listMyLedger has them' })
  ledger!: LedgerEntry[];

  @ListOf(() => Notification, { description: 'As listNotifications has them' })
  notifications!: Notification[];
}

export const exportAccount = contract({
  subject: 'exports.account.open',
  request: ExportAccountRequest,
  reply: FileTicket,
  http: {
    id: 'exportMyAccount',
    route: 'GET /v1/users/me/export',
    tag: 'users',
    file: ['application/json; charset=utf-8'],
    holds: AccountExport,
    summary: 'Export your account as a JSON file',
    description:
      'Streams one JSON object with complete lists and no secrets. Members may be added later. Lists are read while the file is sent, so they can be from slightly different times. An incomplete file is not valid JSON.',
  },
});
