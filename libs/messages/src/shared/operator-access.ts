import { ADMIN_ROLES, type AdminRole } from '../access/principals.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../language/contract/common.js';
import { contract, type Contract } from '../language/contract/contract.js';
import { AdminId, Count, OneOf } from '../language/fields/index.js';

/** Access of an operator at `version`. Consumers ignore versions below the highest they have applied. */
export class OperatorAccess {
  @AdminId()
  adminId!: string;

  @Count({ description: 'Version of the access; increases with each change' })
  version!: number;

  @OneOf(ADMIN_ROLES, { description: 'Role of the operator' })
  role!: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { description: 'Status of the account' })
  status!: AccountStatus;
}

/** Identity calls this in each service before it replies to a change of an operator's role or status. */
const operatorAccess = (service: string): Contract<OperatorAccess, null> =>
  contract({
    subject: `${service}.operators.set-access`,
    callers: ['identity'],
    request: OperatorAccess,
    reply: null,
  });

export const setOperatorAccess = operatorAccess('quests');
/** In the service where operators manage mails. */
export const setMailOperatorAccess = operatorAccess('notifier');
/** In the service where operators store credentials. */
export const setCredentialOperatorAccess = operatorAccess('integrations');
/** In the service where operators stop and release payouts. */
export const setEscrowOperatorAccess = operatorAccess('escrow');

/** In every service in which operators write. */
export const OPERATOR_ACCESS = [
  setOperatorAccess,
  setMailOperatorAccess,
  setCredentialOperatorAccess,
  setEscrowOperatorAccess,
];
