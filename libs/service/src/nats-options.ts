import { inboxPrefix, natsServers } from '@questp/broker';

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
  pingInterval: 10_000,
});
