import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preparePostgresPrograms, startCluster, type Cluster, type ClusterOptions } from '@questp/local-stack';
import { checkIn, newStudio, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { freePort, waitFor } from '@questp/testing';
import { Client } from 'pg';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { usePlatform } from '../../support/platform.fixture.js';

const run = promisify(execFile);

// Runs the commands of docs/guides/operations.md on a PostgreSQL of this suite.
let directory: string;
let options: ClusterOptions;
let cluster: Cluster;

const wal = () => join(directory, 'wal');
const copy = () => join(directory, 'copy');

/** PostgreSQL reads only files of its own user. */
async function own(path: string): Promise<void> {
  const { uid, gid } = options.programs.user;
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

async function ownDirectory(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  await own(path);
}

async function ownFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  await own(path);
}

beforeAll(async () => {
  directory = await mkdtemp('/var/tmp/questp-backup-');
  await chmod(directory, 0o755);
  options = {
    programs: await preparePostgresPrograms(),
    directory: join(directory, 'data'),
    port: await freePort(),
    password: 'of-the-superuser',
    settings: { archive_mode: 'on', archive_command: `cp %p ${wal()}/%f` },
    logFile: join(directory, 'postgresql.log'),
  };
  await ownDirectory(wal());
  cluster = await startCluster(options);
  process.env['TEST_DATABASE_URL'] = cluster.superuserUrl;
});

const e2e = usePlatform({ ownNats: true });

afterAll(async () => {
  await cluster.process.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Copies the data while the platform runs; runs `meanwhile` during the copy. */
async function backUp(meanwhile: () => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: cluster.superuserUrl });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', fast => true)`);
    await run('cp', ['-a', options.directory, copy()]);
    await meanwhile();
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    await ownFile(join(copy(), 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  await rm(join(copy(), 'postmaster.pid'));
  await rm(join(copy(), 'pg_wal'), { recursive: true });
  await ownDirectory(join(copy(), 'pg_wal'));
}

/** Waits until all WAL written so far is archived. */
async function archived(): Promise<void> {
  const [last] = await e2e.sql<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const isThere = async () =>
    (await e2e.count('SELECT count(*) FROM pg_stat_archiver WHERE last_archived_wal >= $1', [last?.file])) === 1;
  await waitFor(isThere, { what: 'the archive to have it' });
}

/** Restores the copy and the archive in place of the lost data. */
async function restore(): Promise<void> {
  await rm(options.directory, { recursive: true });
  await run('cp', ['-a', copy(), options.directory]);
  await ownFile(join(options.directory, 'recovery.signal'), '');
  const settings = { ...options.settings, archive_mode: 'off', restore_command: `cp ${wal()}/%f %p` };
  cluster = await startCluster({ ...options, settings });
}

describe('A database that is lost', () => {
  it('is restored from a copy and the archive with all committed data, and the platform continues without help', async () => {
    const studio = await newStudio(await e2e.signIn());
    const quest = await studio.quest('engagement_daily_checkin');
    const [before, amid, after, late] = (await e2e.people(4)) as [Person, Person, Person, Person];
    await unwrap(checkIn(before, quest.id));
    await backUp(() => unwrap(checkIn(amid, quest.id)));
    await unwrap(checkIn(after, quest.id));
    await e2e.settled();
    await archived();

    cluster.process.signal('SIGKILL');
    await cluster.process.exited();
    expectProblem(await checkIn(late, quest.id), 'SERVICE_UNAVAILABLE');
    await restore();
    const works = async () => (await checkIn(late, quest.id)).response.status === 200;
    await waitFor(works, { what: 'the platform to go on' });

    for (const person of [before, amid, after]) {
      expectProblem(await checkIn(person, quest.id), 'QUEST_COOLDOWN');
      const { items } = await unwrap(person.client.GET('/v1/users/me/ledger'));
      expect(items.map(({ points }) => points)).toEqual(['10']);
    }
    await unwrap(checkIn(await e2e.signIn(), quest.id));
    await e2e.settled();
    await e2e.checkPoints();
  });
});
