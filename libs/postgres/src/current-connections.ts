import type { Pool, PoolClient } from 'pg';
import { isOutdated } from './database-errors.js';

/**
 * Connections of a pool without outdated statements. A connection keeps its prepared statements until it is closed;
 * when a migration has outdated one of them, every connection that was opened before is closed in place of its next
 * use.
 */
export class CurrentConnections {
  private readonly openedIn = new WeakMap<PoolClient, number>();
  private period = 0;

  constructor(private readonly pool: Pool) {
    pool.on('connect', (client) => this.openedIn.set(client, this.period));
  }

  async connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.pool.connect();
      if (this.openedIn.get(client) === this.period) return client;
      client.release(true);
    }
  }

  /** Called with every error of a statement; errors of one migration begin one period. */
  failed(client: PoolClient, error: unknown): void {
    if (isOutdated(error) && this.openedIn.get(client) === this.period) this.period += 1;
  }
}
