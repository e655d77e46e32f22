import { SERVICES } from '@questp/manifest';
import { Client } from 'pg';
import { DATABASE_NAME, roleOf } from './database-roles.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const OWNERS = SERVICES.flatMap(({ name, schema }) => (schema === null ? [] : [{ name, schema }]));

/** Tables whose rows stay as they are, and the triggers that say so. */
const APPEND_ONLY = [
  { service: 'quests-verify', table: 'quests.points_ledger', trigger: 'points_ledger_append_only' },
  { service: 'identity', table: 'identity.audit_log', trigger: 'audit_log_append_only' },
];

describe('the role of a service', () => {
  let database: TestDatabase;
  const open = new Map<string, Client>();

  beforeAll(async () => {
    database = await createTestDatabase({ migrate: OWNERS.map(({ name }) => name) });
    for (const { name } of OWNERS) {
      const client = new Client({ connectionString: database.urlOf(name) });
      await client.connect();
      open.set(name, client);
    }
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...open.values()].map((client) => client.end()));
    await database.drop();
  });

  /** What PostgreSQL says to a statement of the service: `done`, or the SQLSTATE. */
  const tries = async (service: string, statement: string): Promise<string> => {
    try {
      await open.get(service)?.query(`BEGIN; ${statement}; ROLLBACK`);
      return 'done';
    } catch (error) {
      await open.get(service)?.query('ROLLBACK');
      return (error as { code: string }).code;
    }
  };
  const tablesOf = async (schema: string) => {
    const superuser = new Client({ connectionString: database.url });
    await superuser.connect();
    const { rows } = await superuser
      .query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = $1`, [schema])
      .finally(() => superuser.end());
    return rows.map(({ name }) => `${schema}.${name}`);
  };
  /** insufficient_privilege */
  const REFUSED = '42501';

  describe.each(OWNERS)('$name', ({ name, schema }) => {
    it('reads its own tables, and no table of another service', async () => {
      for (const other of OWNERS) {
        for (const table of await tablesOf(other.schema)) {
          const expected = other.schema === schema ? 'done' : REFUSED;
          expect([table, await tries(name, `SELECT count(*) FROM ${table}`)]).toEqual([table, expected]);
        }
      }
    });

    it('writes and deletes rows of its own, and of no other service', async () => {
      for (const other of OWNERS) {
        const expected = other.schema === schema ? 'done' : REFUSED;
        const deleted = await tries(name, `DELETE FROM ${other.schema}.idempotency_key WHERE created_at < now()`);
        const written = await tries(
          name,
          `INSERT INTO ${other.schema}.outbox (id, type, version, aggregate_id, data)
           VALUES (gen_random_uuid(), 'x', 1, 'x', '{}')`,
        );
        expect([other.name, deleted, written]).toEqual([other.name, expected, expected]);
      }
    });

    it.each([
      ['make a table of its own', `CREATE TABLE ${schema}.mine (id int)`],
      ['make a table in the public schema', 'CREATE TABLE public.mine (id int)'],
      ['make a schema', 'CREATE SCHEMA mine'],
      ['make a function', `CREATE FUNCTION ${schema}.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`],
      ['change a table', `ALTER TABLE ${schema}.outbox ADD COLUMN mine int`],
      ['drop a table', `DROP TABLE ${schema}.outbox`],
      ['drop its schema', `DROP SCHEMA ${schema} CASCADE`],
      ['empty a table', `TRUNCATE ${schema}.outbox`],
      [
        'add a trigger',
        `CREATE TRIGGER mine BEFORE INSERT ON ${schema}.outbox EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      ],
      ['switch triggers off', `ALTER TABLE ${schema}.outbox DISABLE TRIGGER ALL`],
      ['switch them off for its session', `SET session_replication_role = replica`],
      ['own a table', `ALTER TABLE ${schema}.outbox OWNER TO CURRENT_USER`],
      ['own its schema', `ALTER SCHEMA ${schema} OWNER TO CURRENT_USER`],
      ['own the database', `REASSIGN OWNED BY ${DATABASE_NAME} TO CURRENT_USER`],
      ['act as the owner', `SET ROLE ${DATABASE_NAME}`],
      ['become the owner for its session', `SET SESSION AUTHORIZATION ${DATABASE_NAME}`],
      ['become the superuser', 'SET ROLE postgres'],
      ['make itself the superuser', 'ALTER ROLE CURRENT_USER SUPERUSER'],
      ['make a role', 'CREATE ROLE mine'],
      ['join the owner', `GRANT ${DATABASE_NAME} TO CURRENT_USER`],
      ['change what was applied', `UPDATE ${schema}.schema_version SET md5 = ''`],
      ['read a file of the server', `SELECT pg_read_file('/etc/hostname')`],
      ['run a program of the server', `COPY ${schema}.outbox TO PROGRAM 'cat'`],
    ])('may not %s', async (_what, statement) => {
      expect(await tries(name, statement)).toBe(REFUSED);
    });

    it('gives nothing of its own away', async () => {
      const neighbour = OWNERS.find((other) => other.schema !== schema)?.name ?? '';
      // PostgreSQL only warns.
      await open.get(name)?.query(`GRANT ALL ON ${schema}.outbox TO ${roleOf(neighbour)}`);
      expect(await tries(neighbour, `SELECT FROM ${schema}.outbox`)).toBe(REFUSED);
    });
  });

  describe.each(APPEND_ONLY)('of $service, and $table', ({ service, table, trigger }) => {
    it.each([
      ['change a row', `UPDATE ${table} SET id = id`],
      ['delete a row', `DELETE FROM ${table}`],
      ['empty it', `TRUNCATE ${table}`],
      ['lock its rows', `SELECT FROM ${table} FOR UPDATE`],
      ['switch the trigger off', `ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`],
      ['drop the trigger', `DROP TRIGGER ${trigger} ON ${table}`],
    ])('may not %s', async (_what, statement) => {
      expect(await tries(service, statement)).toBe(REFUSED);
    });

    it('keeps its rows also from the owner, by the trigger', async () => {
      const superuser = new Client({ connectionString: database.url });
      await superuser.connect();
      await expect(superuser.query(`SET ROLE ${DATABASE_NAME}; DELETE FROM ${table}`)).rejects.toThrow('append-only');
      await superuser.end();
    });

    it('may add to it', async () => {
      const { rows } = (await open
        .get(service)
        ?.query<{ may: boolean }>(`SELECT has_table_privilege($1, 'INSERT') AS may`, [table])) ?? { rows: [] };
      expect(rows).toEqual([{ may: true }]);
    });
  });
});
