import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, randomPassword } from '@questp/testing';
import { localDirectory } from '../directories.js';
import { locateNatsServer } from '../nats/binary.js';
import { startCluster } from '../postgres/cluster.js';
import { preparePostgresPrograms } from '../postgres/programs.js';
import { step } from '../progress.js';
import { alreadyTesting, RUN_FILE, TEST_DIRECTORY } from '../run/already-running.js';
import { RunRecord } from '../run/run-record.js';
import { SentenceError } from '../sentence-error.js';

export interface TestServers {
  /** For the suites; see testEnvironment of @questp/testing. */
  env: { TEST_DATABASE_URL: string; TEST_NATS_SERVER: string };
  /** Records a process group of this test run, so that the next run can stop it should this one be killed. */
  record(name: string, pid: number): void;
  /** Stops PostgreSQL and removes its data. */
  stop(): Promise<void>;
}

/** A PostgreSQL of this test run alone, without the waiting for disks, and the place of a nats-server. */
export async function startTestServers(root: string): Promise<TestServers> {
  const directory = join(localDirectory(root), TEST_DIRECTORY);
  mkdirSync(directory, { recursive: true });
  const record = await RunRecord.claim(join(directory, RUN_FILE), (name) =>
    console.log(`  Stopping ${name}, which an earlier test run left behind`),
  );
  if (!record) throw new SentenceError(alreadyTesting(root) ?? 'The tests of this checkout are being started twice.');
  try {
    const nats = await step(
      'nats-server for the tests',
      () => locateNatsServer((text) => console.log(`        ${text}`)),
      ({ version, source }) => `${version}, ${source}`,
    );
    const data = join(directory, 'postgres');
    const cluster = await step('PostgreSQL for the tests', async () => {
      rmSync(data, { recursive: true, force: true });
      return await startCluster({
        programs: await preparePostgresPrograms(),
        directory: data,
        port: await freePort(),
        password: randomPassword(),
        settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
        logFile: join(directory, 'postgresql.log'),
        onLaunch: ({ name, pid, stopSignal }) => record.add({ name, pid, stopSignal }),
      });
    });
    return {
      env: { TEST_DATABASE_URL: cluster.superuserUrl, TEST_NATS_SERVER: nats.path },
      record: (name, pid) => record.add({ name, pid, stopSignal: 'SIGTERM', group: true }),
      stop: async () => {
        await cluster.process.stop();
        rmSync(data, { recursive: true, force: true });
        record.release();
      },
    };
  } catch (error) {
    record.release();
    throw error;
  }
}
