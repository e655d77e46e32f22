import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, freePort, waitFor, type TestDatabase } from '@questp/testing';
import { Client } from 'pg';
import { migrate } from './migrate.js';
import { newPool } from './new-pool.js';
import { SchemaCheck } from './schema-check.js';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.fixture.js';

describe('SchemaCheck', () => {
  const role = 'schema_check_role';
  let database: TestDatabase;
  let owner: Client;
  let proxy: TcpProxy;
  let directory: string;
  const open: SchemaCheck[] = [];

  /** By default as the role of the service. */
  const addressOf = (changed: Partial<URL> = {}): string => {
    const url = Object.assign(new URL(database.url), { username: role, password: 'right', ...changed });
    return url.href;
  };
  const checkOf = (url: string, schema = 'shop', migrations = directory): SchemaCheck => {
    const check = new SchemaCheck(url, schema, migrations);
    open.push(check);
    return check;
  };
  const add = (version: string) => writeFile(join(directory, `${version}.do.x.sql`), 'SELECT 1');
  const upToDate = () => migrate(database.url, 'shop', directory, { role });

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startTcpProxy(database.url);
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    // Other runs on this server may have created it.
    await owner.query(
      `DO $$ BEGIN CREATE ROLE ${role} LOGIN PASSWORD 'right'; EXCEPTION WHEN duplicate_object THEN END $$`,
    );
    const parent = await mkdtemp(join(tmpdir(), 'questp-'));
    directory = join(parent, 'migrations');
    await mkdir(directory);
    await add('001');
    await upToDate();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((check) => check.onApplicationShutdown()));
  });
  afterAll(async () => {
    await proxy.close();
    await owner.end();
    await database.drop();
    await rm(join(directory, '..'), { recursive: true });
  });

  it('passes for the role of the service on its migrated schema', async () => {
    await checkOf(addressOf()).require();
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'The database in DATABASE_URL refuses the role or its password'],
    ['an unknown role', { username: 'nobody' }, 'The database in DATABASE_URL refuses the role or its password'],
    ['an unknown database', { pathname: '/nowhere' }, 'There is no database of the name in DATABASE_URL'],
  ])('names the variable for %s', async (_, changed, sentence) => {
    await expect(checkOf(addressOf(changed)).require()).rejects.toThrow(sentence);
  });

  it('names the variable if the address does not answer, or is not PostgreSQL', async () => {
    const sentence = /^The database in DATABASE_URL cannot be reached/;
    const port = String(await freePort());
    await expect(checkOf(addressOf({ host: `127.0.0.1:${port}` })).require()).rejects.toThrow(sentence);
    const nats = new URL(process.env['TEST_NATS_URL'] ?? `nats://127.0.0.1:${port}`);
    await expect(checkOf(addressOf({ host: nats.host })).require()).rejects.toThrow(sentence);
  });

  it('says "run migrate" while there are no tables, no rights, or older tables', async () => {
    const check = checkOf(addressOf(), 'empty');
    await expect(check.require()).rejects.toThrow('The schema empty lacks its tables: run migrate');

    const shop = checkOf(addressOf());
    await owner.query(`REVOKE USAGE ON SCHEMA shop FROM ${role}`);
    await expect(shop.require()).rejects.toThrow('run migrate');
    await upToDate();
    await shop.require();

    await owner.query(`REVOKE SELECT ON shop.outbox FROM ${role}`);
    await expect(shop.require()).rejects.toThrow(/^The role in DATABASE_URL may not read outbox: run migrate$/);
    await upToDate();
    await shop.require();

    await add('002');
    const newer = checkOf(addressOf());
    await expect(newer.require()).rejects.toThrow(
      /^The tables are at version 1\/\d+, this program needs 2\/\d+: run migrate$/,
    );
    await upToDate();
    await newer.require();
  });

  it('takes tables that are newer than the program, beside which new replicas start', async () => {
    await add('003');
    await upToDate();
    await rm(join(directory, '003.do.x.sql'));
    await checkOf(addressOf()).require();
  });

  it('fails while PostgreSQL has no connection left for the pool of the service, though its own is there', async () => {
    const check = checkOf(addressOf());
    await check.require();
    // A closed connection counts against the limit until its backend has ended.
    await waitFor(async () => {
      const { rowCount } = await owner.query('SELECT FROM pg_stat_activity WHERE usename = $1', [role]);
      return rowCount === 1;
    });
    const pool = newPool({ connectionString: addressOf(), max: 4 });
    await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT 2`);
    const [first, second] = await Promise.allSettled([pool.connect(), pool.connect()]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    await expect(check.require()).rejects.toThrow(
      `PostgreSQL has no connection left for this service: too many connections for role "${role}"`,
    );
    await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
    for (const taken of [first, second]) if (taken.status === 'fulfilled') taken.value.release();
    await pool.end();
    await waitFor(
      () =>
        check.require().then(
          () => true,
          () => false,
        ),
      { timeoutMs: 15_000 },
    );
  }, 20_000);

  it('fails while the server is gone, and passes again over a new connection', async () => {
    const { host } = new URL(proxy.url);
    const check = checkOf(addressOf({ host }));
    await check.require();
    await proxy.cut();
    await expect(check.require()).rejects.toThrow('DATABASE_URL');
    await proxy.mend();
    await check.require();
    proxy.freeze();
    await expect(check.require()).rejects.toThrow('The database in DATABASE_URL cannot be reached');
    await proxy.mend();
    await check.require();
  });
});
