import { once } from 'node:events';
import { addAbortSignal } from 'node:stream';
import { AppError } from '@questp/messages/language';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import type { Sql } from 'sql-template-tag';
import { toMember } from './column-names.js';
import { toAppError } from './database-errors.js';
import { MIGRATION_WAITS } from './migration-waits.js';
import { newPool } from './new-pool.js';

const SETTINGS = [
  'timezone=UTC',
  // No statement timeout, whatever the default of the database.
  'statement_timeout=0',
  // Milliseconds after which the work for a dead connection ends.
  'client_connection_check_interval=1000',
  // Milliseconds after which the work for a live process that reads nothing ends.
  'tcp_user_timeout=300000',
  // No parallel workers for readers: writers need them.
  'max_parallel_workers_per_gather=0',
  // Prefers an index in the requested order: sorting takes less time in total, but returns the first row late.
  'enable_sort=off',
  // Sums of 100,000 earners at a moment fit into memory; on disk the first row came a sixth later.
  'work_mem=16MB',
];

/** `options` of its connections. */
export const COPY_SETTINGS = SETTINGS.map((one) => `-c ${one}`).join(' ');

/** Well below the lock timeout of a migration, so that its next try succeeds. */
const LOOK_MS = 250;
const RETRY_SECONDS = 10;

/** Error while a migration waits for a table: running exports end, and new ones are refused. */
export class MigrationWaits extends AppError {
  constructor() {
    super('SERVICE_UNAVAILABLE', { retryAfter: RETRY_SECONDS, detail: 'The tables are being upgraded.' });
  }
}

export interface CopyOptions {
  /** Schema of the service, which is the whole search path. */
  schema: string;
  poolSize: number;
}

export interface Copied<Admission> {
  /** `rowCount` is set at its end. */
  rows: CopyToStreamQuery;
  admission: Admission;
}

/**
 * Exports of any size, as CSV written by PostgreSQL, over dedicated connections. If the reader disconnects, the
 * connection is closed and the server ends its work within a second, also when this process is gone. There is no total
 * time limit: the caller decides when a reader is too slow. While a migration waits for a table, all exports end,
 * because every other statement would queue behind it.
 */
export class CopyOut {
  private readonly pool: Pool;
  private readonly running = new Set<CopyToStreamQuery>();
  private looking: NodeJS.Timeout | undefined;

  constructor(url: string, { schema, poolSize }: CopyOptions) {
    this.pool = newPool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 3_000,
      lock_timeout: 5_000,
      application_name: `${schema} copy`,
      options: `-c search_path=${schema} ${COPY_SETTINGS}`,
    });
  }

  /**
   * Streams the rows of a statement with a header, each ended by LF, from one snapshot; resolves when the first rows
   * have arrived. Read it to the end or destroy it. Errors of the database are errors of the stream.
   * @param admit returns one row in the same snapshot, which says whether the rows may be read; its locks are held
   * until the end
   * @param signal aborts the work when the caller has gone
   * @returns undefined when `admit` refuses
   * @throws AppError SERVICE_UNAVAILABLE while the database is unreachable or a migration waits
   */
  async open<Admission extends { admitted: boolean }>(
    statement: Sql,
    admit: Sql,
    signal: AbortSignal,
  ): Promise<Copied<Admission> | undefined> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw toAppError(error);
    });
    let rows: CopyToStreamQuery | undefined;
    try {
      if (await migrationWaits(client)) throw new MigrationWaits();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const { rows: answers } = await client.query<Record<string, unknown>>(textOf(admit));
      const admission = Object.fromEntries(
        Object.entries(answers[0] ?? {}).map(([name, value]) => [toMember(name), value]),
      );
      if (admission['admitted'] !== true) {
        giveBack(client, 'ROLLBACK');
        return undefined;
      }
      rows = client.query(copyTo(`COPY (${inlined(statement)}) TO STDOUT (FORMAT csv, HEADER)`));
      this.endWith(rows, client);
      addAbortSignal(signal, rows);
      await once(rows, 'readable');
      return { rows, admission: admission as Admission };
    } catch (error) {
      if (rows === undefined) giveBack(client, 'ROLLBACK');
      else rows.destroy();
      throw toAppError(error);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private endWith(rows: CopyToStreamQuery, client: PoolClient): void {
    this.running.add(rows);
    this.look();
    rows.once('close', () => {
      this.running.delete(rows);
      if (rows.readableEnded) giveBack(client, 'COMMIT');
      else client.release(true);
    });
  }

  /** Runs again and again while an export is running. */
  private look(): void {
    this.looking ??= setTimeout(() => {
      void this.giveWay().finally(() => {
        this.looking = undefined;
        if (this.running.size > 0) this.look();
      });
    }, LOOK_MS);
  }

  private async giveWay(): Promise<void> {
    // If there is no connection, the next round tries again.
    if (!(await migrationWaits(this.pool).catch(() => false))) return;
    for (const rows of this.running) rows.destroy(new MigrationWaits());
  }
}

async function migrationWaits(queries: Pool | PoolClient): Promise<boolean> {
  const { rows } = await queries.query<{ waits: boolean }>(MIGRATION_WAITS);
  return rows[0]?.waits === true;
}

function giveBack(client: PoolClient, end: 'COMMIT' | 'ROLLBACK'): void {
  client.query(end).then(
    () => client.release(),
    () => client.release(true),
  );
}

const textOf = ({ text, values }: Sql) => ({ text, values });

/** COPY takes no parameters. */
const inlined = ({ strings, values }: Sql): string =>
  strings.reduce((text, part, index) => text + literal(values[index - 1]) + part);

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') throw new TypeError('A copy takes texts and null');
  return escapeLiteral(value);
}
