import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  launchNatsServer,
  prepareAccounts,
  suitesConfiguration,
  randomPassword,
  type ManagedProcess,
} from '@questp/testing';
import { localDirectory, memoryDirectory } from '../directories.js';
import { locateNatsServer } from '../nats/binary.js';
import { startCluster } from '../postgres/cluster.js';
import { preparePostgresPrograms } from '../postgres/programs.js';
import { step } from '../progress.js';
import { alreadyTesting, RUN_FILE, TEST_DIRECTORY } from './already-running.js';
import { RunRecord } from '../processes/run-record.js';
import { SentenceError } from '../sentence-error.js';

export interface TestServers {
  /** For the suites; see testEnvironment of @questp/testing. */
  env: { TEST_DATABASE_URL: string; TEST_NATS_SERVER: string; TEST_NATS_URL: string };
  /** Records a process group of this test run, so that the next run can stop it should this one be killed. */
  record(name: string, pid: number): void;
  /** Stops both servers and removes their data. */
  stop(): Promise<void>;
}

/**
 * One PostgreSQL and one nats-server, of this test run alone: every suite has a database and an account there.
 *
 * @param options `durable`: commits wait for the disk; `inMemory`: data is in memory where the machine has room for it
 */
export async function startTestServers(root: string, { durable = false, inMemory = false } = {}): Promise<TestServers> {
  const directory = join(localDirectory(root), TEST_DIRECTORY);
  mkdirSync(directory, { recursive: true });
  const record = await RunRecord.claim(join(directory, RUN_FILE), (name) =>
    console.log(`  Stopping ${name}, which an earlier test run left behind`),
  );
  if (!record) throw new SentenceError(alreadyTesting(root) ?? 'The tests of this checkout are being started twice.');
  const data = (inMemory ? memoryDirectory(root) : undefined) ?? directory;
  const started: ManagedProcess[] = [];
  const onLaunch = (one: ManagedProcess) => {
    started.push(one);
    record.add({ name: one.name, pid: one.pid, stopSignal: one.stopSignal });
  };
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
    for (const server of ['postgres', 'nats']) rmSync(join(data, server), { recursive: true, force: true });
    if (data !== directory) rmSync(data, { recursive: true, force: true });
    record.release();
  };
  try {
    const [databaseUrl, nats] = await Promise.all([
      startTestPostgres(directory, data, durable ? {} : WITHOUT_WAITING, onLaunch),
      startTestNats(directory, data, onLaunch),
    ]);
    await prepareAccounts(databaseUrl);
    return {
      env: { TEST_DATABASE_URL: databaseUrl, TEST_NATS_SERVER: nats.program, TEST_NATS_URL: nats.url },
      record: (name, pid) => record.add({ name, pid, stopSignal: 'SIGTERM', group: true }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const WITHOUT_WAITING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Gives the superuser's address. */
async function startTestPostgres(
  directory: string,
  dataDirectory: string,
  settings: Record<string, string>,
  onLaunch: (one: ManagedProcess) => void,
): Promise<string> {
  const data = join(dataDirectory, 'postgres');
  return await step('PostgreSQL for the tests', async () => {
    rmSync(data, { recursive: true, force: true });
    const { superuserUrl } = await startCluster({
      programs: await preparePostgresPrograms(),
      directory: data,
      port: await freePort(),
      password: randomPassword(),
      // Suites run side by side, each with services that have connections of their own.
      settings: { ...settings, max_connections: '600' },
      logFile: join(directory, 'postgresql.log'),
      onLaunch,
    });
    return superuserUrl;
  });
}

/** Gives the program, for suites that need a server of their own, and the address of the shared one without a user. */
async function startTestNats(
  directory: string,
  dataDirectory: string,
  onLaunch: (one: ManagedProcess) => void,
): Promise<{ program: string; url: string }> {
  const nats = await step(
    'nats-server for the tests',
    () => locateNatsServer((text) => console.log(`        ${text}`)),
    ({ version, source }) => `${version}, ${source}`,
  );
  const storeDirectory = join(dataDirectory, 'nats');
  rmSync(storeDirectory, { recursive: true, force: true });
  mkdirSync(storeDirectory, { recursive: true });
  const password = randomPassword();
  const configFile = join(directory, 'nats-server.conf');
  writeFileSync(configFile, suitesConfiguration(password), { mode: 0o600 });
  const port = await freePort();
  const logFile = join(directory, 'nats-server.log');
  await launchNatsServer({ binary: nats.path, port, storeDirectory, configFile, logFile, onLaunch });
  return { program: nats.path, url: `nats://:${password}@127.0.0.1:${port}` };
}
