import { contract } from '../contract.js';
import { OperatorAccess } from '../events/event-data.js';

/** Identity tells, before it answers a change of an operator's role or status, what the operator may do from now on. */
export const setOperatorAccess = contract({
  subject: 'quests.operators.set-access',
  callers: ['identity'],
  request: OperatorAccess,
  reply: null,
});

/** The same to the notifier, where operators see to mails. */
export const setMailOperatorAccess = contract({
  subject: 'notifier.operators.set-access',
  callers: ['identity'],
  request: OperatorAccess,
  reply: null,
});

/** The same to the integrations, where operators store credentials. */
export const setCredentialOperatorAccess = contract({
  subject: 'integrations.operators.set-access',
  callers: ['identity'],
  request: OperatorAccess,
  reply: null,
});

/** Of all services in which operators write. */
export const OPERATOR_ACCESS = [setOperatorAccess, setMailOperatorAccess, setCredentialOperatorAccess];
