import { connectClient } from './connect-client.js';
import { sqlState } from './database-errors.js';

/** Settings that the role stored for its later sessions, here or in every database; each role may do so. */
export const OWN_SETTINGS = `
  SELECT string_agg(setting, ', ' ORDER BY setting) FROM pg_db_role_setting, unnest(setconfig) setting
  WHERE setrole = current_user::regrole
    AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** Options that take precedence over these settings, which could prevent their reset. */
const SESSION = '-c default_transaction_read_only=off -c statement_timeout=10000 -c local_preload_libraries=';

/**
 * Resets the settings that the role of this URL stored for its later sessions, and returns them. Throws a sentence for
 * a wrong password, because a role can change its own.
 */
export async function resetOwnSettings(databaseUrl: string): Promise<string | null> {
  const client = await connectClient(databaseUrl, SESSION).catch((error: Error) => {
    // invalid_password
    if (sqlState(error.cause) !== '28P01') throw error;
    throw new Error('The password in DATABASE_URL is not the one of its role: a superuser sets it by ALTER ROLE', {
      cause: error,
    });
  });
  try {
    const { rows } = await client.query<{ settings: string | null }>(`SELECT (${OWN_SETTINGS}) AS settings`);
    const settings = rows[0]?.settings ?? null;
    if (settings !== null) {
      await client.query('ALTER ROLE CURRENT_USER RESET ALL');
      const database = client.escapeIdentifier(client.database ?? '');
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} RESET ALL`);
    }
    return settings;
  } finally {
    await client.end();
  }
}
