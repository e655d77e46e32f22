import { Client } from 'pg';
import { sqlState } from './database-errors.js';

/** As long as PostgreSQL itself waits for a login (authentication_timeout), which a busy machine can delay. */
const LOGIN_MS = 60_000;

/**
 * Opens the connection of a command such as `migrate`, which no supervisor restarts. Throws an error that names the
 * address, the role and the reason of the driver, without the password. If the connection ends later, the next query
 * fails.
 *
 * @param options settings of the session
 */
export async function connectClient(connectionString: string, options?: string): Promise<Client> {
  const client = new Client({ connectionString, connectionTimeoutMillis: LOGIN_MS, options });
  client.on('error', () => undefined);
  await client.connect().catch((cause: Error) => {
    const { host, port, user } = client;
    // A host with several addresses fails with an error that has a code and no message.
    const reason = cause.message || sqlState(cause);
    throw new Error(`Connecting to PostgreSQL at ${host}:${port} as ${user} failed: ${reason}`, { cause });
  });
  return client;
}
