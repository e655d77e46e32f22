import { serviceNamed, SERVICES } from '@questp/manifest';
import { Client } from 'pg';
import { DATABASE_NAME, roleOf } from './database-roles.js';
import { APPEND_ONLY, forbiddenChanges, forbiddenStatements, forbiddenToOthers } from './forbidden-statements.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const OWNERS = SERVICES.flatMap(({ name, schema, reads }) => (schema === null ? [] : [{ name, schema, reads }]));

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
  });
  afterAll(async () => {
    await Promise.all([...open.values()].map((client) => client.end()));
    await database.drop();
  });

  /** PostgreSQL's reply to a statement of the service: `done`, or the SQLSTATE. */
  const tries = async (service: string, statement: string): Promise<string> => {
    try {
      await open.get(service)?.query(`BEGIN; ${statement}; ROLLBACK`);
      return 'done';
    } catch (error) {
      await open.get(service)?.query('ROLLBACK');
      return (error as { code: string }).code;
    }
  };
  const namesOf = async (statement: string, schemas: unknown[]) => {
    const superuser = new Client({ connectionString: database.url });
    await superuser.connect();
    try {
      const { rows } = await superuser.query<{ name: string }>(statement, [schemas]);
      return rows.map(({ name }) => name);
    } finally {
      await superuser.end();
    }
  };
  const tablesOf = (schema: string) =>
    namesOf(`SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY ($1)`, [schema]);
  const publishedBy = (schemas: unknown[]) =>
    namesOf(`SELECT schemaname || '.' || viewname AS name FROM pg_views WHERE schemaname = ANY ($1)`, schemas);
  /** insufficient_privilege */
  const REFUSED = '42501';
  /** object_not_in_prerequisite_state: the view joins tables, so nothing can be written through it. */
  const NOT_UPDATABLE = '55000';

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

    it.each(forbiddenStatements(schema))('may not %s', async (_what, statement) => {
      expect(await tries(name, statement)).toBe(REFUSED);
    });

    it.each(OWNERS.filter((other) => other.schema !== schema).flatMap((other) => forbiddenToOthers(other.schema)))(
      'may not %s',
      async (_what, statement) => {
        expect(await tries(name, statement)).toBe(REFUSED);
      },
    );

    it.each(['postgres', 'template1'])('may not connect to the database %s', async (other) => {
      const url = Object.assign(new URL(database.urlOf(name)), { pathname: other });
      const client = new Client({ connectionString: url.href });
      await expect(client.connect()).rejects.toMatchObject({ code: REFUSED });
    });

    it('takes named locks of its own schema, each by one session at a time', async () => {
      const second = new Client({ connectionString: database.urlOf(name) });
      await second.connect();
      const tryLock = async () => {
        const { rows } = await second.query<{ got: boolean }>(`SELECT ${schema}.try_lock('a name') AS got`);
        return rows[0]?.got;
      };
      const first = open.get(name);
      await first?.query(`BEGIN; SELECT ${schema}.exclusive_lock('a name')`);
      expect(await tryLock()).toBe(false);
      await first?.query(`COMMIT; BEGIN; SELECT ${schema}.shared_lock('a name')`);
      expect(await tryLock()).toBe(false);
      await second.query(`SELECT ${schema}.shared_lock('a name'), ${schema}.exclusive_lock('another name')`);
      await first?.query('COMMIT');
      expect(await tryLock()).toBe(true);
      await second.end();
    });

    it('cannot grant rights on its objects', async () => {
      const neighbour = OWNERS.find((other) => other.schema !== schema)?.name ?? '';
      // PostgreSQL only warns.
      await open.get(name)?.query(`GRANT ALL ON ${schema}.outbox TO ${roleOf(neighbour)}`);
      expect(await tries(neighbour, `SELECT FROM ${schema}.outbox`)).toBe(REFUSED);
    });
  });

  it('locks a name beside the services that lock the same one', async () => {
    for (const { name, schema } of OWNERS)
      await open.get(name)?.query(`BEGIN; SELECT ${schema}.exclusive_lock('operators')`);
    for (const { name } of OWNERS) await open.get(name)?.query('COMMIT');
  });

  describe.each(OWNERS.filter(({ reads }) => reads !== undefined))('$name', ({ name, reads = [] }) => {
    it('reads what others publish for it, and writes nothing of it', async () => {
      const published = await publishedBy(reads.map((other) => serviceNamed(other).schema));
      expect(published.length).toBeGreaterThan(0);
      for (const view of published) {
        expect([view, await tries(name, `SELECT count(*) FROM ${view}`)]).toEqual([view, 'done']);
        expect([REFUSED, NOT_UPDATABLE]).toContain(await tries(name, `DELETE FROM ${view}`));
      }
    });
  });

  it.each(OWNERS.filter(({ reads }) => reads === undefined))('$name reads nothing that others publish', async (one) => {
    for (const view of await publishedBy(OWNERS.map(({ schema }) => schema))) {
      if (!view.startsWith(`${one.schema}.`))
        expect([view, await tries(one.name, `TABLE ${view}`)]).toEqual([view, REFUSED]);
    }
  });

  describe.each(APPEND_ONLY)('of $service, and $table', ({ service, table, trigger }) => {
    it.each(forbiddenChanges(table, trigger))('may not %s', async (_what, statement) => {
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
