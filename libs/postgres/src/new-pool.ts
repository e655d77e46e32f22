import { Client, Pool, type ClientConfig, type DatabaseError, type PoolConfig } from 'pg';

const REMEMBERED_MS = 10_000;

/** When PostgreSQL last refused this process a connection because it has none left, and what it said. */
let refusal = { at: -Infinity, message: '' };

/** What PostgreSQL said when it had no connection left for a pool of this process within the last seconds. */
export const lackOfConnections = (): string | undefined =>
  performance.now() - refusal.at < REMEMBERED_MS ? refusal.message : undefined;

class PooledClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.connection.on('errorMessage', (error: DatabaseError) => {
      // too_many_connections, of the role or of the server
      if (error.code === '53300') refusal = { at: performance.now(), message: error.message };
    });
  }
}

/**
 * A pool that outlives the end of its connections: whoever uses one gets an error, the next use makes a new one. pg
 * listens to idle connections alone; one that ends as it passes from one user to the next would end the process.
 */
export function newPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, Client: PooledClient });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
