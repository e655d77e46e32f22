import { connect, type NatsConnection } from '@nats-io/transport-node';
import { inboxPrefix } from './permissions.js';

/** `<scheme>://<user>:<password>@<host>`; all parts except the host are optional. */
const ADDRESS =
  /^(?<scheme>(?:nats|tls):\/\/)?(?:(?<user>[^:@/]*)(?::(?<pass>[^@/]*))?@)?(?<host>(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?)\/?$/i;

export interface NatsServers {
  servers: string[];
  user?: string;
  pass?: string;
  /** Requires TLS. NODE_EXTRA_CA_CERTS adds a certificate authority. */
  tls?: object;
}

/**
 * Parses NATS_URL (comma-separated) for the client, which takes one user for all servers and reads neither user nor TLS
 * from URLs. Throws, without the value, for an invalid URL and for different users.
 */
export function natsServers(addresses: string): NatsServers {
  const parts = addresses.split(',').map((address) => {
    const groups = ADDRESS.exec(address.trim())?.groups;
    if (groups === undefined) throw new Error('NATS_URL must be a list of nats://<user>:<password>@<host>:<port>');
    return groups;
  });
  const [credentials = {}, ...others] = parts.map(credentialsOf);
  if (others.some((other) => other.user !== credentials.user || other.pass !== credentials.pass)) {
    throw new Error('The servers of NATS_URL must have the same user and password');
  }
  const encrypted = parts.some(({ scheme }) => scheme?.toLowerCase() === 'tls://');
  return {
    servers: parts.map(({ scheme = '', host = '' }) => scheme + host),
    ...credentials,
    ...(encrypted ? { tls: {} } : {}),
  };
}

function credentialsOf({ user, pass }: Partial<Record<string, string>>): Pick<NatsServers, 'user' | 'pass'> {
  return {
    ...(user === undefined ? {} : { user: decodeURIComponent(user) }),
    ...(pass === undefined ? {} : { pass: decodeURIComponent(pass) }),
  };
}

/** A short-lived connection as this user. Throws when the broker is unreachable or refuses it. */
export const connectBriefly = (addresses: string, user: string): Promise<NatsConnection> =>
  connect({ ...natsServers(addresses), inboxPrefix: inboxPrefix(user), timeout: 5_000, maxReconnectAttempts: 0 });
