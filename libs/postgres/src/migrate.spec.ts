import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { migrate } from './migrate.js';

/** The shared migrations of every service. */
const SHARED_FILES = readdirSync(join(import.meta.dirname, '../migrations')).sort();

describe('migrate', () => {
  let server: TestDatabase;
  let root: string;
  let directory: string;

  const write = (name: string, script: string) => writeFile(join(directory, name), script);
  const run = () => migrate(server.url, 'shop', directory);
  const rowsOf = async (connectionString: string | undefined, text: string): Promise<unknown[]> => {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const query = (text: string) => rowsOf(server.url, text);
  /** On the server's default database, for server-wide objects. */
  const onServer = (text: string) => rowsOf(process.env['TEST_DATABASE_URL'], text);
  const SHARED = ['idempotency_key', 'inbox', 'notice', 'outbox', 'parked_event', 'shared_schema_version'];
  const tables = async () => {
    const rows = await query(`SELECT tablename FROM pg_tables WHERE schemaname = 'shop' ORDER BY 1`);
    return (rows as { tablename: string }[]).map(({ tablename }) => tablename);
  };
  /** Tables of the service's own migrations. */
  const ownTables = async () => (await tables()).filter((name) => !SHARED.includes(name));
  const fileNames = async () => (await run()).map((path) => basename(path));

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
    expect(await fileNames()).toEqual(['001.do.initial.sql', ...SHARED_FILES]);
    expect(await fileNames()).toEqual([]);
    await write('002.do.colour.sql', 'ALTER TABLE item ADD COLUMN colour text');
    expect(await fileNames()).toEqual(['002.do.colour.sql']);
    expect(await ownTables()).toEqual(['item', 'price', 'schema_version']);
    expect(await tables()).toEqual(expect.arrayContaining(SHARED));
    expect(await query('SELECT id, colour FROM shop.item')).toEqual([]);
  });

  it('of the previous version leaves newer tables as they are', async () => {
    await write('002.do.colour.sql', 'ALTER TABLE item ADD COLUMN colour text');
    await run();
    await rm(join(directory, '002.do.colour.sql'));
    expect(await fileNames()).toEqual([]);
    expect(await query('SELECT id, colour FROM shop.item')).toEqual([]);
    expect(await query('SELECT max(version)::int AS version FROM shop.schema_version')).toEqual([{ version: 2 }]);
  });

  it('refuses a file that was changed after it was applied, and names it', async () => {
    await run();
    await write('001.do.initial.sql', 'CREATE TABLE item (id bigint PRIMARY KEY)');
    await expect(run()).rejects.toThrow(/001\.do\.initial\.sql: MD5 checksum failed/);
  });

  it('leaves the schema as it was when a file fails halfway, and continues when it is corrected', async () => {
    await run();
    await write('002.do.good.sql', 'CREATE TABLE good (id int)');
    await write(
      '003.do.bad.sql',
      'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1); CREATE TABLE rest (id int);',
    );
    await expect(run()).rejects.toThrow(/003\.do\.bad\.sql: relation "nowhere" does not exist/);
    expect(await ownTables()).toEqual(['item', 'price', 'schema_version']);
    await write('003.do.bad.sql', 'CREATE TABLE half (id int)');
    expect(await run()).toHaveLength(2);
  });

  it('runs once when several migrators start together', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toHaveLength(1 + SHARED_FILES.length);
  });

  it('reports that no migration is pending', async () => {
    await rm(join(directory, '001.do.initial.sql'));
    await expect(run()).rejects.toThrow('No migrations in');
  });

  describe('with the role of a service', () => {
    const role = `role_${randomBytes(6).toString('hex')}`;
    const as = async (statement: string) => {
      try {
        await query(`SET ROLE ${role}; ${statement}`);
        return 'done';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    beforeAll(() => onServer(`CREATE ROLE ${role}`));
    afterAll(() => onServer(`DROP ROLE ${role}`));

    it('grants it rows, and in append-only tables only inserts', async () => {
      await write(
        '002.do.log.sql',
        `CREATE TABLE log (id int);
         CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END';
         CREATE TRIGGER log_append_only BEFORE UPDATE OR DELETE ON log EXECUTE FUNCTION refuse();`,
      );
      await migrate(server.url, 'shop', directory, { role });
      for (const statement of [
        'INSERT INTO shop.item VALUES (1)',
        'UPDATE shop.item SET id = 2',
        'DELETE FROM shop.item',
        'INSERT INTO shop.log VALUES (1)',
        'SELECT FROM shop.log, shop.schema_version',
      ]) {
        expect([statement, await as(statement)]).toEqual([statement, 'done']);
      }
      for (const statement of [
        'DELETE FROM shop.log',
        'UPDATE shop.log SET id = 2',
        'TRUNCATE shop.item',
        'DROP TABLE shop.item',
        'CREATE TABLE shop.mine (id int)',
        'DELETE FROM shop.schema_version',
        'CREATE TEMPORARY TABLE mine (id int)',
      ]) {
        expect([statement, await as(statement)]).toEqual([statement, '42501']);
      }
    });

    it('grants it the tables of later migrations, and revokes other grants', async () => {
      await migrate(server.url, 'shop', directory, { role });
      await query(`GRANT TRUNCATE ON shop.item TO ${role}; GRANT CREATE ON SCHEMA shop TO ${role}`);
      await write('002.do.later.sql', 'CREATE TABLE later (id int)');
      await migrate(server.url, 'shop', directory, { role });
      expect(await as('INSERT INTO shop.later VALUES (1)')).toBe('done');
      expect(await as('TRUNCATE shop.item')).toBe('42501');
      expect(await as('CREATE TABLE shop.mine (id int)')).toBe('42501');
    });

    it('refuses one that can act as the owner or does not exist, and applies nothing', async () => {
      const refused = migrate(server.url, 'shop', directory, { role: 'postgres' });
      await expect(refused).rejects.toThrow(/^The role postgres in DATABASE_URL may act as the owner of the tables/);
      await expect(migrate(server.url, 'shop', directory, { role: 'nobody' })).rejects.toThrow(
        /^There is no role nobody/,
      );
      expect(await tables()).toEqual([]);
    });
  });

  it('keeps the schemas of services apart', async () => {
    await run();
    await migrate(server.url, 'other', directory);
    expect(await query(`SELECT count(*)::int AS n FROM pg_tables WHERE tablename = 'item'`)).toEqual([{ n: 2 }]);
  });

  it('leaves a fresh schema without any table when a shared file cannot be applied', async () => {
    await write('002.do.clash.sql', 'CREATE TABLE outbox (id int); CREATE VIEW inbox AS SELECT 1 AS id');
    await expect(run()).rejects.toThrow(/001\.do\.messaging\.sql/);
    expect(await tables()).toEqual([]);
  });

  describe('shared tables', () => {
    /** Columns, constraints and indexes of the shared tables, without the schema name. */
    const catalog = async (schema: string) => {
      const rows = await query(`
        SELECT c.relname AS table, 'column ' || a.attname AS part,
          concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnum, a.attnotnull, a.attidentity,
            pg_get_expr(d.adbin, d.adrelid)) AS definition
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind = 'r'
        UNION ALL SELECT c.relname, 'constraint ' || k.conname, pg_get_constraintdef(k.oid)
        FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid WHERE c.relnamespace = '${schema}'::regnamespace
        UNION ALL SELECT tablename, 'index ' || indexname, replace(indexdef, '${schema}.', '')
        FROM pg_indexes WHERE schemaname = '${schema}'
        ORDER BY 1, 2`);
      return (rows as { table: string }[]).filter(({ table }) => SHARED.includes(table));
    };
    const migrationsOf = (service: string) => join(import.meta.dirname, '../../../prisma/migrations', service);

    it.each([
      ['identity', []],
      ['quests-verify', []],
      ['notifier', ['idempotency_key']],
    ])(
      'upgrades the common tables of a schema of %s to the present form and keeps their rows',
      async (service, missing) => {
        await run();
        await migrate(server.url, 'old', migrationsOf(service));
        // Back to the state with its own migrations only.
        for (const table of ['shared_schema_version', ...missing]) await query(`DROP TABLE old.${table}`);
        await query(`INSERT INTO old.inbox (event_id, type) VALUES ('00000000-0000-7000-8000-000000000001', 'kept')`);

        expect((await migrate(server.url, 'old', migrationsOf(service))).map((path) => basename(path))).toEqual(
          SHARED_FILES,
        );
        const wanted = await catalog('shop');
        expect(wanted.length).toBeGreaterThan(30);
        expect(await catalog('old')).toEqual(wanted);
        expect(await query('SELECT type FROM old.inbox')).toEqual([{ type: 'kept' }]);
      },
    );
  });
});
