import { contract, type Contract } from '../contract.js';
import { OperatorAccess } from '../events/event-data.js';

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
