import { readFileSync } from 'node:fs';
import { startTestServers } from '@questp/local-stack';
import { startPlatform, workspaceRoot, type TestPlatform } from '@questp/testing';
import { Client } from 'pg';
import { childrenOf, cpuOf, cpuOfFamily, parentOf, type CpuTimes } from './load/cpu.js';

/** Rate limits of the gateway out of the way: one address and few principals send everything. */
export const RAISED_LIMITS = Object.fromEntries(
  ['PRINCIPAL', 'PRINCIPAL_WRITES', 'ADDRESS', 'ANONYMOUS', 'CHALLENGE', 'VERIFY'].map((name) => [
    `LIMIT_${name}`,
    '100000000',
  ]),
);

/** A platform for the benchmark alone: real processes, own database, own nats-server. */
export interface BenchPlatform {
  /** Of the gateway, without a path. */
  url: string;
  databaseUrl: string;
  /** CPU time so far of each service, of nats-server, PostgreSQL and the load generator. */
  cpu(): CpuTimes;
  /** The same of the parts that a baseline uses as well. */
  sharedCpu(): CpuTimes;
  /** Most memory of each service so far, in MB. */
  peaks(): Record<string, number>;
  stop(): Promise<void>;
}

/** Uses TEST_DATABASE_URL and TEST_NATS_SERVER where both are given, as the tests do; starts its own otherwise. */
export async function startBenchPlatform(): Promise<BenchPlatform> {
  const given = process.env['TEST_DATABASE_URL'] && process.env['TEST_NATS_SERVER'];
  const servers = given ? undefined : await startTestServers(workspaceRoot);
  Object.assign(process.env, servers?.env);
  try {
    const platform = await startPlatform({ env: { ...RAISED_LIMITS, CHECK_REPLIES: 'false' } });
    const postmaster = await postmasterOf(platform.database.url);
    return {
      url: platform.gatewayUrls[0] as string,
      databaseUrl: platform.database.url,
      cpu: () => ({ ...servicesCpu(platform), ...sharedCpu(postmaster) }),
      peaks: () => Object.fromEntries(platform.services.map(({ name, pid }) => [name, peakOf(pid)])),
      sharedCpu: () => sharedCpu(postmaster),
      stop: async () => {
        await platform.stop();
        await servers?.stop();
      },
    };
  } catch (error) {
    await servers?.stop();
    throw error;
  }
}

function servicesCpu({ services }: TestPlatform): CpuTimes {
  const nats = childrenOf(process.pid).filter((pid) => programOf(pid).startsWith('nats-server'));
  return {
    ...Object.fromEntries(services.map(({ name, pid }) => [name, cpuOf(pid)])),
    'nats-server': nats.reduce((sum, pid) => sum + cpuOf(pid), 0),
  };
}

const sharedCpu = (postmaster: number): CpuTimes => ({
  postgresql: cpuOfFamily(postmaster),
  'load generator': cpuOf(process.pid),
});

/** proc(5): the most resident memory a process had, in MB. */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const programOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8');

/** The server process of a database on this machine. */
async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0]?.pid ?? 0);
  } finally {
    await client.end();
  }
}
