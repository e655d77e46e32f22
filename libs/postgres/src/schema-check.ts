import type { Pool } from 'pg';
import { isConnectionLost, sqlState } from './database-errors.js';
import { lackOfConnections, newPool } from './new-pool.js';
import { neededVersions, requireVersions, type NeededVersions } from './schema-versions.js';

/** Well below the timeout of readiness. */
const ANSWER_MS = 1_500;
/** A changed password shows only on a new connection. */
const CONNECTION_SECONDS = 10;

/**
 * Checks over a separate connection whether the service can use its tables: a busy pool is no outage, but a refused
 * connection is.
 */
export class SchemaCheck {
  private readonly pool: Pool;
  /** Read once: the files belong to the program. */
  private needed: NeededVersions | undefined;

  /** `directory` has the service's own migrations. */
  constructor(
    url: string,
    private readonly schema: string,
    private readonly directory: string,
  ) {
    this.pool = newPool({
      connectionString: url,
      max: 1,
      maxLifetimeSeconds: CONNECTION_SECONDS,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      statement_timeout: ANSWER_MS,
      options: `-c search_path=${schema}`,
    });
  }

  /** Throws the problem as a sentence. */
  async require(): Promise<void> {
    try {
      this.needed ??= await neededVersions(this.directory);
      await requireVersions(this.pool, this.needed);
    } catch (error) {
      throw new Error(this.sentenceOf(error), { cause: error });
    }
    const refused = lackOfConnections();
    if (refused !== undefined) throw new Error(noConnectionLeft(refused));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private sentenceOf(error: unknown): string {
    const state = sqlState(error) ?? '';
    const message = error instanceof Error ? error.message : String(error);
    // invalid_authorization_specification
    if (state.startsWith('28')) return 'The database in DATABASE_URL refuses the role or its password';
    // invalid_catalog_name
    if (state === '3D000') return 'There is no database of the name in DATABASE_URL';
    // too_many_connections
    if (state === '53300') return noConnectionLeft(message);
    // undefined_table, invalid_schema_name
    if (state === '42P01' || state === '3F000') return `The schema ${this.schema} lacks its tables: run migrate`;
    // insufficient_privilege
    if (state === '42501') return `The role in DATABASE_URL lacks its rights on ${this.schema}: run migrate`;
    if (isConnectionLost(error)) return `The database in DATABASE_URL cannot be reached: ${message || state}`;
    return message;
  }
}

const noConnectionLeft = (message: string): string => `PostgreSQL has no connection left for this service: ${message}`;
