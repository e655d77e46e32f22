import { usersConfiguration } from '@questp/broker';

/** The variable of nats-server's environment that has the password of a user. */
const passwordVariable = (user: string): string => `${user.toUpperCase().replaceAll('-', '_')}_NATS_PASSWORD`;

/** docker/nats-users.conf: what whoever runs the platform includes in the configuration of nats-server. */
export function brokerUsersFile(): string {
  const { permissions, users } = usersConfiguration();
  return `# Made by tools/docs from the contracts and events; do not edit. See README.md in this folder.

${permissions}
authorization: {
  users: [
${users((user) => `$${passwordVariable(user)}`)}
  ]
}
`;
}
