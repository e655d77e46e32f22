import { Client, type ClientInfo } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Id, UserId } from '../language/fields/index.js';

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
    summary: 'Delete your account',
    description:
      'Erases personal data, ends all sessions, and frees wallets, ' +
      'address and linked accounts for other accounts at once. Earned points are kept under the id. Refused while the ' +
      'account is a member of a team or invited to one, and for 7 days after a merge into it. After a timeout the deletion continues by itself.',
  },
});

export class AccountDeleted {
  @UserId()
  userId!: string;
}
