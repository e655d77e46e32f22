import type { Client } from 'pg';

interface Found {
  /** -1: no limit. */
  limit: number;
  /** Sum of the limits of all roles with a limit. */
  limits: number;
  /** Connections of the server that are not reserved for superusers. */
  available: number;
  /** Other databases that the role may connect to. */
  databases: string[];
  locks: boolean;
  largeObjects: boolean;
}

const FOUND = `
  SELECT rolconnlimit AS limit,
    (SELECT coalesce(sum(rolconnlimit), 0)::int FROM pg_roles WHERE rolcanlogin AND rolconnlimit > 0) AS limits,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) AS available,
    ARRAY(SELECT datname::text FROM pg_database WHERE datallowconn AND datname <> current_database()
      AND has_database_privilege(r.oid, pg_database.oid, 'CONNECT') ORDER BY datname) AS databases,
    has_function_privilege(r.oid, 'pg_advisory_lock(bigint)', 'EXECUTE') AS locks,
    has_function_privilege(r.oid, 'lo_create(oid)', 'EXECUTE') AS "largeObjects"
  FROM pg_roles r WHERE rolname = $1`;

/**
 * Warnings about what the role of a service could do to other services if it were stolen, and that a superuser can
 * prevent (docs/guides/containers.md).
 */
export async function openRights(client: Client, role: string): Promise<string[]> {
  const { rows } = await client.query<Found>(FOUND, [role]);
  return rows.flatMap(({ limit, limits, available, databases, locks, largeObjects }) => [
    ...(limit < 0 ? [`The role ${role} has no CONNECTION LIMIT: it can take every connection of the server`] : []),
    ...(limits > available
      ? [`The roles may have ${limits} connections together, but the server has ${available}: raise max_connections`]
      : []),
    ...(databases.length > 0 ? [`The role ${role} may connect to other databases: ${databases.join(', ')}`] : []),
    ...(locks ? [`The role ${role} may take advisory locks: run docker/close-database.sql`] : []),
    ...(largeObjects ? [`The role ${role} may make large objects: run docker/close-database.sql`] : []),
  ]);
}
