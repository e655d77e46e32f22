import type { PoolClient } from 'pg';
import type { CurrentConnections } from './current-connections.js';
import { isConnectionLost, isOutdated } from './database-errors.js';

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
    private readonly connections: CurrentConnections,
    private readonly mostTogether: number,
  ) {}

  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const lease = (this.open ??= { client: this.connections.connect(), users: 0, broken: undefined });
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
      this.connections.failed(client, error);
      // The one that is being opened may be of the same age.
      if (isOutdated(error)) this.open = undefined;
      throw error;
    } finally {
      lease.users -= 1;
      if (lease.users === 0) client.release(lease.broken);
    }
  }
}
