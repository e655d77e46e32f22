import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from './migrate.js';

describe('migrate', () => {
  let server: TestDatabase;
  let root: string;
  let directory: string;

  const write = (name: string, script: string) => writeFile(join(directory, name), script);
  const run = () => migrate(server.url, 'shop', directory);
  const query = async (text: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end());
    return rows;
  };
  const tables = () => query(`SELECT tablename FROM pg_tables WHERE schemaname = 'shop' ORDER BY 1`);

  beforeEach(async () => {
    server = await createTestDatabase();
    root = await mkdtemp(join(tmpdir(), 'questp-migrate-'));
    directory = join(root, 'odd [name] (1)');
    await mkdir(directory);
    await write('001.do.initial.sql', 'CREATE TABLE item (id int PRIMARY KEY);\nCREATE TABLE price (id int);');
  });
  afterEach(async () => {
    await server.drop();
    await rm(root, { recursive: true });
  });

  it('applies all files to a fresh database, then only new ones', async () => {
    expect(await run()).toEqual([join(directory, '001.do.initial.sql')]);
    expect(await run()).toEqual([]);
    await write('002.do.colour.sql', 'ALTER TABLE item ADD COLUMN colour text');
    expect(await run()).toEqual([join(directory, '002.do.colour.sql')]);
    expect(await tables()).toEqual([{ tablename: 'item' }, { tablename: 'price' }, { tablename: 'schema_version' }]);
    expect(await query('SELECT id, colour FROM shop.item')).toEqual([]);
  });

  it('refuses a file that was changed after it was applied, and names it', async () => {
    await run();
    await write('001.do.initial.sql', 'CREATE TABLE item (id bigint PRIMARY KEY)');
    await expect(run()).rejects.toThrow(/001\.do\.initial\.sql: MD5 checksum failed/);
  });

  it('leaves the schema as it was when a file fails halfway, and goes on when it is right', async () => {
    await run();
    await write('002.do.good.sql', 'CREATE TABLE good (id int)');
    await write(
      '003.do.bad.sql',
      'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1); CREATE TABLE rest (id int);',
    );
    await expect(run()).rejects.toThrow(/003\.do\.bad\.sql: relation "nowhere" does not exist/);
    expect(await tables()).toEqual([{ tablename: 'item' }, { tablename: 'price' }, { tablename: 'schema_version' }]);
    await write('003.do.bad.sql', 'CREATE TABLE half (id int)');
    expect(await run()).toHaveLength(2);
  });

  it('runs once when several migrators start together', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toHaveLength(1);
  });

  it('says that there is nothing to apply', async () => {
    await rm(join(directory, '001.do.initial.sql'));
    await expect(run()).rejects.toThrow('No migrations in');
  });

  it('keeps the schemas of services apart', async () => {
    await run();
    await migrate(server.url, 'other', directory);
    expect(await query(`SELECT count(*)::int AS n FROM pg_tables WHERE tablename = 'item'`)).toEqual([{ n: 2 }]);
  });
});
