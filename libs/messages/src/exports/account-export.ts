import { contract } from '../contract.js';
import { Id, UserId } from '../fields/index.js';
import { FileRequest, FileTicket } from '../file-ticket.js';

class ExportAccountRequest extends FileRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;
}

export const exportAccount = contract({
  subject: 'exports.account.open',
  request: ExportAccountRequest,
  reply: FileTicket,
  http: {
    id: 'exportMyAccount',
    route: 'GET /v1/users/me/export',
    tag: 'users',
    file: 'application/json; charset=utf-8',
    summary: 'What the platform shows of the own account, as one JSON file',
    description:
      'Streamed. One object, whose members are in the shapes of the operations in brackets: `account` with its wallets (getMe), `email` (getMyEmail), `twoFactor` (getTwoFactor), `notificationPreferences` (getNotificationPreferences), `invitationPreferences` (getInvitationPreferences), and the whole lists `linkedAccounts` (listLinkedAccounts), `sessions` (listSessions), `projects` (listMyProjects), `invitations` (listMyInvitations), `submissions` with steps and checks (getMySubmission), `ledger` (listMyLedger) and `notifications` (listNotifications). Members may be added. It has no password, token or other secret. Each list is read as the file is sent, so that they may be of slightly different moments; a file that breaks off is no JSON.',
  },
});
