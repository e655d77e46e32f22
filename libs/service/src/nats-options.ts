import { inboxPrefix, natsServers } from '@questp/broker';

/** A broker that answers neither of two pings in a row is given up after three of these, and tried anew. */
const PING_MS = 500;
/** For a server that takes the connection and says nothing. */
const HANDSHAKE_MS = 2_000;

/**
 * Options of every NATS connection: wait for the broker at start, never give up on it later, also when it refuses the
 * password for a while because that is being changed.
 */
export const natsOptions = (addresses: string, name: string) => ({
  ...natsServers(addresses),
  name,
  inboxPrefix: inboxPrefix(name),
  ignoreAuthErrorAbort: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  waitOnFirstConnect: true,
  maxPingOut: 2,
  pingInterval: PING_MS,
  timeout: HANDSHAKE_MS,
});
