import { Client, Pool, type ClientConfig, type DatabaseError, type PoolConfig } from 'pg';

const REMEMBERED_MS = 10_000;

/** When PostgreSQL last refused a connection because none was left, and its message. */
let refusal = { at: -Infinity, message: '' };

/** The message with which PostgreSQL refused a connection for lack of connections within the last seconds. */
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
 * A pool that survives the end of its connections: the current user gets an error, and the next use opens a new one. pg
 * itself listens only to idle connections; without this, a connection that ends between two users would end the
 * process.
 */
export function newPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, Client: PooledClient });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
