import { Pool, type PoolConfig } from 'pg';

/**
 * A pool that outlives the end of its connections: whoever uses one gets an error, the next use makes a new one. pg
 * listens to idle connections alone; one that ends as it passes from one user to the next would end the process.
 */
export function newPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
