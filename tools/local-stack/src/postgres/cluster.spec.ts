import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@questp/testing';
import { ensureDatabase, startCluster, withClient, type ClusterOptions } from './cluster.js';
import { preparePostgresPrograms } from './programs.js';

describe('the embedded PostgreSQL', () => {
  let directory: string;
  let options: ClusterOptions;
  beforeAll(async () => {
    directory = await mkdtemp('/var/tmp/questp-cluster-');
    await chmod(directory, 0o755);
    options = {
      programs: await preparePostgresPrograms(),
      directory: join(directory, 'data'),
      port: await freePort(),
      password: 'of-the-superuser',
      settings: { fsync: 'off' },
      logFile: join(directory, 'postgresql.log'),
    };
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('keeps its data over a restart and gives the owner of the database no more than that', async () => {
    const first = await startCluster(options);
    const url = await ensureDatabase(first.superuserUrl, 'quests', 'of-the-owner');
    await withClient(url, (client) => client.query('CREATE TABLE kept AS SELECT 1 AS value'));
    await first.process.stop();

    const second = await startCluster(options);
    await expect(ensureDatabase(second.superuserUrl, 'quests', 'of-the-owner')).resolves.toBe(url);
    const { rows } = await withClient(url, (client) => client.query('SELECT value FROM kept'));
    expect(rows).toEqual([{ value: 1 }]);
    await expect(withClient(url, (client) => client.query('CREATE ROLE other'))).rejects.toThrow('permission denied');
    await expect(withClient(url.replace('of-the-owner', 'wrong'), () => Promise.resolve())).rejects.toThrow('password');
    await second.process.stop();
  });

  it('starts when its pid file is old and the pid belongs to another program now', async () => {
    await writeFile(join(options.directory, 'postmaster.pid'), `${process.ppid}\n${options.directory}\n`);
    const cluster = await startCluster(options);
    await cluster.process.stop();
  });

  it('stops a server that an ended process left running on its data, and takes over', async () => {
    const orphan = await startCluster(options);
    const cluster = await startCluster(options);
    await expect(orphan.process.exited()).resolves.toEqual({ code: 0, signal: null });
    await cluster.process.stop();
  });
});
