import { BROKER_USERS, permissionsOf } from './permissions.js';

/** The users of one account, as nats-server's configuration has them. */
export interface UsersConfiguration {
  /** Belongs to the top of the file: what each user may do, under a name that `users` refers to. */
  permissions: string;
  /** The list of users. `nameOf` tells the users of several accounts apart. */
  users: (passwordOf: (user: string) => string, nameOf?: (user: string) => string) => string;
}

const quoted = (subjects: string[]): string => subjects.map((subject) => JSON.stringify(subject)).join(', ');

const variableOf = (user: string): string => `${user.replaceAll('-', '_')}_permissions`;

/**
 * Every user of the broker with what it may send and hear. `passwordOf` gives what stands in the file: a text in quotes,
 * or the name of a variable of the server's environment after a `$`.
 */
export function usersConfiguration(): UsersConfiguration {
  const permissions = BROKER_USERS.map((user) => {
    const { publish, subscribe } = permissionsOf(user);
    return `${variableOf(user)}: {
  publish: { allow: [${quoted(publish)}] }
  subscribe: { allow: [${quoted(subscribe)}] }
  # Who was asked may answer, once.
  allow_responses: true
}
`;
  }).join('');
  return {
    permissions,
    users: (passwordOf, nameOf = (user) => user) =>
      BROKER_USERS.map(
        (user) =>
          `    { user: ${JSON.stringify(nameOf(user))}, password: ${passwordOf(user)}, permissions: $${variableOf(user)} }`,
      ).join('\n'),
  };
}
