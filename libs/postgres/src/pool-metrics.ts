import { Gauge, metrics } from '@questp/service';
import type { Pool } from 'pg';

const pools = new Set<Pool>();

const sum = (of: (pool: Pool) => number): number => [...pools].reduce((total, pool) => total + of(pool), 0);

/** Reads the state of the pools when metrics are requested. */
const gauge = (name: string, help: string, of: (pool: Pool) => number): Gauge =>
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(sum(of));
    },
  });

gauge(
  'questp_db_pool_used',
  'Connections to PostgreSQL that are in use',
  ({ totalCount, idleCount }) => totalCount - idleCount,
);
gauge('questp_db_pool_size', 'Connections to PostgreSQL this process may have', ({ options }) => options.max);
gauge(
  'questp_db_pool_waiting',
  'Statements and transactions that wait for a connection; alert when it stays above 0',
  ({ waitingCount }) => waitingCount,
);

/** Includes the pool until `forgetPool`. */
export const measurePool = (pool: Pool) => pools.add(pool);

export const forgetPool = (pool: Pool) => pools.delete(pool);
