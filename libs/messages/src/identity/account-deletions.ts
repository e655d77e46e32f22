import { Client, type ClientInfo } from '../common.js';
import { contract } from '../contract.js';
import { Id, UserId } from '../fields/index.js';

class DeleteOwnAccountRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ from: 'sessionId' })
  sessionId!: string;

  @Client()
  client?: ClientInfo;
}

export const deleteOwnAccount = contract({
  subject: 'identity.account-deletions.delete',
  request: DeleteOwnAccountRequest,
  reply: null,
  errors: ['ACCOUNT_HAS_ROLES', 'ACCOUNT_MERGING', 'MERGE_UNDOABLE'],
  http: {
    id: 'deleteOwnAccount',
    route: 'DELETE /v1/users/me',
    tag: 'users',
    summary: 'Deletes the own account',
    description:
      'Asks for a sign-in of the last 10 minutes. What says something of the person goes for good, all sessions end, ' +
      'and wallets, address and linked accounts may be of another account at once. What was earned stays under the ' +
      'id. Refused while the account is in a team or invited to one, and for 7 days after another account was merged into it. Without an answer it goes on by itself.',
  },
});
