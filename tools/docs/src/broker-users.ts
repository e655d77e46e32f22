import { accountsConfiguration, permissionsConfiguration } from '@questp/broker';

/** The environment variable of nats-server with the password of a user. */
const passwordVariable = (user: string): string => `${user.toUpperCase().replaceAll('-', '_')}_NATS_PASSWORD`;

/** docker/nats-users.conf: what an operator includes in the configuration of nats-server. */
export function brokerUsersFile(): string {
  return `# Made by tools/docs from the contracts and events; do not edit. See docs/guides/containers.md.

${permissionsConfiguration()}
accounts: {
${accountsConfiguration({ passwordOf: (user) => `$${passwordVariable(user)}` })}}
`;
}
