/** `<scheme>://<user>:<password>@<host>`, all but the host as one likes. */
const ADDRESS = /^(?<scheme>[a-z+]+:\/\/)?(?:(?<user>[^:@/]*)(?::(?<pass>[^@/]*))?@)?(?<host>.+)$/i;

export interface NatsServers {
  servers: string[];
  user?: string;
  pass?: string;
}

/**
 * The servers of NATS_URL (comma-separated) as the client takes them: it knows one user for all of them and looks for
 * none in their addresses. Throws, without naming them, when the addresses have different users.
 */
export function natsServers(addresses: string): NatsServers {
  const parts = addresses.split(',').map((address) => ADDRESS.exec(address.trim())?.groups ?? {});
  const [credentials = {}, ...others] = parts.map(credentialsOf);
  if (others.some((other) => other.user !== credentials.user || other.pass !== credentials.pass)) {
    throw new Error('The servers of NATS_URL must have the same user and password');
  }
  return { servers: parts.map(({ scheme = '', host = '' }) => scheme + host), ...credentials };
}

function credentialsOf({ user, pass }: Partial<Record<string, string>>): Omit<NatsServers, 'servers'> {
  return {
    ...(user === undefined ? {} : { user: decodeURIComponent(user) }),
    ...(pass === undefined ? {} : { pass: decodeURIComponent(pass) }),
  };
}

/** A broker that answers neither of two pings in a row is given up after three of these, and tried anew. */
const PING_MS = 500;
/** For a server that takes the connection and says nothing. */
const HANDSHAKE_MS = 2_000;

/** Options of every NATS connection: wait for the broker at start, never give up on it later. */
export const natsOptions = (addresses: string, name: string) => ({
  ...natsServers(addresses),
  name,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  waitOnFirstConnect: true,
  maxPingOut: 2,
  pingInterval: PING_MS,
  timeout: HANDSHAKE_MS,
});
