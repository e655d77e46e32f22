import { connectBriefly, natsServers } from '@questp/broker';
import { errors, type NatsConnection } from '@nats-io/transport-node';

/** Maximum time from the first login to the start of the last. */
const PATIENCE_MS = 60_000;

/**
 * Whether a login took a busy machine longer than the broker waits. The client has the same class for this and for a
 * wrong password.
 */
export const isLoginTimeout = (error: unknown): boolean =>
  error instanceof errors.AuthorizationError && /authentication timeout/i.test(error.message);

/**
 * Opens the connection of a command such as `prepare-broker`, which no supervisor restarts: repeats a login that timed
 * out for up to a minute. Throws an error that names the addresses, the user and the reason of the client, without the
 * password.
 */
export async function connectPatiently(addresses: string, user: string): Promise<NatsConnection> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await connectBriefly(addresses, user);
    } catch (cause) {
      const isSlow = cause instanceof errors.TimeoutError || isLoginTimeout(cause);
      if (isSlow && performance.now() < until) continue;
      const { servers, user: as } = natsServers(addresses);
      const reason = (cause as Error).message;
      throw new Error(`Connecting to NATS at ${servers.join(', ')} as ${as} failed: ${reason}`, { cause });
    }
  }
}
