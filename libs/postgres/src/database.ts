import { createHash } from 'node:crypto';
import { AppError } from '@questp/messages/language';
import type { Access } from '@questp/messages/tables';
import { currentContext, failpoint, requireTimeLeft } from '@questp/service';
import type { Pool, PoolClient, QueryArrayResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import { toMember } from './column-names.js';
import { CurrentConnections } from './current-connections.js';
import { isConnectionLost, isOutdated, isRetryable, toAppError } from './database-errors.js';
import { newPool } from './new-pool.js';
import { forgetPool, measurePool } from './pool-metrics.js';
import { SharedConnections } from './shared-connections.js';
import { inStatementSpan } from './statement-spans.js';

/**
 * Runs SQL. Errors of the database become AppErrors if the caller can react to them. Columns become camelCase members;
 * JSON values stay unchanged.
 */
export interface Queries {
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** The first row, if any. */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** Number of rows written. */
  execute(statement: Sql): Promise<number>;
}

/** Queries that commit or roll back together. */
export type Tx = Queries;

/** Throws if the caller has lost the required access; locks the rows that must not change until the end. */
export type Authorize = (tx: Tx, access: Access) => Promise<void>;

export interface DatabaseOptions {
  /** Schema of the service, which is the whole search path. */
  schema: string;
  poolSize: number;
  /** Runs at the start of every transaction of a call whose caller needs permissions. */
  authorize?: Authorize | undefined;
}

/** Connections for statements that wait for each other. */
const MAX_QUICK = 8;
const MAX_STATEMENTS = 1_000;
const statementNames = new Map<string, string>();

/**
 * Every statement is prepared once per connection, under a name made from its text. Texts beyond the first thousand
 * (lists of varying length) get no name, because a connection keeps its prepared statements until it is closed.
 */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= MAX_STATEMENTS) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

/** Runs `work` with a connection of the pool. */
type Lend = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>;

class Statements implements Queries {
  constructor(private readonly lend: Lend) {}

  async rows<Row extends object>(statement: Sql): Promise<Row[]> {
    return toObjects<Row>(await this.run(statement));
  }

  async row<Row extends object>(statement: Sql): Promise<Row | undefined> {
    return toObjects<Row>(await this.run(statement))[0];
  }

  async execute(statement: Sql): Promise<number> {
    return (await this.run(statement)).rowCount ?? 0;
  }

  private run(statement: Sql): Promise<QueryArrayResult<unknown[]>> {
    const text = statement.text;
    return inStatementSpan(text, () =>
      this.lend((client) => {
        sendTogether(client);
        return client.query({ name: statementName(text), text, values: statement.values, rowMode: 'array' });
      }),
    );
  }
}

/**
 * Statements issued in one turn of the event loop are sent in one packet, which saves system calls and wake-ups on both
 * sides.
 */
function sendTogether({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function toObjects<Row extends object>({ fields, rows }: QueryArrayResult<unknown[]>): Row[] {
  const members = fields.map(({ name }) => toMember(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, member] of members.entries()) row[member] = values[index];
    return row as Row;
  });
}

/**
 * PostgreSQL access of one service: a pool, single statements, and transactions. Nest closes it at shutdown. A
 * connection may break after a single statement was executed; the caller then gets SERVICE_UNAVAILABLE and may retry,
 * so writes that must not happen twice belong in a transaction.
 */
export class Database implements Queries {
  readonly pool: Pool;
  readonly schema: string;
  /**
   * For statements that find a few rows by key. Those issued in one turn of the event loop share a connection, at a
   * fraction of the cost. A slow statement delays those behind it.
   */
  readonly quick: Queries;
  private readonly connections: CurrentConnections;
  private readonly direct: Queries;
  private readonly commitListeners: ((tx: Tx) => void)[] = [];

  constructor(
    url: string,
    private readonly options: DatabaseOptions,
  ) {
    this.schema = options.schema;
    this.pool = newPool({
      connectionString: url,
      // Statements are sent when they are issued, without waiting for the previous one.
      pipeline: true,
      max: options.poolSize,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      statement_timeout: 10_000,
      // For a server that does not respond at all.
      query_timeout: 12_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      application_name: options.schema,
      options: `-c search_path=${options.schema} -c timezone=UTC`,
    });
    measurePool(this.pool);
    this.connections = new CurrentConnections(this.pool);
    this.direct = this.single(1);
    this.quick = this.single(MAX_QUICK);
  }

  rows<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.direct.rows<Row>(statement);
  }

  row<Row extends object>(statement: Sql): Promise<Row | undefined> {
    return this.direct.row<Row>(statement);
  }

  execute(statement: Sql): Promise<number> {
    return this.direct.execute(statement);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction and retries it (up to twice) after a deadlock, a serialization failure
   * or an outdated statement, so `work` must have no effect outside the transaction. A COMMIT with an unknown outcome throws
   * UPSTREAM_TIMEOUT. In a call, the transaction starts with `authorize`. A request past its deadline is not started
   * and not committed: SERVICE_UNAVAILABLE.
   * @param lockFirst takes locks before `authorize` takes that of the caller, for transactions of two accounts that need
   *   one order of locks
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>, label = '', lockFirst?: (tx: Tx) => Promise<unknown>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, label, lockFirst);
      } catch (error) {
        if (!isRetryable(error) || attempt === 3) throw toAppError(error);
      }
    }
  }

  /** Called after every commit of this process. */
  onCommit(listener: (tx: Tx) => void): void {
    this.commitListeners.push(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    forgetPool(this.pool);
    await this.pool.end();
  }

  /** Single statements outside of transactions; at most this many at a time share one connection. */
  private single(mostTogether: number): Queries {
    const connections = new SharedConnections(this.connections, mostTogether);
    return new Statements((use) =>
      connections
        .use(use)
        .catch((error: unknown) => {
          if (isOutdated(error)) return connections.use(use);
          throw error;
        })
        .catch(rethrow),
    );
  }

  private async attempt<T>(
    work: (tx: Tx) => Promise<T>,
    label: string,
    lockFirst: ((tx: Tx) => Promise<unknown>) | undefined,
  ): Promise<T> {
    const client = await this.connections.connect();
    let broken: Error | undefined;
    const remember = (error: Error) => (broken = error);
    client.on('error', remember);
    try {
      requireTimeLeft();
      const tx = new Statements((use) => use(client));
      const access = currentContext()?.access;
      sendTogether(client);
      // The first query of `authorize` is sent together with BEGIN. A query of `work` must not be: if BEGIN failed, it
      // would run outside of a transaction.
      const asked: Promise<unknown>[] = [inStatementSpan('BEGIN', () => client.query('BEGIN'))];
      if (lockFirst) {
        await allDone(asked);
        await lockFirst(tx);
      }
      if (access && this.options.authorize) asked.push(this.options.authorize(tx, access));
      await allDone(asked);
      const result = await work(tx);
      requireTimeLeft();
      failpoint('before-commit', label);
      await commit(client);
      for (const listener of this.commitListeners) listener(tx);
      failpoint('after-commit', label);
      return result;
    } catch (error) {
      if (isConnectionLost(error)) broken ??= error;
      this.connections.failed(client, error);
      if (!broken) {
        await inStatementSpan('ROLLBACK', () => client.query('ROLLBACK')).catch((failure: Error) => (broken = failure));
      }
      throw error;
    } finally {
      client.off('error', remember);
      client.release(broken);
    }
  }
}

/** Waits for all promises even if one rejects: none may still use the connection when it returns to the pool. */
async function allDone(work: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function commit(client: PoolClient): Promise<void> {
  const { command } = await inStatementSpan('COMMIT', () => client.query('COMMIT')).catch((error: unknown) => {
    throw isConnectionLost(error) ? new AppError('UPSTREAM_TIMEOUT') : error;
  });
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: an error of a statement was swallowed');
}

function rethrow(error: unknown): never {
  throw toAppError(error);
}
