import type { Client } from 'pg';
import { connectClient } from './connect-client.js';
import { ANNOUNCE_MIGRATION_WAIT } from './migration-waits.js';

const LOOK_MS = 100;

interface Holder {
  pid: number;
  role: string | null;
  application: string | null;
  /** When its statement began; null: not visible to the owner. */
  since: Date | null;
}

/** Without the text of the statement, which may contain data. */
const HOLDERS = `
  SELECT a.pid, a.usename AS role, a.application_name AS application, a.query_start AS since
  FROM unnest(pg_blocking_pids($1)) b JOIN pg_stat_activity a ON a.pid = b`;

/**
 * Finds out, in a separate session, which sessions block another one, and signals long-running readers that a migration
 * waits, until it is closed.
 */
export class LockHolders {
  private last: Holder[] = [];
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly client: Client) {}

  static async watch(databaseUrl: string, pid: number): Promise<LockHolders> {
    const client = await connectClient(databaseUrl);
    await client.query(ANNOUNCE_MIGRATION_WAIT);
    const holders = new LockHolders(client);
    holders.lookAt(pid);
    return holders;
  }

  /** A sentence about the sessions that blocked last. */
  sentence(): string {
    if (this.last.length === 0) return 'A lock was not granted';
    const names = this.last.map(({ pid, role, application, since }) => {
      const parts = [role, application, since && `its statement runs since ${since.toISOString()}`];
      return `pid ${pid} (${parts.filter((part) => part !== null && part !== '').join(', ')})`;
    });
    return `A lock is held by ${names.join('; ')}`;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.client.end();
  }

  private lookAt(pid: number): void {
    this.timer = setTimeout(() => {
      void this.client.query<Holder>(HOLDERS, [pid]).then(
        ({ rows }) => {
          if (rows.length > 0) this.last = rows;
          this.lookAt(pid);
        },
        () => undefined,
      );
    }, LOOK_MS);
  }
}
