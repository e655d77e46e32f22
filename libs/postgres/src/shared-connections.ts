import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from './database-errors.js';

interface Lease {
  client: Promise<PoolClient>;
  /** Statements that are running or waiting for a connection. */
  users: number;
  broken: Error | undefined;
}

/**
 * Shares connections of a pool between single statements: those issued in one turn of the event loop, or while all
 * connections are in use, are sent together over one connection, up to a maximum.
 */
export class SharedConnections {
  /** Not connected yet, with room for more statements. */
  private open: Lease | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly mostTogether: number,
  ) {}

  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const lease = (this.open ??= { client: this.pool.connect(), users: 0, broken: undefined });
    lease.users += 1;
    if (lease.users === this.mostTogether) this.open = undefined;
    let client: PoolClient;
    try {
      client = await lease.client;
    } finally {
      if (this.open === lease) this.open = undefined;
    }
    try {
      return await work(client);
    } catch (error) {
      if (isConnectionLost(error)) lease.broken ??= error;
      throw error;
    } finally {
      lease.users -= 1;
      if (lease.users === 0) client.release(lease.broken);
    }
  }
}
