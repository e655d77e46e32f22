import { readFileSync } from 'node:fs';
import { startTestServers } from '@questp/local-stack';
import { NO_LIMITS } from '@questp/players';
import { startPlatform, workspaceRoot, type PlatformOptions, type TestPlatform } from '@questp/testing';
import { Client } from 'pg';
import type { Effort } from '../load/compare.js';
import { childrenOf, cpuOf, cpuOfFamily, parentOf, type CpuTimes } from '../load/cpu.js';
import type { Shot } from '../load/fire.js';
import { peakOf, residentOf } from '../load/memory.js';
import { machine } from './machine.js';

export interface BenchPlatformOptions extends Pick<PlatformOptions, 'replicas' | 'env'> {
  /** Commits wait for the disk, on a PostgreSQL and a nats-server of this platform alone. */
  durable?: boolean;
}

/** A platform for the benchmark alone: real processes, own database, own nats-server. */
export interface BenchPlatform extends Pick<TestPlatform, 'admin' | 'database' | 'nats' | 'add'> {
  /** Of the gateway, without a path. */
  url: string;
  databaseUrl: string;
  /** On the platform's database, as the superuser. */
  client: Client;
  send(method: 'GET' | 'POST', shot: Shot): Promise<Response>;
  /** CPU time so far of all replicas of each service, of nats-server, PostgreSQL and the load generator. */
  cpu(): CpuTimes;
  /** The same of the parts that a baseline uses as well. */
  sharedCpu(): CpuTimes;
  /** Memory of a process of each service now, in MB. */
  memory(): Record<string, number>;
  /** Peak memory so far. */
  peaks(): Record<string, number>;
  /** Describes the machine and the servers, one sentence each. */
  describe(effort: Effort): string;
}

/** Uses TEST_DATABASE_URL and TEST_NATS_SERVER where both are given, as the tests do; starts its own otherwise. */
export async function withBenchPlatform<T>(
  { replicas = {}, durable = false, env = {} }: BenchPlatformOptions = {},
  work: (platform: BenchPlatform) => Promise<T>,
): Promise<T> {
  const given = process.env['TEST_DATABASE_URL'] && process.env['TEST_NATS_SERVER'] && !durable;
  const servers = given ? undefined : await startTestServers(workspaceRoot, { durable });
  const environment = { ...process.env };
  Object.assign(process.env, servers?.env);
  try {
    const platform = await startPlatform({ replicas, env: { ...NO_LIMITS, CHECK_REPLIES: 'false', ...env } });
    const client = new Client({ connectionString: platform.database.url });
    try {
      await client.connect();
      return await work(await benchPlatform(platform, client));
    } finally {
      await client.end();
      await platform.stop();
    }
  } finally {
    await servers?.stop();
    process.env = environment;
  }
}

async function benchPlatform(platform: TestPlatform, client: Client): Promise<BenchPlatform> {
  const { rows } = await client.query<{ pid: number; version: string; fsync: string }>(
    `SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version, current_setting('fsync') AS fsync`,
  );
  const { pid = 0, version, fsync } = rows[0] ?? {};
  const postmaster = parentOf(pid);
  const url = platform.gatewayUrls[0] as string;
  const { admin, database, nats, add, services } = platform;
  return {
    url,
    databaseUrl: database.url,
    client,
    admin,
    database,
    nats,
    add,
    send: (method, { path, headers = {} }) => fetch(`${url}${path}`, { method, headers }),
    cpu: () => ({ ...servicesCpu(platform), ...sharedCpu(postmaster) }),
    sharedCpu: () => sharedCpu(postmaster),
    memory: () => perService(services, (one) => residentOf(one.pid), Math.max),
    peaks: () => perService(services, (one) => peakOf(one.pid), Math.max),
    describe: (effort) => `${machine(effort)} PostgreSQL ${version}, fsync ${fsync}.`,
  };
}

function perService(
  services: TestPlatform['services'],
  valueOf: (service: TestPlatform['services'][number]) => number,
  join: (a: number, b: number) => number,
): Record<string, number> {
  const values: Record<string, number> = {};
  for (const service of services) values[service.name] = join(values[service.name] ?? 0, valueOf(service));
  return values;
}

function servicesCpu({ services }: TestPlatform): CpuTimes {
  const nats = childrenOf(process.pid).filter((pid) => programOf(pid).startsWith('nats-server'));
  return {
    ...perService(
      services,
      ({ pid }) => cpuOf(pid),
      (a, b) => a + b,
    ),
    'nats-server': nats.reduce((sum, pid) => sum + cpuOf(pid), 0),
  };
}

const sharedCpu = (postmaster: number): CpuTimes => ({
  postgresql: cpuOfFamily(postmaster),
  'load generator': cpuOf(process.pid),
});

const programOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8');
