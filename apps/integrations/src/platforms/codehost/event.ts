import { accountOf, at } from '../../outbound/account.js';

/** Who did what an event of a repository tells; undefined for events that prove nothing. */
export function doerIn(event: string, payload: unknown): string | undefined {
  const person = personIn(event, payload);
  return accountOf(at(person, 'id'), null)?.accountId;
}

function personIn(event: string, payload: unknown): unknown {
  switch (event) {
    case 'star':
      return at(payload, 'action') === 'created' ? at(payload, 'sender') : undefined;
    case 'fork':
    case 'push':
      return at(payload, 'sender');
    // Whoever merges or labels it is the sender.
    case 'pull_request':
      return at(at(payload, 'pull_request'), 'user');
    case 'issues':
      return at(at(payload, 'issue'), 'user');
    default:
      return undefined;
  }
}
