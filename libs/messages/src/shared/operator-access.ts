import { ADMIN_ROLES, type AdminRole } from '../access/principals.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../language/contract/common.js';
import { contract, type Contract } from '../language/contract/contract.js';
import { AdminId, Count, OneOf } from '../language/fields/index.js';

/** What an operator may do at `version`; consumers keep the highest version they saw. */
export class OperatorAccess {
  @AdminId()
  adminId!: string;

  @Count({ description: 'Grows with each change' })
  version!: number;

  @OneOf(ADMIN_ROLES, { description: 'Role of the operator' })
  role!: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { description: 'Status of the account' })
  status!: AccountStatus;
}

/**
 * Identity tells a service, before it answers a change of an operator's role or status, what the operator may do there
 * from now on.
 */
const operatorAccess = (service: string): Contract<OperatorAccess, null> =>
  contract({
    subject: `${service}.operators.set-access`,
    callers: ['identity'],
    request: OperatorAccess,
    reply: null,
  });

export const setOperatorAccess = operatorAccess('quests');
/** Where operators see to mails. */
export const setMailOperatorAccess = operatorAccess('notifier');
/** Where operators store credentials. */
export const setCredentialOperatorAccess = operatorAccess('integrations');

/** Of all services in which operators write. */
export const OPERATOR_ACCESS = [setOperatorAccess, setMailOperatorAccess, setCredentialOperatorAccess];
