import { accountOf, at } from '../../description/account.js';

/** The members of an event that `authorIn` reads. */
export const AUTHOR_PATHS = [
  ['action'],
  ['sender', 'id'],
  ['pull_request', 'user', 'id'],
  ['issue', 'user', 'id'],
] as const;

/** Returns the account id of the author of the action; undefined for events that no quest asks for. */
export function authorIn(event: string, payload: unknown): string | undefined {
  return accountOf(at(personIn(event, payload), 'id'), null)?.accountId;
}

function personIn(event: string, payload: unknown): unknown {
  switch (event) {
    case 'star':
      return at(payload, 'action') === 'created' ? at(payload, 'sender') : undefined;
    case 'fork':
    case 'push':
      return at(payload, 'sender');
    // The sender is the account that merged or labelled it.
    case 'pull_request':
      return at(at(payload, 'pull_request'), 'user');
    case 'issues':
      return at(at(payload, 'issue'), 'user');
    default:
      return undefined;
  }
}
